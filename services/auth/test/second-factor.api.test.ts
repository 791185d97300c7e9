import { movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, stepAt } from '../src/second-factor/totp.ts';
import { exchange, goodPassword, knock, person, type SignedInPerson, signedIn } from './people.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
const clock = movableClock();
beforeAll(async () => {
  auth = await startAuth({ clock });
  tenant = await auth.tenant();
});
afterAll(() => auth.stop());
beforeEach(() => clock.advance(16 * 60_000));

const codeNow = (secret: string) => codeAt(secret, stepAt(clock.now()));
const door = (email: string, more: object = {}) => ({ tenant: tenant.slug, email, password: goodPassword, ...more });

interface Armed extends SignedInPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** With a second factor, the step of its confirmation past. */
async function armed(role: 'admin' | 'owner' = 'admin', where = tenant): Promise<Armed> {
  const who = await signedIn(auth, where, { clock, role });
  const begun = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
  expect(begun.status).toBe(201);
  const { secret } = begun.body;
  const confirmed = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp/confirm', {
    body: { code: codeNow(secret) },
  });
  expect(confirmed.status).toBe(200);
  clock.advance(30_000);
  return { ...who, secret, recoveryCodes: confirmed.body.recovery_codes };
}

describe('setting up a second factor', () => {
  it('tells the secret once, wants a code of it, and answers ten recovery codes', async () => {
    const who = await signedIn(auth, tenant, { clock });
    const other = await signedIn(auth, tenant, { as: who, clock });
    const begun = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
    expect(begun.body.otpauth_uri).toMatch(/^otpauth:\/\/totp\/Wheelhouse%20127\.0\.0\.1%3A8080:/);
    // Until it is confirmed the password alone is enough.
    expect((await knock(auth, door(who.email))).status).toBe(201);
    const wrong = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp/confirm', { body: { code: '000000' } });
    expect(wrong.status).toBe(422);
    const right = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp/confirm', {
      body: { code: codeNow(begun.body.secret) },
    });
    expect(right.body.recovery_codes).toHaveLength(10);
    expect((await exchange(auth, other.cookie, clock)).status).toBe(401);
    expect((await exchange(auth, who.cookie, clock)).status).toBe(200);
    const twice = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
    expect([twice.status, twice.body.error.code]).toEqual([409, 'invalid_state']);
  });

  it('keeps neither secret nor codes readable, and tells neither twice', async () => {
    const { id, secret, recoveryCodes, caller } = await armed();
    const rows = await auth.db.tenant(tenant.id, async (db) => [
      ...(await db.query('SELECT u::text FROM auth.users AS u WHERE tenant_id = $1 AND id = $2', [tenant.id, id])),
      ...(await db.query('SELECT c::text FROM auth.recovery_codes AS c WHERE tenant_id = $1', [tenant.id])),
      ...(await db.query('SELECT o.body FROM auth.outbox AS o')),
    ]);
    const text = JSON.stringify(rows);
    for (const told of [secret, ...recoveryCodes]) expect(text).not.toContain(told);
    const headers = { 'idempotency-key': 'once-and-no-more' };
    const first = await auth.call(await caller(), 'POST', '/api/v1/me/recovery-codes', { headers });
    expect(first.status).toBe(200);
    const again = await auth.call(await caller(), 'POST', '/api/v1/me/recovery-codes', { headers });
    expect([again.status, again.body.error.code]).toEqual([409, 'already_exists']);
  });

  it('wants a fresh proof', async () => {
    const who = await signedIn(auth, tenant, { clock });
    clock.advance(15 * 60_000 + 1);
    const answer = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
    expect([answer.status, answer.body.error.details[0].code]).toEqual([403, 'reauthentication_required']);
  });

  it('gives a session of a tenant that asks for it its scopes', async () => {
    const strict = await auth.tenant();
    await auth.db.tenant(strict.id, (db) =>
      db.query('INSERT INTO auth.sign_in_policies (tenant_id, require_totp, updated_at) VALUES ($1, true, $2)', [
        strict.id,
        clock.now(),
      ]),
    );
    const who = await armed('admin', strict);
    const exchanged = await exchange(auth, who.cookie, clock);
    expect(exchanged.body.principal.scopes).toContain('admin');
    const answer = await auth.call(await who.caller(), 'GET', '/api/v1/session');
    expect(answer.body.needs_totp_setup).toBeUndefined();
  });
});

describe('signing in with a second factor', () => {
  it('asks for the code only after the right password', async () => {
    const { email, secret } = await armed();
    const wrong = await knock(auth, door(email, { password: 'another lamp by the lake', totp: codeNow(secret) }));
    expect([wrong.status, wrong.body.error.details]).toEqual([401, undefined]);
    const half = await knock(auth, door(email));
    expect([half.status, half.body.error.details[0].code]).toEqual([401, 'totp_required']);
    expect(half.headers.getSetCookie()).toEqual([]);
    expect((await knock(auth, door(email, { totp: codeNow(secret) }))).status).toBe(201);
  });

  it('takes a code once, also of two at once', async () => {
    const { email, secret } = await armed();
    const totp = codeNow(secret);
    const both = await Promise.all([knock(auth, door(email, { totp })), knock(auth, door(email, { totp }))]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    const replay = await knock(auth, door(email, { totp }));
    expect([replay.status, replay.body.error.details[0].code]).toEqual([401, 'totp_wrong']);
    clock.advance(30_000);
    expect((await knock(auth, door(email, { totp: codeNow(secret) }))).status).toBe(201);
  });

  it('takes a recovery code once, and no other of another user', async () => {
    const [mine, other] = [await armed(), await armed()];
    const [recovery_code] = mine.recoveryCodes;
    expect((await knock(auth, door(other.email, { recovery_code }))).status).toBe(401);
    expect((await knock(auth, door(mine.email, { recovery_code: recovery_code?.toUpperCase() }))).status).toBe(201);
    expect((await knock(auth, door(mine.email, { recovery_code }))).status).toBe(401);
    const replaced = await auth.call(await mine.caller(), 'POST', '/api/v1/me/recovery-codes');
    expect((await knock(auth, door(mine.email, { recovery_code: mine.recoveryCodes[1] }))).status).toBe(401);
    const [fresh] = replaced.body.recovery_codes;
    expect((await knock(auth, door(mine.email, { recovery_code: fresh }))).status).toBe(201);
  });

  it('lets codes be guessed no more often than passwords, and asking for one is no guess', async () => {
    const { email, secret } = await armed();
    for (let time = 0; time < 11; time += 1) expect((await knock(auth, door(email))).status).toBe(401);
    for (let time = 0; time < 10; time += 1)
      expect((await knock(auth, door(email, { totp: '000000' }))).status).toBe(401);
    expect((await knock(auth, door(email, { totp: codeNow(secret) }))).status).toBe(429);
  });

  it('opens a tenant that asks for single sign-on to its owners, and writes that down', async () => {
    const strict = await auth.tenant();
    const owner = await armed('owner', strict);
    const admin = await armed('admin', strict);
    await auth.db.tenant(strict.id, (db) =>
      db.query('INSERT INTO auth.sign_in_policies (tenant_id, require_sso, updated_at) VALUES ($1, true, $2)', [
        strict.id,
        clock.now(),
      ]),
    );
    const at = ({ email, secret }: Armed) => ({ ...door(email, { totp: codeNow(secret) }), tenant: strict.slug });
    expect((await knock(auth, at(admin))).status).toBe(401);
    const answer = await knock(auth, at(owner));
    expect(answer.status).toBe(201);
    const events = await auth.db.system((db) =>
      db.query<{ body: string }>("SELECT body FROM auth.outbox WHERE body LIKE '%in_place_of_sso%'"),
    );
    expect(events.map(({ body }) => JSON.parse(body).data.object_id)).toEqual([answer.body.session_id]);
  });
});

describe('taking the second factor away', () => {
  it('wants a fresh proof and a code, and leaves the password alone in force', async () => {
    const { email, secret, caller } = await armed();
    const drop = async (code: string) => auth.call(await caller(), 'DELETE', '/api/v1/me/totp', { body: { code } });
    expect((await drop('000000')).status).toBe(403);
    expect((await drop(codeNow(secret))).status).toBe(204);
    expect((await knock(auth, door(email))).status).toBe(201);
    expect((await drop('000000')).status).toBe(409);
  });

  it('is guessed at no more often than a password', async () => {
    const { caller } = await armed();
    const guess = async () =>
      (await auth.call(await caller(), 'DELETE', '/api/v1/me/totp', { body: { code: '000000' } })).status;
    const answers: number[] = [];
    for (let time = 0; time < 12; time += 1) answers.push(await guess());
    expect([answers[0], answers.at(-1)]).toEqual([403, 429]);
  });

  it('is done with a recovery code too', async () => {
    const { email, recoveryCodes, caller } = await armed();
    const code = recoveryCodes[3];
    expect((await auth.call(await caller(), 'DELETE', '/api/v1/me/totp', { body: { code } })).status).toBe(204);
    expect((await knock(auth, door(email))).status).toBe(201);
  });
});

it('a proof is renewed with the second factor where there is one', async () => {
  const { secret, caller } = await armed();
  const again = async (more: object) =>
    auth.call(await caller(), 'POST', '/api/v1/session/reauthenticate', { body: { password: goodPassword, ...more } });
  const half = await again({});
  expect([half.status, half.body.error.details[0].code]).toEqual([403, 'totp_required']);
  const totp = codeNow(secret);
  expect((await again({ totp })).status).toBe(200);
  expect((await again({ totp })).status).toBe(403);
});

it('tenants never meet: a second factor of one says nothing in another', async () => {
  const [here, there] = [await armed(), await auth.tenant()];
  const namesake = await person(auth, there);
  await auth.db.tenant(there.id, (db) =>
    db.query('UPDATE auth.users SET email = $3 WHERE tenant_id = $1 AND id = $2', [there.id, namesake.id, here.email]),
  );
  expect((await knock(auth, { ...door(here.email), tenant: there.slug })).status).toBe(201);
  expect((await knock(auth, door(here.email))).body.error.details[0].code).toBe('totp_required');
});
