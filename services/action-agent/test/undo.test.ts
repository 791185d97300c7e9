import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentHouse, startAgent } from './house.ts';

let house: AgentHouse;

beforeAll(async () => {
  house = await startAgent();
});
afterAll(() => house.stop());

interface NodeObject {
  readonly spec?: { readonly unschedulable?: boolean };
}
interface DeploymentObject {
  readonly spec: { readonly replicas: number };
}

const post = (path: string, body?: object) =>
  house.call(house.who, 'POST', `/api/v1/actions/${path}`, body === undefined ? {} : { body });
const one = async (id: string) => (await house.call(house.who, 'GET', `/api/v1/actions/${id}`)).body;
const isCordoned = async (node: string) =>
  (await house.kube.client.get<NodeObject>(`/api/v1/nodes/${node}`)).spec?.unschedulable ?? false;
const pathOf = ({ namespace, name }: { namespace: string; name: string }) =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
const replicasOf = async (made: { namespace: string; name: string }) =>
  (await house.kube.client.get<DeploymentObject>(pathOf(made))).spec.replicas;

const ended = async (id: string) => {
  await expect.poll(async () => (await one(id)).finished_at, { timeout: 30_000 }).not.toBeNull();
  return one(id);
};

describe('to undo', () => {
  test('a cordon uncordons at once', async () => {
    const node_name = await house.kube.node();
    const done = await house.ended(await house.decide({ action: 'cordon_node', target: { node_name } }));
    const undo = await post(`${done.id}/undo`, { reason: 'it was fine' });
    expect(undo).toMatchObject({
      status: 202,
      body: { status: 'executing', action: 'uncordon_node', undoes: done.id, origin: 'manual', reason: 'it was fine' },
    });
    expect(undo.headers.get('location')).toBe(`/api/v1/actions/${undo.body.id}`);
    expect(await ended(undo.body.id)).toMatchObject({ status: 'success' });
    expect(await isCordoned(node_name)).toBe(false);
    const again = await post(`${done.id}/undo`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect(again.body.error.details).toMatchObject([
      { field: 'spec.unschedulable', message: 'is false, was left at true' },
    ]);
  });

  test('an uncordon waits for approval, which whoever asked for it may give', async () => {
    const node_name = await house.kube.node();
    await house.kube.cordon(node_name, true);
    const done = await house.ended(await house.decide({ action: 'uncordon_node', target: { node_name } }));
    const undo = await post(`${done.id}/undo`);
    expect(undo).toMatchObject({ status: 202, body: { status: 'pending_approval', action: 'cordon_node' } });
    expect(undo.body.plan.changes).toEqual([{ field: 'spec.unschedulable', before: false, after: true }]);
    expect(await post(`${undo.body.id}/approve`)).toMatchObject({ status: 202 });
    expect(await ended(undo.body.id)).toMatchObject({ status: 'success' });
    expect(await isCordoned(node_name)).toBe(true);
  });

  test.each([
    ['up', 2, 4],
    ['down', 4, 2],
  ])('a scaling %s gives the replicas there were', async (_, before, after) => {
    const made = await house.kube.deployment(before);
    const target = { namespace: made.namespace, deployment_name: made.name, replicas: after };
    const done = await house.ended(await house.decide({ action: 'scale_deployment', target }));
    const undo = await post(`${done.id}/undo`);
    expect(undo).toMatchObject({ status: 202, body: { status: 'pending_approval', target: { replicas: before } } });
    expect(await post(`${undo.body.id}/approve`)).toMatchObject({ status: 202 });
    expect(await ended(undo.body.id)).toMatchObject({ status: 'success', undoes: done.id });
    expect(await replicasOf(made)).toBe(before);
  });

  test('what others have changed since is refused, with the difference', async () => {
    const made = await house.kube.deployment(1);
    const target = { namespace: made.namespace, deployment_name: made.name };
    const done = await house.ended(await house.decide({ action: 'scale_deployment', target }));
    await house.kube.client.patch(pathOf(made), { spec: { replicas: 5 } });
    const undo = await post(`${done.id}/undo`);
    expect(undo).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect(undo.body.error.message).toContain('spec.replicas is 5, was left at 2');
    expect(await replicasOf(made)).toBe(5);
  });

  test('is refused where nothing takes it back, or it changed nothing', async () => {
    const made = await house.kube.deployment(1);
    const target = { namespace: made.namespace, deployment_name: made.name };
    const restart = await house.ended(await house.decide({ action: 'rollback_deployment', target }));
    const undo = await post(`${restart.id}/undo`);
    expect(undo).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect(undo.body.error.message).toContain(restart.plan?.undo.words);
    const missing = { action: 'cordon_node', target: { node_name: 'no-such-node' } } as const;
    const failed = await house.ended(await house.decide(missing));
    expect((await post(`${failed.id}/undo`)).body.error.message).toContain('it changed nothing');
  });
});
