import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentHouse, startAgent } from './house.ts';

let house: AgentHouse;

beforeAll(async () => {
  // Fewer than a process has decisions in hand.
  house = await startAgent({ environment: { DATABASE_CONNECTIONS: '6' } });
});
afterAll(() => house.stop());

/** Longer than what platform said of the clusters is believed. */
const untilAskedAgainMs = 5_500;

test('decisions that come all at once are all taken, though platform has to be asked over the same connections', async () => {
  await wait(untilAskedAgainMs);
  const decided = await Promise.all(
    Array.from({ length: 60 }, () => house.decide({ action: 'cordon_node', target: { node_name: 'no-such-node' } })),
  );
  const putAside = new Set<string>();
  await eventually(async () => {
    const held = await house.db.look<{ reason: string }>('SELECT reason FROM action_agent.held_messages');
    for (const { reason } of held) putAside.add(reason);
    const [taken] = await house.db.tenant(house.who.tenantId, (db) =>
      db.query<{ count: number }>('SELECT count(*) FROM action_agent.actions WHERE decision_id = ANY($1)', [decided]),
    );
    expect(taken?.count).toBe(decided.length);
  });
  expect([...putAside]).toEqual([]);
});
