import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, incident, observations, startHouse } from './house.ts';
import { crashing } from './seen.ts';

/** Two hundred incidents of one cluster at once, as when a zone is lost. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const many = 200;
const answersAfterMs = 10;

test('are all observed, two at a time', async () => {
  const { who, tenantId, clusterId } = house.place();
  house.neighbours.evidence = async () => {
    await wait(answersAfterMs);
    return crashing();
  };
  await house.say(tenantId, ...Array.from({ length: many }, () => incident({ clusterId }, house.clock)));
  await eventually(async () => {
    expect(await house.get(who, `${observations}?status=complete`)).toMatchObject({ total: many });
  });
  expect((await house.get(who, observations)).total).toBe(many);
  const told = await house.told(tenantId);
  expect(new Set(told.map(({ incident_id: id }) => id)).size).toBe(many);
  expect(told).toHaveLength(many);
  expect(house.neighbours.mostAtOnce()).toBe(2);
});
