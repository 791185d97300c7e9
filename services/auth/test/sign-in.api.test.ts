import { argon2Sync } from 'node:crypto';
import { movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePhc } from '../src/sign-in/phc.ts';
import { cookieOf, goodPassword, knock, person, signedIn } from './people.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
const clock = movableClock();
beforeAll(async () => {
  auth = await startAuth({ clock });
  tenant = await auth.tenant('main');
});
afterAll(() => auth.stop());

const body = (email: string, more: object = {}) => ({ tenant: tenant.slug, email, password: goodPassword, ...more });

describe('signing in', () => {
  it('answers who one is, and sets a session cookie that only this host is shown', async () => {
    const { id, email } = await person(auth, tenant, 'operator');
    const answer = await knock(auth, body(` ${email.toUpperCase()} `));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: { id, email, role: 'operator', totp: false },
      tenant: { id: tenant.id, slug: 'main', name: 'main' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(cookieOf(answer, 'wh_session')).toMatch(
      /^wh_session=whx_\w{36}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain('whx_');
  });

  it('needs no tenant while there is one', async () => {
    const { email } = await person(auth, tenant);
    const answer = await knock(auth, { email, password: goodPassword });
    expect(answer.status).toBe(201);
    const options = await auth.call(undefined, 'GET', '/api/v1/sign-in-options');
    expect(options.body).toEqual({ password: true, sso: false, needs_tenant: false, tenant_name: 'main' });
  });

  it('asks for the tenant when there are several', async () => {
    await auth.tenant('other');
    const { email } = await person(auth, tenant);
    const answer = await knock(auth, { email, password: goodPassword });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('tenant');
  });

  it('gives a new id each time and ends the session that was shown', async () => {
    const first = await signedIn(auth, tenant, { clock });
    const second = await knock(auth, body(first.email), { cookies: [first.cookie] });
    expect(second.status).toBe(201);
    expect(cookieOf(second, 'wh_session')).not.toBe(first.cookie);
    const rows = await auth.db.tenant(tenant.id, (db) =>
      db.query<{ id: string; ended: boolean }>(
        'SELECT id, ended_at IS NOT NULL AS ended FROM auth.sessions WHERE tenant_id = $1 AND user_id = $2 ORDER BY id',
        [tenant.id, first.id],
      ),
    );
    expect(rows).toEqual([
      { id: first.sessionId, ended: true },
      { id: second.body.session_id, ended: false },
    ]);
  });

  it('does not take on a session id that the browser brings', async () => {
    const planted = 'wh_session=whx_000000000000000000000000000000000000';
    const { email } = await person(auth, tenant);
    const answer = await knock(auth, body(email), { cookies: [planted] });
    expect(cookieOf(answer, 'wh_session')).not.toContain(planted);
  });

  it('leaves an entry in the audit trail, and notes the time', async () => {
    const { id, sessionId } = await signedIn(auth, tenant, { clock });
    const [row] = await auth.db.tenant(tenant.id, (db) =>
      db.query<{ last_login_at: Date }>('SELECT last_login_at FROM auth.users WHERE tenant_id = $1 AND id = $2', [
        tenant.id,
        id,
      ]),
    );
    expect(row?.last_login_at).toEqual(clock.now());
    const events = await auth.db.system((db) =>
      db.query<{ body: string }>("SELECT body FROM auth.outbox WHERE body LIKE '%session.create%'"),
    );
    const entries = events.map(({ body: text }) => JSON.parse(text).data);
    expect(entries.find(({ object_id }) => object_id === sessionId)).toMatchObject({
      action: 'session.create',
      actor: { kind: 'session', id, credential_id: sessionId },
      details: { method: 'password', second_factor: 'not_set_up' },
    });
  });

  it('hashes a password anew that was hashed at another cost', async () => {
    const { id, email } = await tenant.user();
    const cheap = { memory: 8192, passes: 1, parallelism: 1, salt: Buffer.alloc(16, 1) };
    const { salt: nonce, ...cost } = cheap;
    const tag = argon2Sync('argon2id', { ...cost, nonce, message: goodPassword, tagLength: 32 });
    const read = () =>
      auth.db.tenant(tenant.id, async (db) => {
        const [row] = await db.query<{ password_hash: string }>(
          'SELECT password_hash FROM auth.users WHERE tenant_id = $1 AND id = $2',
          [tenant.id, id],
        );
        return row?.password_hash;
      });
    await auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET password_hash = $3 WHERE tenant_id = $1 AND id = $2', [
        tenant.id,
        id,
        writePhc({ ...cheap, tag }),
      ]),
    );
    expect((await knock(auth, body(email))).status).toBe(201);
    expect(await read()).toContain('m=19456,t=2,p=1');
    expect((await knock(auth, body(email))).status).toBe(201);
  });
});

describe('who may not sign in', () => {
  const setState = (id: string, state: string) =>
    auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET state = $3 WHERE tenant_id = $1 AND id = $2', [tenant.id, id, state]),
    );

  it('is told the same in every case', async () => {
    const good = await person(auth, tenant);
    const suspended = await person(auth, tenant);
    await setState(suspended.id, 'suspended');
    const invited = await tenant.user();
    await setState(invited.id, 'invited');
    const stopped = await auth.tenant('stopped');
    const inStopped = await person(auth, stopped);
    await auth.db.system((db) => db.query("UPDATE auth.tenants SET state = 'suspended' WHERE slug = 'stopped'"));
    const elsewhere = await auth.tenant();
    const answers = await Promise.all([
      knock(auth, body(good.email, { password: 'another lamp by the lake' })),
      knock(auth, body('nobody@example.test')),
      knock(auth, body(suspended.email)),
      knock(auth, body(invited.email)),
      knock(auth, body(good.email, { tenant: 'no-such-tenant' })),
      knock(auth, body(good.email, { tenant: elsewhere.slug })),
      knock(auth, body(inStopped.email, { tenant: 'stopped' })),
    ]);
    const said = answers.map(({ status, body: { error }, headers }) => {
      const { request_id: _id, ...rest } = error;
      return JSON.stringify([status, rest, [...headers.keys()].toSorted()]);
    });
    expect(new Set(said).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body.error.code).toBe('unauthenticated');
    expect((await knock(auth, body(good.email))).status).toBe(201);
  });

  it('includes pages of other origins', async () => {
    const { email } = await person(auth, tenant);
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8080' },
    ] satisfies Record<string, string>[]) {
      const answer = await knock(auth, body(email), { headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const own = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' };
    expect((await knock(auth, body(email), { headers: own })).status).toBe(201);
  });
});

describe('a tenant that asks for single sign-on', () => {
  it('takes passwords of owners with a second factor only, and says so of nobody', async () => {
    const strict = await auth.tenant();
    const [admin, owner] = [await person(auth, strict), await person(auth, strict, 'owner')];
    await auth.db.tenant(strict.id, (db) =>
      db.query('INSERT INTO auth.sign_in_policies (tenant_id, require_sso, updated_at) VALUES ($1, true, $2)', [
        strict.id,
        clock.now(),
      ]),
    );
    const refused = [];
    for (const { email } of [admin, owner, { email: 'nobody@example.test' }])
      refused.push(await knock(auth, body(email, { tenant: strict.slug })));
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(refused.map(({ body: { error } }) => error.message)).size).toBe(1);
    const options = await auth.call(undefined, 'GET', `/api/v1/sign-in-options?tenant=${strict.slug}`);
    expect(options.body).toEqual({ password: false, sso: false, needs_tenant: true });
  });

  it('is not told from one that does not exist by its options, as long as it has the defaults', async () => {
    const [known, unknown] = [
      await auth.call(undefined, 'GET', `/api/v1/sign-in-options?tenant=${tenant.slug}`),
      await auth.call(undefined, 'GET', '/api/v1/sign-in-options?tenant=no-such-tenant'),
    ];
    expect(known.body).toEqual(unknown.body);
  });
});
