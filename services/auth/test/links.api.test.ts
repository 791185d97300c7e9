import { randomUUID } from 'node:crypto';
import { type Caller, eventually, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSecret } from '../src/secrets/format.ts';
import { verifyPassword } from '../src/sign-in/passwords.ts';
import { openPost, type Post } from './post.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const clock = movableClock(new Date());
const minute = 60_000;
let post: Post;
let auth: AuthProcess;
let tenant: TestTenant;
let admin: Caller;

beforeAll(async () => {
  post = await openPost();
  auth = await startAuth({ clock, environment: { SMTP_URL: post.url } });
});
afterAll(async () => {
  await auth.stop();
  await post.close();
});

/** Time moves in these tests, and tokens end. */
async function begin(): Promise<void> {
  tenant = await auth.tenant();
  admin = await tenant.callerOf((await tenant.user('admin')).id);
}

const good = 'seven green bottles on the wall';
const claim = (token: string, given: object = {}) =>
  auth.call(undefined, 'POST', '/api/v1/links/claim', { body: { token, password: good, ...given } });
const look = (token: string) => auth.call(undefined, 'POST', '/api/v1/links/look', { body: { token } });
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const codeOf = ({ status, body }: { status: number; body?: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
];

async function invite(email = `${randomUUID().slice(0, 8)}@example.test`) {
  const body = { email, name: 'Ivy', role_id: tenant.roles.viewer };
  const { body: made } = await auth.call(admin, 'POST', '/api/v1/users', { body });
  return { id: made.id as string, email, link: made.link, token: tokenOf(made.link) };
}
const linkOf = async (id: string, kind: string) =>
  (await auth.call(admin, 'POST', `/api/v1/users/${id}/${kind}-link`)).body;
const userRow = async (id: string) => {
  const [row] = await auth.db.tenant(tenant.id, (db) =>
    db.query<{ state: string; name: string; password_hash: string | null }>('SELECT * FROM auth.users WHERE id = $1', [
      id,
    ]),
  );
  return row;
};

describe('an invitation', () => {
  test('is looked at, claimed once, and then gone', async () => {
    await begin();
    const { id, email, token } = await invite();
    const seen = await look(token);
    expect(seen).toMatchObject({
      status: 200,
      body: { kind: 'invite', email, name: 'Ivy', tenant: { slug: tenant.slug, name: tenant.slug } },
    });
    expect(Date.parse(seen.body.expires_at) - clock.now().getTime()).toBe(7 * 24 * 60 * minute);
    expect(await claim(token, { name: 'Ivy League' })).toMatchObject({
      status: 200,
      body: { email, tenant: { slug: tenant.slug } },
    });
    const row = await userRow(id);
    expect(row).toMatchObject({ state: 'active', name: 'Ivy League' });
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(row?.password_hash ?? undefined, good)).toBe(true);
    expect(codeOf(await claim(token))).toEqual([410, 'gone']);
    expect(codeOf(await look(token))).toEqual([410, 'gone']);
    expect(codeOf(await auth.call(admin, 'POST', `/api/v1/users/${id}/invite-link`))).toEqual([409, 'invalid_state']);
  });

  test('is told in the audit trail as an act of the user', async () => {
    await begin();
    const { id, token } = await invite();
    await claim(token);
    const told = await auth.db.system((db) =>
      db.query<{ body: string }>(
        `SELECT body FROM auth.outbox WHERE tenant_id = $1 AND type = 'internal.audit' ORDER BY id`,
        [tenant.id],
      ),
    );
    const entries = told.map(({ body }) => JSON.parse(body).data);
    expect(entries.map(({ action }) => action)).toEqual(['user.invite', 'user.accept_invite']);
    expect(entries[1]).toMatchObject({ object_id: id, actor: { kind: 'user', id } });
    expect(JSON.stringify(told)).not.toContain(token);
    expect(JSON.stringify(told)).not.toContain(good);
  });

  test('of ten claims at once one wins', async () => {
    await begin();
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 410),
    ]);
  });

  test('a weak password does not use it up', async () => {
    await begin();
    const { email, token } = await invite();
    expect(codeOf(await claim(token, { password: 'short' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await claim(token, { password: `${email.split('@')[0]} is my name here` }))).toEqual([
      422,
      'validation_failed',
    ]);
    expect((await claim(token)).status).toBe(200);
  });

  test('ends after seven days, and with the one that replaces it', async () => {
    await begin();
    const { id, token } = await invite();
    const newer = tokenOf(await linkOf(id, 'invite'));
    expect(codeOf(await claim(token))).toEqual([410, 'gone']);
    expect((await look(newer)).status).toBe(200);
    clock.advance(7 * 24 * 60 * minute);
    expect(codeOf(await look(newer))).toEqual([410, 'gone']);
    expect(codeOf(await claim(newer))).toEqual([410, 'gone']);
  });

  test('goes with its user', async () => {
    await begin();
    const { id, token } = await invite();
    await auth.call(admin, 'DELETE', `/api/v1/users/${id}`);
    expect(codeOf(await claim(token))).toEqual([404, 'not_found']);
  });

  test('opens nothing while its tenant is stopped', async () => {
    await begin();
    const { token } = await invite();
    await auth.db.system((db) => db.query(`UPDATE auth.tenants SET state = 'suspended' WHERE id = $1`, [tenant.id]));
    expect(codeOf(await claim(token))).toEqual([403, 'forbidden']);
    expect(codeOf(await look(token))).toEqual([403, 'forbidden']);
  });
});

describe('a link for a new password', () => {
  test('sets it, ends sessions and tokens, and lives an hour', async () => {
    await begin();
    const { id } = await tenant.user('developer');
    const theirs = await tenant.callerOf(id, 'developer');
    await auth.db.tenant(tenant.id, (db) =>
      db.query(
        `INSERT INTO auth.sessions (tenant_id, id, user_id, method, created_at, authenticated_at, last_seen_at, expires_at, address, user_agent)
         VALUES ($1, $2, $2, 'password', $3, $3, $3, $4, '', '')`,
        [tenant.id, id, clock.now(), new Date(clock.now().getTime() + 60 * minute)],
      ),
    );
    const first = await linkOf(id, 'reset');
    const second = await linkOf(id, 'reset');
    expect(second.url).toContain('/reset#whl_');
    expect(codeOf(await claim(tokenOf(first)))).toEqual([410, 'gone']);
    expect((await claim(tokenOf(second))).status).toBe(200);
    expect(await verifyPassword((await userRow(id))?.password_hash ?? undefined, good)).toBe(true);
    await eventually(async () =>
      expect(codeOf(await auth.call(theirs, 'GET', '/api/v1/me'))).toEqual([401, 'token_revoked']),
    );
    const ended = await auth.db.tenant(tenant.id, (db) =>
      db.query('SELECT 1 FROM auth.sessions WHERE user_id = $1 AND ended_at IS NULL', [id]),
    );
    expect(ended).toEqual([]);
    const third = tokenOf(await linkOf(id, 'reset'));
    clock.advance(60 * minute);
    expect(codeOf(await claim(third))).toEqual([410, 'gone']);
  });

  test('ends when its user is suspended, and is not for one who was only invited', async () => {
    await begin();
    const { id } = await tenant.user('developer');
    const token = tokenOf(await linkOf(id, 'reset'));
    await auth.call(admin, 'POST', `/api/v1/users/${id}/suspend`);
    expect(codeOf(await claim(token))).toEqual([410, 'gone']);
    const invited = await invite();
    expect(codeOf(await auth.call(admin, 'POST', `/api/v1/users/${invited.id}/reset-link`))).toEqual([
      409,
      'invalid_state',
    ]);
  });
});

describe('what is no link', () => {
  test.for([
    ['one that never was', issueSecret('link').secret],
    ['a token of another kind', issueSecret('personal').secret],
    ['a typo', 'whl_000000000000000000000000000000000000'],
    ['nothing', ''],
  ])('%s is not found', async ([, token = '']) => {
    expect(codeOf(await look(token))).toEqual([404, 'not_found']);
    expect(codeOf(await claim(token))).toEqual([404, 'not_found']);
  });
});

describe('mail', () => {
  test('brings the link to the user', async () => {
    await begin();
    const { email, link } = await invite();
    expect(link.mailed).toBe(true);
    const mail = post.mails.at(-1) ?? '';
    expect(mail).toContain(`To: ${email}`);
    expect(mail.replaceAll('=\r\n', '')).toContain(tokenOf(link));
  });

  test('that is not taken is told, and the link is shown all the same', async () => {
    await begin();
    post.refuses = 'MAIL';
    const { link, token } = await invite();
    post.refuses = undefined;
    expect(link).toMatchObject({ mailed: false, reason: expect.stringContaining('mail server') });
    expect((await look(token)).status).toBe(200);
  });
});
