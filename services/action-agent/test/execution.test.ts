import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentHouse, startAgent } from './house.ts';
import { writeAction } from './write-action.ts';

let house: AgentHouse;

beforeAll(async () => {
  house = await startAgent();
});
afterAll(() => house.stop());

interface NodeObject {
  readonly spec?: { readonly unschedulable?: boolean };
}
interface DeploymentObject {
  readonly spec: { readonly replicas: number; readonly template: { readonly metadata: object } };
}

const deploymentPath = ({ namespace, name }: { namespace: string; name: string }) =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

describe('a decision with AutoApprove', () => {
  test('cordons and uncordons a node', async () => {
    const node_name = await house.kube.node();
    const cordon = await house.ended(await house.decide({ action: 'cordon_node', target: { node_name } }));
    expect(cordon).toMatchObject({ status: 'success', result: null, error: null, effect: 'accepted', details: {} });
    expect(cordon.plan?.changes).toEqual([{ field: 'spec.unschedulable', before: false, after: true }]);
    expect((await house.kube.client.get<NodeObject>(`/api/v1/nodes/${node_name}`)).spec?.unschedulable).toBe(true);
    const uncordon = await house.ended(await house.decide({ action: 'uncordon_node', target: { node_name } }));
    expect(uncordon).toMatchObject({ status: 'success' });
    expect((await house.kube.client.get<NodeObject>(`/api/v1/nodes/${node_name}`)).spec?.unschedulable ?? false).toBe(
      false,
    );
  });

  test('scales a Deployment to one more, and says that no health was compared', async () => {
    const made = await house.kube.deployment(2);
    const target = { namespace: made.namespace, deployment_name: made.name };
    const scaled = await house.ended(await house.decide({ action: 'scale_deployment', target }));
    expect(scaled).toMatchObject({
      status: 'success',
      details: { canary: { verdict: 'skipped', replicas_before: 2, replicas_after: 3 } },
    });
    expect((await house.kube.client.get<DeploymentObject>(deploymentPath(made))).spec.replicas).toBe(3);
  });

  test('restarts a Deployment, at the time that its row says', async () => {
    const made = await house.kube.deployment(2);
    const target = { namespace: made.namespace, deployment_name: made.name };
    const restarted = await house.ended(await house.decide({ action: 'rollback_deployment', target }));
    expect(restarted).toMatchObject({ status: 'success' });
    const { spec } = await house.kube.client.get<DeploymentObject>(deploymentPath(made));
    expect(spec.template.metadata).toMatchObject({
      annotations: { 'kubectl.kubernetes.io/restartedAt': restarted.restarted_at },
    });
  });

  test('restarts a pod: another takes its place', async () => {
    const made = await house.kube.deployment(2);
    const [before] = await house.kube.pods(made.namespace);
    const target = { namespace: made.namespace, pod: before?.metadata.name ?? '' };
    const restarted = await house.ended(await house.decide({ action: 'restart_pod', target }));
    expect(restarted).toMatchObject({ status: 'success' });
    const after = await house.kube.pods(made.namespace);
    expect(after.map(({ metadata }) => metadata.uid)).not.toContain(before?.metadata.uid);
  });

  test('is refused where a budget would be broken, and changes nothing', async () => {
    const made = await house.kube.deployment(3);
    await house.kube.client.create(`/apis/policy/v1/namespaces/${made.namespace}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: made.name } } },
    });
    const target = { namespace: made.namespace, deployment_name: made.name, replicas: 1 };
    const scaled = await house.ended(await house.decide({ action: 'scale_deployment', target }));
    expect(scaled).toMatchObject({ status: 'failed', result: 'refused', error: { code: 'pdb_violation' } });
    expect((await house.kube.client.get<DeploymentObject>(deploymentPath(made))).spec.replicas).toBe(3);
  });

  test('fails where its target does not exist', async () => {
    const missing = await house.ended(
      await house.decide({ action: 'cordon_node', target: { node_name: 'no-such-node' } }),
    );
    expect(missing).toMatchObject({ status: 'failed', result: 'refused', error: { code: 'target_missing' } });
  });
});

describe('where a worker died between a change and writing down its answer, another ends the action', () => {
  test.each([
    ['was made', true],
    ['was lost', false],
  ])('when the change %s', async (_, isMade) => {
    const node_name = await house.kube.node();
    const target = { node_name };
    const planned = await house.call(house.who, 'POST', '/api/v1/actions/plan', {
      body: { action: 'cordon_node', target },
    });
    await house.kube.cordon(node_name, isMade);
    const decision_id = randomUUID();
    const now = new Date();
    await writeAction(house.db, house.who.tenantId, now, {
      cluster_id: house.clusterId,
      decision_id,
      target,
      status: 'executing',
      step: 'applying',
      effect: 'unknown',
      plan: planned.body,
      planned_at: now,
      restarted_at: now.toISOString(),
      started_at: now,
      expires_at: null,
    });
    expect(await house.ended(decision_id)).toMatchObject({ status: 'success', error: null, effect: 'accepted' });
    expect((await house.kube.client.get<NodeObject>(`/api/v1/nodes/${node_name}`)).spec?.unschedulable).toBe(true);
  });
});

test('what is delivered twice is done once', async () => {
  const made = await house.kube.deployment(1);
  const decision = {
    decision_id: '01a1cf1c-5b5d-7c02-8f66-0b9d1a7e4255',
    action: 'scale_deployment',
    target: { namespace: made.namespace, deployment_name: made.name },
  } as const;
  await Promise.all(Array.from({ length: 5 }, () => house.decide(decision)));
  await house.ended(decision.decision_id);
  await house.decide(decision);
  await house.ended(await house.decide({ action: 'cordon_node', target: { node_name: 'no-such-node' } }));
  expect((await house.kube.client.get<DeploymentObject>(deploymentPath(made))).spec.replicas).toBe(2);
});
