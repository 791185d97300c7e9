import { randomUUID } from 'node:crypto';
import type { AutonomyLevel } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveAutonomy } from '../src/guards/autonomy-store.ts';
import { wholeTenant } from '../src/guards/kill-switch-store.ts';
import type { ActionRow } from '../src/records/row.ts';
import { holdSettings } from '../src/settings/store.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { writeAction } from './write-action.ts';

/** Autonomy that changes between the moment an action is let in and the moment it begins. */
let house: AgentHouse;

beforeAll(async () => {
  house = await startAgent();
});
afterEach(() => set(null));
afterAll(() => house.stop());

const set = (level: AutonomyLevel | null) =>
  house.db.tenant(house.who.tenantId, (db) =>
    saveAutonomy(db, { cluster_id: wholeTenant, levels: level === null ? {} : { cordon_node: level } }),
  );

/** As one that was let in a moment ago. */
async function letIn(more: Partial<ActionRow> = {}) {
  const node_name = await house.kube.node();
  const decision_id = randomUUID();
  const now = new Date();
  await writeAction(house.db, house.who.tenantId, now, {
    cluster_id: house.clusterId,
    decision_id,
    target: { node_name },
    status: 'executing',
    step: 'waiting_for_target',
    started_at: now,
    expires_at: null,
    ...more,
  });
  return { node_name, ended: await house.ended(decision_id) };
}

const isCordoned = async (name: string) => {
  const { spec } = await house.kube.client.get<{ spec?: { unschedulable?: boolean } }>(`/api/v1/nodes/${name}`);
  return spec?.unschedulable ?? false;
};

describe('an action that runs by itself', () => {
  test.each(['ask', 'never'] as const)('does not begin once its autonomy is %s, and says so', async (level) => {
    await set(level);
    const { node_name, ended } = await letIn();
    expect(ended).toMatchObject({
      status: 'failed',
      result: 'refused',
      error: { code: 'autonomy' },
      effect: 'not_sent',
    });
    expect(await isCordoned(node_name)).toBe(false);
  });

  test.each(['auto', null] as const)('begins while its autonomy is %s', async (level) => {
    await set(level);
    const { node_name, ended } = await letIn();
    expect(ended).toMatchObject({ status: 'success' });
    expect(await isCordoned(node_name)).toBe(true);
  });

  test('goes on if it had begun before', async () => {
    const target = { node_name: await house.kube.node() };
    const body = { action: 'cordon_node', target };
    const { body: plan } = await house.call(house.who, 'POST', '/api/v1/actions/plan', { body });
    await set('ask');
    const now = new Date();
    const { ended } = await letIn({
      target,
      plan,
      planned_at: now,
      restarted_at: now.toISOString(),
      effect: 'unknown',
    });
    expect(ended).toMatchObject({ status: 'success', error: null });
    expect(await isCordoned(target.node_name)).toBe(true);
  });
});

test('an action that a person has approved asks no autonomy again', async () => {
  await set('ask');
  const { node_name, ended } = await letIn({ approved_by: { type: 'user', id: randomUUID() } });
  expect(ended).toMatchObject({ status: 'success' });
  expect(await isCordoned(node_name)).toBe(true);
});

test('who takes autonomy away waits for what begins at that moment', async () => {
  const { who, db } = house;
  const body = { autonomy: { cordon_node: 'ask' } };
  const held = Promise.withResolvers<void>();
  const begins = db.tenant(who.tenantId, async (tenant) => {
    await holdSettings(tenant);
    await held.promise;
  });
  const waiting = () =>
    db.look(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  const taken = house.call(who, 'PATCH', '/api/v1/autonomy', { body });
  await eventually(async () => expect(await waiting()).toHaveLength(1));
  held.resolve();
  await begins;
  expect(await taken).toMatchObject({ status: 200, body: { tenant: { cordon_node: 'ask' } } });
});
