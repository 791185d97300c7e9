import { makeIds, outbox, systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { type AgentHouse, startAgent } from './house.ts';

let house: AgentHouse;
beforeAll(async () => {
  house = await startAgent({ beside: [authModule] });
});
afterAll(() => house.stop());

test('agent and monitor forget a deleted tenant, and nobody works on its cluster any more', async () => {
  const node_name = await house.kube.node();
  await house.ended(await house.decide({ action: 'cordon_node', target: { node_name } }));
  const { tenantId } = house.who;
  const rows = async () => {
    const tables = ['actions', 'decisions', 'known_tenants', 'open_actions'].map((table) => `action_agent.${table}`);
    const watched = ['watches', 'health', 'issues', 'nodes', 'workloads', 'scores'].map(
      (table) => `k8s_monitor.${table}`,
    );
    const counts = await house.db.tenant(tenantId, (db) =>
      Promise.all(
        [...tables, ...watched].map((table) =>
          db.query(`SELECT FROM ${table} WHERE tenant_id = $1 LIMIT 1`, [tenantId]),
        ),
      ),
    );
    return counts.reduce((sum, { length }) => sum + length, 0);
  };
  const watchers = () =>
    house.db.look('SELECT FROM k8s_monitor.leases WHERE target = $1 AND leased_until > clock_timestamp()', [
      `cluster ${house.clusterId}`,
    ]);
  const agentIs = async () => {
    const answer = await fetch(`${house.addresses['action-agent'] ?? ''}/readyz`);
    return answer.text();
  };
  expect(await rows()).toBeGreaterThan(5);
  expect(await watchers()).toHaveLength(1);
  expect(await agentIs()).not.toContain('no cluster is registered');

  const emit = outbox('auth', makeIds(systemClock), systemClock);
  await house.db.tenant(tenantId, (db) => emit(db, 'internal.tenant_deleted', { tenant_id: tenantId }));
  await eventually(async () => {
    expect(await watchers()).toHaveLength(0);
    expect(await rows()).toBe(0);
  });
  await eventually(async () => expect(await agentIs()).toContain('no cluster is registered'));
});
