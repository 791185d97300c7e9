import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DrainHouse, startDrains } from './drain-house.ts';
import { allReady, makePool, type Pool } from './drain-objects.ts';

let house: DrainHouse;
let pool: Pool;

beforeAll(async () => {
  house = await startDrains();
});
afterAll(() => house.stop());
beforeEach(async () => {
  pool = await makePool(house.kube);
});
afterEach(() => pool.remove());

describe('a drain', () => {
  test('evicts every pod, and says of each what became of it', async () => {
    const node = await pool.node();
    for (const name of ['a', 'b', 'c']) await pool.pod(name, node);
    await allReady(pool, 3);
    const { row, asked } = await house.drain(node);
    expect(row).toMatchObject({ status: 'success', result: null, error: null });
    expect(row.details.pods).toMatchObject(
      ['a', 'b', 'c'].map((pod) => ({ pod, status: 'evicted', attempts: 1, reason: null, next_try_at: null })),
    );
    expect(row.details.drain).toMatchObject({ node_cordoned: true, pass: 1, counts: { evicted: 3, waiting: 0 } });
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
