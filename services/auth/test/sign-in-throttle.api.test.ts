import { eventually, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneAttempts } from '../src/sign-in/attempts-store.ts';
import { goodPassword, knock, person, signedIn } from './people.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
const clock = movableClock();
beforeAll(async () => {
  auth = await startAuth({
    clock,
    environment: { LOGIN_FAILURES_PER_ACCOUNT: '3', LOGIN_FAILURES_PER_ADDRESS: '6' },
  });
  tenant = await auth.tenant();
});
afterAll(() => auth.stop());
// Failures of one test count in no other.
beforeEach(() => clock.advance(16 * 60_000));

const wrong = (email: string) => ({ tenant: tenant.slug, email, password: 'another lamp by the lake' });
const right = (email: string) => ({ ...wrong(email), password: goodPassword });

async function fail(email: string, address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await knock(auth, wrong(email), { address })).status).toBe(401);
}

describe('failed sign-ins', () => {
  it('of one account from one address are limited, and the limit passes', async () => {
    const { email } = await person(auth, tenant);
    await fail(email, '192.0.2.1', 3);
    clock.advance(60_000);
    const refused = await knock(auth, right(email), { address: '192.0.2.1' });
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toBe(String(14 * 60));
    clock.advance(14 * 60_000);
    expect((await knock(auth, right(email), { address: '192.0.2.1' })).status).toBe(201);
  });

  it('count where a signed-in person shows the password again', async () => {
    const who = await (await signedIn(auth, tenant, { clock })).caller();
    const body = { current_password: 'another lamp by the lake', new_password: 'seven geese over water' };
    const change = () => auth.call(who, 'PATCH', '/api/v1/me/password', { body });
    for (let time = 0; time < 3; time += 1) expect((await change()).status).toBe(403);
    expect((await change()).status).toBe(429);
  });

  it('sent all at once are limited as those one after the other', async () => {
    const { email } = await person(auth, tenant);
    const answers = await Promise.all(Array.from({ length: 12 }, () => knock(auth, wrong(email))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  it('are counted for accounts that do not exist, which are told apart by nothing', async () => {
    const { email } = await person(auth, tenant);
    await fail('nobody@example.test', '192.0.2.2', 3);
    await fail(email, '192.0.2.3', 3);
    const [unknown, known] = [
      await knock(auth, wrong('nobody@example.test'), { address: '192.0.2.2' }),
      await knock(auth, wrong(email), { address: '192.0.2.3' }),
    ];
    expect([unknown.status, known.status]).toEqual([429, 429]);
    expect(unknown.body.error.message).toBe(known.body.error.message);
  });

  it('of one address are limited over all accounts, and its neighbours in an IPv6 /64 count with it', async () => {
    for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) await fail(`${host}@example.test`, `2001:db8::${host}`, 1);
    const { email } = await person(auth, tenant);
    expect((await knock(auth, right(email), { address: '2001:db8::99' })).status).toBe(429);
    expect((await knock(auth, right(email), { address: '2001:db8:0:1::99' })).status).toBe(201);
  });

  it('are forgotten after a success, for that account and address', async () => {
    const { email } = await person(auth, tenant);
    await fail(email, '192.0.2.4', 2);
    expect((await knock(auth, right(email), { address: '192.0.2.4' })).status).toBe(201);
    await fail(email, '192.0.2.4', 3);
    expect((await knock(auth, right(email), { address: '192.0.2.4' })).status).toBe(429);
  });

  it('of many addresses only slow down browsers that are not known, and not those that are', async () => {
    const owner = await signedIn(auth, tenant, { clock });
    for (let host = 1; host <= 3; host += 1) await fail(owner.email, `198.51.100.${host}`, 1);
    const stranger = await knock(auth, right(owner.email), { address: '203.0.113.1' });
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '1']);
    clock.advance(1000);
    await fail(owner.email, '198.51.100.9', 1);
    const later = await knock(auth, right(owner.email), { address: '203.0.113.1' });
    expect(later.headers.get('retry-after')).toBe('2');
    const known = await knock(auth, right(owner.email), { address: '203.0.113.1', cookies: [owner.device] });
    expect(known.status).toBe(201);
  });

  it('of strangers at the same address do not use up what a known browser may', async () => {
    const owner = await signedIn(auth, tenant, { clock });
    await fail(owner.email, '192.0.2.5', 3);
    const door = { address: '192.0.2.5', cookies: [owner.device] };
    expect((await knock(auth, right(owner.email), { address: '192.0.2.5' })).status).toBe(429);
    expect((await knock(auth, right(owner.email), door)).status).toBe(201);
    for (let time = 0; time < 3; time += 1) expect((await knock(auth, wrong(owner.email), door)).status).toBe(401);
    expect((await knock(auth, right(owner.email), door)).status).toBe(429);
  });

  it('of one account are not helped by the device of another', async () => {
    const [other, victim] = [await signedIn(auth, tenant, { clock }), await person(auth, tenant)];
    await fail(victim.email, '192.0.2.6', 3);
    const door = { address: '192.0.2.6', cookies: [other.device] };
    expect((await knock(auth, right(victim.email), door)).status).toBe(429);
  });

  it('name neither account nor address in the database, and go when they count no more', async () => {
    await fail('somebody@example.test', '192.0.2.7', 1);
    const rows = await auth.db.system((db) =>
      db.query<{ row: string }>('SELECT f::text AS row FROM auth.login_failures AS f'),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/somebody|192\.0\.2/);
    clock.advance(16 * 60_000);
    await auth.db.system((db) => pruneAttempts(db, new Date(clock.now().getTime() - 15 * 60_000), 1_000));
    await eventually(async () => {
      const left = await auth.db.system((db) => db.query('SELECT 1 FROM auth.login_failures'));
      expect(left).toEqual([]);
    });
  });
});
