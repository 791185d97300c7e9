import { createClient, type Schemas } from '@wheelhouse/sdk';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ActionsHouse, openActionsHouse } from '../../packages/cli/test/actions-house.ts';
import { followCordons } from '../seed/uncordon-rule.ts';

let house: ActionsHouse;
beforeAll(async () => {
  house = await openActionsHouse();
});
afterAll(() => house.close());

test("the demo's rule proposes to uncordon a node once each time, and takes it back when that is done otherwise", async () => {
  const stop = new AbortController();
  const { baseUrl, kube, clusterId, tenant, decider } = house;
  const client = createClient({ baseUrl, token: decider['WHEELHOUSE_TOKEN'] });
  const brokerUrl = house.house.vhost.url;
  const rule = followCordons({
    client,
    tenantId: tenant.id,
    clusterId,
    brokerUrl,
    signal: stop.signal,
    // It tries again: a broker that is not connected yet is no fault.
    failed: () => undefined,
  });
  onTestFinished(async () => {
    stop.abort();
    await rule;
  });
  const node = await kube.node();
  // Others cordon nodes of the same cluster.
  const ofNode = async () => {
    const found: Schemas['action-agent']['Action'][] = [];
    for await (const one of client.list('/agents/action/api/v1/actions'))
      if ('node_name' in one.target && one.target.node_name === node) found.push(one);
    return found;
  };
  const statuses = (expected: readonly string[]) =>
    eventually(async () => expect((await ofNode()).map(({ status }) => status)).toEqual(expected));
  await kube.cordon(node, true);
  await statuses(['pending_approval']);
  const [first] = await ofNode();
  expect(first).toMatchObject({
    action: 'uncordon_node',
    proposed_by: { type: 'rule' },
    decision_id: expect.any(String),
  });
  await client.post('/agents/action/api/v1/actions/{id}/reject', { params: { id: first?.id ?? '' } });
  await kube.cordon(node, false);
  await eventually(async () => {
    const { data } = await client.get('/k8s-monitor/api/v1/issues', { query: { reason: 'node_cordoned', limit: 200 } });
    expect(data.data.filter(({ object }) => object.name === node)).toEqual([]);
  });
  await kube.cordon(node, true);
  await statuses(['pending_approval', 'rejected']);
  await kube.cordon(node, false);
  await statuses(['canceled', 'rejected']);
});
