import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import type { ActionRow } from '../src/records/row.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { writeAction } from './write-action.ts';

/** Auth beside the agent, with the tenant in it whose cluster this is. */
let house: AgentHouse;

beforeAll(async () => {
  house = await startAgent({ beside: [authModule] });
  await put('active');
});
afterAll(() => house.stop());

/** As auth would have it; resolves when the agent has heard of it. */
async function put(state: 'active' | 'suspended'): Promise<void> {
  const { tenantId } = house.who;
  await house.db.system((db) =>
    db.query(
      `INSERT INTO auth.tenants (id, slug, name, state, created_at, updated_at) VALUES ($1, $2, 'Acme', $3, now(), now())
       ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
      [tenantId, `acme-${randomUUID()}`, state],
    ),
  );
  await eventually(async () => {
    const noted = await house.db.look('SELECT FROM action_agent.suspended_tenants WHERE tenant_id = $1', [tenantId]);
    expect(noted).toHaveLength(state === 'active' ? 0 : 1);
  });
}

const actionBy = (column: 'id' | 'decision_id', value: string) =>
  eventually(async () => {
    const [row] = await house.db.tenant(house.who.tenantId, (db) =>
      db.query<ActionRow>(`SELECT * FROM action_agent.actions WHERE ${column} = $1`, [value]),
    );
    if (row === undefined) throw new Error('no action yet');
    return row;
  });
const isCordoned = async (name: string) => {
  const { spec } = await house.kube.client.get<{ spec?: { unschedulable?: boolean } }>(`/api/v1/nodes/${name}`);
  return spec?.unschedulable ?? false;
};

test('what is decided for a suspended tenant waits, says why, and is done when the tenant is active again', async () => {
  await put('suspended');
  const node_name = await house.kube.node();
  const decisionId = await house.decide({ action: 'cordon_node', target: { node_name } });
  await eventually(async () =>
    expect(await actionBy('decision_id', decisionId)).toMatchObject({
      status: 'executing',
      step: 'waiting_for_target',
      effect: 'not_sent',
      progress: expect.stringContaining('suspended') as string,
    }),
  );
  expect(await isCordoned(node_name)).toBe(false);
  await put('active');
  expect(await house.ended(decisionId)).toMatchObject({ status: 'success', progress: null });
  expect(await isCordoned(node_name)).toBe(true);
});

test('what waits for approval expires in a suspended tenant as in any other', async () => {
  await put('suspended');
  const id = await writeAction(house.db, house.who.tenantId, new Date(), {
    cluster_id: house.clusterId,
    expires_at: new Date(Date.now() + 1_000),
  });
  await eventually(async () => expect(await actionBy('id', id)).toMatchObject({ status: 'expired' }));
  await put('active');
});

test('what was begun before the suspension is brought to its end', async () => {
  const node_name = await house.kube.node();
  const asked = { action: 'cordon_node', target: { node_name } } as const;
  const { plan, restarted_at } = await house.ended(await house.decide(asked));
  await put('suspended');
  const now = new Date();
  const begun = { status: 'executing', started_at: now, expires_at: null, plan, restarted_at } as const;
  const ids = await Promise.all([
    writeAction(house.db, house.who.tenantId, now, {
      ...asked,
      ...begun,
      cluster_id: house.clusterId,
      effect: 'accepted',
      effect_at: now,
      step: 'verifying',
    }),
    writeAction(house.db, house.who.tenantId, now, {
      ...asked,
      ...begun,
      cluster_id: house.clusterId,
      effect: 'unknown',
      step: 'applying',
    }),
  ]);
  for (const id of ids)
    await eventually(async () => expect(await actionBy('id', id)).toMatchObject({ status: 'success' }));
  await put('active');
});
