import { randomUUID } from 'node:crypto';
import { caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from './follow.ts';
import { type AgentHouse, startAgent } from './house.ts';

/** A person, the HTTP part, a worker and a real cluster. */
let house: AgentHouse;

beforeAll(async () => {
  house = await startAgent();
});
afterAll(() => house.stop());

const actions = '/api/v1/actions';
const get = (path: string) => house.call(house.who, 'GET', path);
const post = (path: string, body?: unknown, headers = {}) =>
  house.call(house.who, 'POST', path, { headers, ...(body === undefined ? {} : { body }) });

const isCordoned = async (name: string) => {
  const { spec } = await house.kube.client.get<{ spec?: { unschedulable?: boolean } }>(`/api/v1/nodes/${name}`);
  return spec?.unschedulable ?? false;
};

/** The pending action of a decision, when its plan is there. */
async function proposed(decision: Parameters<AgentHouse['decide']>[0]) {
  const decisionId = await house.decide({ ...decision, AutoApprove: false });
  return eventually(async () => {
    const { body } = await get(`${actions}/pending`);
    const found = body.data.find((one: { decision_id: string }) => one.decision_id === decisionId);
    expect(found?.plan).toBeTruthy();
    return found;
  });
}

const endOf = (id: string) =>
  eventually(async () => {
    const { body } = await get(`${actions}/${id}`);
    expect(body.finished_at).not.toBeNull();
    return body;
  });

describe('on a real cluster', () => {
  test('what is proposed is approved as its plan shows it, and done', async () => {
    const node_name = await house.kube.node();
    const { id, plan } = await proposed({ action: 'cordon_node', target: { node_name } });
    expect(plan.changes).toEqual([{ field: 'spec.unschedulable', before: false, after: true }]);
    expect(await isCordoned(node_name)).toBe(false);
    const stream = await follow(house, house.who, id);
    const approval = await post(`${actions}/${id}/approve`, { reason: 'Go.' }, { 'if-match': plan.etag });
    expect(approval).toMatchObject({ status: 202, body: { status: 'executing' } });
    expect(await endOf(id)).toMatchObject({ status: 'success', note: 'Go.', approved_by: { type: 'user' } });
    expect(await isCordoned(node_name)).toBe(true);
    await stream.ended;
    expect((await stream.upTo(2)).at(-1)).toMatchObject({ event: 'ended', data: { status: 'success' } });
  });

  test('who approves what has changed is shown the new plan, and nothing is touched', async () => {
    const node_name = await house.kube.node();
    const { id, plan } = await proposed({ action: 'cordon_node', target: { node_name } });
    await house.kube.cordon(node_name, true);
    const answer = await post(`${actions}/${id}/approve`, {}, { 'if-match': plan.etag });
    const now = { changes: [{ field: 'spec.unschedulable', before: true, after: true }] };
    expect(answer).toMatchObject({ status: 412, body: { error: { code: 'plan_changed' }, plan: now } });
    expect((await get(`${actions}/${id}`)).body).toMatchObject({ status: 'pending_approval', plan: now });
  });

  test('what a budget forbids is not approved, and waits on', async () => {
    const made = await house.kube.deployment(3);
    await house.kube.client.create(`/apis/policy/v1/namespaces/${made.namespace}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: made.name } } },
    });
    const target = { namespace: made.namespace, deployment_name: made.name, replicas: 1 };
    const { id } = await proposed({ action: 'scale_deployment', target });
    expect(await post(`${actions}/${id}/approve`)).toMatchObject({
      status: 409,
      body: { error: { code: 'pdb_violation', message: expect.stringContaining('web') } },
    });
    expect((await get(`${actions}/${id}`)).body).toMatchObject({ status: 'pending_approval' });
  });

  test('what a person asks for is planned, and done at once', async () => {
    const node_name = await house.kube.node();
    await house.kube.cordon(node_name, true);
    const planned = await post(`${actions}/plan`, { action: 'uncordon_node', target: { node_name } });
    expect(planned).toMatchObject({
      status: 200,
      body: { changes: [{ field: 'spec.unschedulable', before: true, after: false }], refused: null },
    });
    expect(await isCordoned(node_name)).toBe(true);
    const { body } = await post(`${actions}/uncordon`, { node_name });
    expect(await endOf(body.id)).toMatchObject({ status: 'success', origin: 'manual', plan: planned.body });
    expect(await isCordoned(node_name)).toBe(false);
  });

  test('a Deployment is restarted for a person', async () => {
    const made = await house.kube.deployment(1);
    const before = await house.kube.pods(made.namespace);
    const asked = { namespace: made.namespace, deployment_name: made.name, cluster_id: house.clusterId };
    const { body } = await post(`${actions}/rollback`, asked);
    expect(await endOf(body.id)).toMatchObject({ status: 'success', action: 'rollback_deployment' });
    const after = await house.kube.pods(made.namespace);
    expect(after.map(({ metadata }) => metadata.uid)).not.toContain(before[0]?.metadata.uid);
  });

  test('another tenant neither plans nor acts there', async () => {
    const stranger = await caller();
    const body = { node_name: 'any', cluster_id: house.clusterId };
    expect(await house.call(stranger, 'POST', `${actions}/uncordon`, { body })).toMatchObject({ status: 404 });
    const { id } = await proposed({ action: 'cordon_node', target: { node_name: `no-${randomUUID()}` } });
    expect(await house.call(stranger, 'POST', `${actions}/${id}/approve`)).toMatchObject({ status: 404 });
  });
});
