import { movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt, stepAt } from '../src/second-factor/totp.ts';
import { savePolicy } from '../src/tenants/policy.ts';
import { goodPassword, knock, type SignedInPerson, signedIn } from './people.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
const clock = movableClock();
const minute = 60_000;
beforeAll(async () => {
  // So high that they refuse nobody: what is refused here is refused by the limit of the account.
  const environment = { LOGIN_FAILURES_PER_ACCOUNT: '1000', LOGIN_FAILURES_PER_ADDRESS: '1000' };
  auth = await startAuth({ clock, environment });
  tenant = await auth.tenant();
});
afterAll(() => auth.stop());

interface Armed extends SignedInPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function armed(where = tenant): Promise<Armed> {
  const who = await signedIn(auth, where, { clock });
  const { body: begun } = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
  const confirmed = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp/confirm', {
    body: { code: codeNow(begun.secret) },
  });
  expect(confirmed.status).toBe(200);
  clock.advance(minute);
  return { ...who, secret: begun.secret, recoveryCodes: confirmed.body.recovery_codes };
}

const codeNow = (secret: string) => codeAt(secret, stepAt(clock.now()));

let host = 0;
/** Each time from another address. */
function enter({ email }: Armed, more: object) {
  host += 1;
  const address = `10.1.${Math.floor(host / 250)}.${host % 250}`;
  return knock(auth, { tenant: tenant.slug, email, password: goodPassword, ...more }, { address });
}

async function guess(who: Armed, times: number, more: object = { totp: '000000' }): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const answer = await enter(who, more);
    expect([answer.status, answer.body.error.details[0].code]).toEqual([401, 'totp_wrong']);
  }
}

it('ten wrong codes within an hour close the account to more, from wherever they come', async () => {
  const who = await armed();
  await guess(who, 10);
  clock.advance(20 * minute);
  const refused = await enter(who, { totp: codeNow(who.secret) });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe(String(40 * 60));
  expect(refused.body.error.message).toContain('40 minutes');
  clock.advance(40 * minute);
  expect((await enter(who, { totp: codeNow(who.secret) })).status).toBe(201);
});

it('recovery codes count too', async () => {
  const who = await armed();
  await guess(who, 5);
  await guess(who, 5, { recovery_code: 'aaaa-bbbb-cccc-dddd' });
  expect((await enter(who, { recovery_code: who.recoveryCodes[0] })).status).toBe(429);
});

it('so do codes shown in a session, and they close the door as well', async () => {
  const who = await armed();
  for (let time = 0; time < 5; time += 1) {
    const drop = await auth.call(await who.caller(), 'DELETE', '/api/v1/me/totp', { body: { code: '000000' } });
    const body = { password: goodPassword, totp: '000000' };
    const again = await auth.call(await who.caller(), 'POST', '/api/v1/session/reauthenticate', { body });
    expect([drop.status, again.status]).toEqual([403, 403]);
  }
  const body = { code: who.recoveryCodes[0] };
  expect((await auth.call(await who.caller(), 'DELETE', '/api/v1/me/totp', { body })).status).toBe(429);
  expect((await enter(who, { totp: codeNow(who.secret) })).status).toBe(429);
});

it('a right one sets the count back', async () => {
  const who = await armed();
  for (let round = 0; round < 2; round += 1) {
    await guess(who, 9);
    expect((await enter(who, { totp: codeNow(who.secret) })).status).toBe(201);
    clock.advance(minute);
  }
});

it('who does not know the password closes nothing', async () => {
  const who = await armed();
  for (let time = 0; time < 11; time += 1) {
    const answer = await enter(who, { password: 'another lamp by the lake', totp: '000000' });
    expect(answer.status).toBe(401);
  }
  expect((await enter(who, { totp: codeNow(who.secret) })).status).toBe(201);
});

it('codes shown where single sign-on is required do not tell that the password was right', async () => {
  const strict = await auth.tenant();
  const who = await armed(strict);
  await auth.db.tenant(strict.id, (db) => savePolicy(db, { require_totp: false, require_sso: true }, clock.now()));
  for (let time = 0; time < 11; time += 1) {
    const answer = await enter(who, { tenant: strict.slug, totp: '000000' });
    expect([answer.status, answer.body.error.details]).toEqual([401, undefined]);
  }
});

it('of fifty at once ten are looked at', async () => {
  const who = await armed();
  const caller = await who.caller();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => auth.call(caller, 'DELETE', '/api/v1/me/totp', { body: { code: '000000' } })),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(403), count(429)]).toEqual([10, 40]);
});

it('the guesses at one account count for no other', async () => {
  const [one, other] = [await armed(), await armed()];
  await guess(one, 10);
  expect((await enter(other, { totp: codeNow(other.secret) })).status).toBe(201);
});
