import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueSecret } from '../../auth/src/secrets/format.ts';
import { type GatewayHouse, someAddress, startGatewayHouse } from './house.ts';

const limit = 10;
const path = '/api/example/api/v1/notes';

let house: GatewayHouse;
beforeAll(async () => {
  house = await startGatewayHouse({ BUDGET_ANONYMOUS: String(limit) });
});
afterAll(() => house.stop());

/** How often auth was asked about a credential. */
async function exchanges(): Promise<number> {
  const text = await (await fetch(`${house.addresses['auth']}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.includes('_count{') && line.includes('/internal/v1/exchange'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('made-up tokens are charged to their address before anyone is asked about them', async () => {
  const headers = { 'x-forwarded-for': someAddress() };
  const [before, began] = [await exchanges(), performance.now()];
  const guess = async () => (await house.through(issueSecret('personal').secret, 'GET', path, { headers })).status;
  const statuses = await Promise.all(Array.from({ length: 300 }, guess));
  // Every tenth of a second one is spared for somebody with a good one, as long as the flood lasts.
  const spared = Math.ceil((performance.now() - began) / 100);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(limit + spared);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(300 - limit - spared);
  expect((await exchanges()) - before).toBeLessThanOrEqual(limit + 1 + spared);
});

test('a good one that was never shown before gets in from an address that others have spent', async () => {
  const headers = { 'x-forwarded-for': someAddress() };
  const good = await house.token(await house.tenant());
  for (let index = 0; index < limit + 2; index += 1) await house.through('whp_nothing', 'GET', path, { headers });
  await expect.poll(async () => (await house.through(good, 'GET', path, { headers })).status).toBe(200);
});

test('one that is shown many times at once is asked about once, and refused to nobody', async () => {
  const headers = { 'x-forwarded-for': someAddress() };
  const good = await house.token(await house.tenant());
  const statuses = await Promise.all(
    Array.from({ length: 5 * limit }, async () => (await house.through(good, 'GET', path, { headers })).status),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test('what is longer than any token of ours is refused without asking anyone', async () => {
  const before = await exchanges();
  const headers = { 'x-forwarded-for': someAddress() };
  const { status, body } = await house.through('x'.repeat(3_000), 'GET', path, { headers });
  expect([status, body.error.code, await exchanges()]).toEqual([401, 'unauthenticated', before]);
});
