import { createHash, randomBytes } from 'node:crypto';
import { movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeHandOver } from '../src/hand-over/store.ts';
import { issueSecret } from '../src/secrets/format.ts';
import { pruneSessions } from '../src/sessions/prune.ts';
import { moduleCaller, type SignedIn, signedIn, typoOf } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const handOver = '/api/v1/tokens/hand-over';
const clock = movableClock(new Date());
let auth: AuthProcess;
let tenant: TestTenant;
let person: SignedIn;

beforeAll(async () => {
  auth = await startAuth({ clock });
});
afterAll(() => auth.stop());
/** Time moves in these tests, and access tokens end. */
beforeEach(async () => {
  tenant = await auth.tenant();
  person = await signedIn(auth, tenant, 'developer', clock);
});

function proof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
const ask = (body: object, who = person.who) => auth.call(who, 'POST', handOver, { body });
const exchange = (code: string, verifier: string) =>
  auth.call(undefined, 'POST', '/api/v1/tokens/exchange', { body: { code, verifier } });

/** What a page gets for a program that keeps the verifier. */
async function agreed(given: object = {}) {
  const { verifier, challenge } = proof();
  const answer = await ask({ name: 'laptop', scopes: ['read'], challenge, ...given });
  expect(answer.status).toBe(201);
  return { code: String(answer.body.code), verifier, answer };
}
const inTenant = (sql: string, values: readonly unknown[] = []) =>
  auth.db.tenant(tenant.id, (db) => db.query<Record<string, unknown>>(sql, values));
const tokensOf = async () => (await auth.call(person.who, 'GET', '/api/v1/tokens')).body.data;

async function refused(code: string, verifier: string) {
  const { status, body } = await exchange(code, verifier);
  return { status, error: { ...body.error, request_id: '' } };
}
const theRefusal = {
  status: 400,
  error: {
    code: 'invalid_grant',
    message: "This code is invalid, used or expired. Start the program's sign-in again.",
    request_id: '',
  },
};

describe('a hand-over', () => {
  test('gives a code of a minute, and the program that knows the verifier a token', async () => {
    const { code, verifier, answer } = await agreed({ scopes: ['read', 'deploy'], expires_in_days: 7 });
    expect(code).toMatch(/^whc_[0-9A-Za-z]{36}$/);
    expect(Date.parse(answer.body.expires_at) - clock.now().getTime()).toBe(60_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await tokensOf()).toEqual([]);
    const made = await exchange(code, verifier);
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.body).toMatchObject({ name: 'laptop', scopes: ['read', 'deploy'], revoked_at: null });
    expect(made.body.token).toMatch(/^whp_[0-9A-Za-z]{36}$/);
    expect((Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)) / 86_400_000).toBe(7);
    expect(await tokensOf()).toEqual([{ ...made.body, token: undefined }]);
    const gateway = await moduleCaller('gateway', undefined, clock);
    const known = await auth.call(gateway, 'POST', '/internal/v1/exchange', {
      body: { credential: made.body.token, address: '::1' },
    });
    expect(known.body.principal).toMatchObject({ id: person.userId, tenant_id: tenant.id, scopes: ['read', 'deploy'] });
  });

  test('stands in the audit trail as what the person did, without code, verifier or token', async () => {
    const { code, verifier } = await agreed();
    const { body } = await exchange(code, verifier);
    const rows = await inTenant(`SELECT body FROM auth.outbox WHERE tenant_id = $1 ORDER BY id`, [tenant.id]);
    const [agreement, creation] = rows.map((row) => JSON.parse(String(row['body'])).data);
    expect(agreement).toMatchObject({
      action: 'token.hand_over',
      actor: { kind: 'session', id: person.userId, credential_id: person.sessionId },
      details: { name: 'laptop', scopes: ['read'] },
    });
    expect(creation).toMatchObject({
      action: 'token.create',
      actor: { kind: 'user', id: person.userId, credential_id: agreement.object_id },
      object_id: body.id,
      details: { name: 'laptop', scopes: ['read'] },
    });
    for (const secret of [code, verifier, body.token]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('keeps neither code, verifier nor token', async () => {
    const { code, verifier } = await agreed();
    const kept = JSON.stringify([
      await inTenant('SELECT * FROM auth.token_hand_overs'),
      await inTenant(`SELECT encode(hash, 'escape') AS hash FROM auth.secret_hashes WHERE tenant_id = $1`, [tenant.id]),
    ]);
    expect(kept).toContain('laptop');
    for (const secret of [code, verifier]) expect(kept).not.toContain(secret);
    expect(kept).not.toContain('whp_');
  });

  test('wants what the making of a token wants', async () => {
    const { challenge } = proof();
    const good = { name: 'a', scopes: ['read'], challenge };
    const beyond = await ask({ ...good, scopes: ['read', 'admin'] });
    expect([beyond.status, beyond.body.error.details]).toEqual([
      403,
      [expect.objectContaining({ code: 'beyond_role' })],
    ]);
    for (const body of [
      { ...good, challenge: challenge.slice(1) },
      { ...good, challenge: `${challenge}=` },
      { name: 'a', scopes: ['read'] },
      { ...good, scopes: [] },
      { ...good, expires_in_days: 366 },
    ])
      expect((await ask(body)).status).toBe(422);
    const token = await tenant.callerOf(person.userId, 'developer');
    expect((await ask(good, token)).status).toBe(403);
    await inTenant('UPDATE auth.sessions SET authenticated_at = $2 WHERE id = $1', [
      person.sessionId,
      new Date(clock.now().getTime() - 16 * 60_000),
    ]);
    const stale = await ask(good);
    expect([stale.status, stale.body.error.details[0].code]).toEqual([403, 'reauthentication_required']);
  });

  test('a repeat with the same key does not show the code again', async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    const body = { name: 'once', scopes: ['read'], challenge: proof().challenge };
    expect((await auth.call(person.who, 'POST', handOver, { body, headers })).status).toBe(201);
    expect((await auth.call(person.who, 'POST', handOver, { body, headers })).status).toBe(409);
  });
});

describe('a code', () => {
  test('is used up by the first try, right or wrong, and every refusal is the same', async () => {
    const once = await agreed();
    expect((await exchange(once.code, once.verifier)).status).toBe(201);
    expect(await refused(once.code, once.verifier)).toEqual(theRefusal);
    const guessed = await agreed();
    expect(await refused(guessed.code, proof().verifier)).toEqual(theRefusal);
    expect(await refused(guessed.code, guessed.verifier)).toEqual(theRefusal);
    const { verifier } = proof();
    for (const code of [
      issueSecret('code').secret,
      typoOf(once.code),
      issueSecret('personal').secret,
      '',
      person.secret,
    ])
      expect(await refused(code, verifier)).toEqual(theRefusal);
    expect(await tokensOf()).toHaveLength(1);
    expect(await inTenant('SELECT 1 FROM auth.token_hand_overs')).toEqual([]);
  });

  test('gives nothing to whoever has as many tokens as they may', async () => {
    const { code, verifier } = await agreed();
    for (let made = 0; made < 50; made += 1)
      await auth.call(person.who, 'POST', '/api/v1/tokens', { body: { name: `token ${made}`, scopes: ['read'] } });
    expect(await exchange(code, verifier)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('lives a minute', async () => {
    const [early, late] = [await agreed(), await agreed()];
    clock.advance(59_999);
    expect((await exchange(early.code, early.verifier)).status).toBe(201);
    clock.advance(1);
    expect(await refused(late.code, late.verifier)).toEqual(theRefusal);
  });

  test('of ten exchanges at once one wins', async () => {
    const { code, verifier } = await agreed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 400)]);
    expect(await tokensOf()).toHaveLength(1);
  });

  test.for([
    ['the session ends', `UPDATE auth.sessions SET ended_at = now() WHERE user_id = $1`],
    ['the user is suspended', `UPDATE auth.users SET state = 'suspended' WHERE id = $1`],
    ['the user is deleted', `DELETE FROM auth.users WHERE id = $1`],
    [
      'the role loses a scope',
      `UPDATE auth.users SET role_id = (SELECT id FROM auth.roles WHERE tenant_id = kit.tenant() AND builtin = 'viewer') WHERE id = $1`,
    ],
  ])('gives nothing once %s', async ([, sql = '']) => {
    const { code, verifier } = await agreed({ scopes: ['read', 'deploy'] });
    await inTenant(sql, [person.userId]);
    expect(await refused(code, verifier)).toEqual(theRefusal);
    expect(await inTenant(`SELECT 1 FROM auth.credentials WHERE owner_id = $1`, [person.userId])).toEqual([]);
  });

  test('gives nothing while its tenant is stopped', async () => {
    const { code, verifier } = await agreed();
    await auth.db.system((db) => db.query(`UPDATE auth.tenants SET state = 'suspended' WHERE id = $1`, [tenant.id]));
    expect(await refused(code, verifier)).toEqual(theRefusal);
  });

  test('is no token', async () => {
    const { code } = await agreed();
    const gateway = await moduleCaller('gateway', undefined, clock);
    const shown = await auth.call(gateway, 'POST', '/internal/v1/exchange', {
      body: { credential: code, address: '::1' },
    });
    expect([shown.status, shown.body.error.message]).toEqual([401, 'This is a code, not a token.']);
  });

  test("is not in another tenant's reach", async () => {
    const { code, verifier } = await agreed();
    const [row] = await inTenant('SELECT id FROM auth.token_hand_overs');
    const elsewhere = await auth.tenant();
    const taken = await auth.db.tenant(elsewhere.id, (db) => takeHandOver(db, String(row?.['id'])));
    expect(taken).toBeUndefined();
    expect((await exchange(code, verifier)).status).toBe(201);
  });

  test('that no program came for is forgotten', async () => {
    const { signal } = new AbortController();
    await agreed();
    await pruneSessions(auth.db, clock.now(), signal);
    expect(await inTenant('SELECT 1 FROM auth.token_hand_overs')).toHaveLength(1);
    await pruneSessions(auth.db, new Date(clock.now().getTime() + 60_000), signal);
    expect(await inTenant('SELECT 1 FROM auth.token_hand_overs')).toEqual([]);
    const hashes = `SELECT 1 FROM auth.secret_hashes WHERE tenant_id = $1 AND kind = 'code'`;
    expect(await inTenant(hashes, [tenant.id])).toEqual([]);
  });
});
