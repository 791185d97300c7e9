import { randomUUID } from 'node:crypto';
import { type Api, mustHave } from './api.ts';
import { inParallel } from './fleet.ts';
import type { PodIdentity } from './standing.ts';

/**
 * Deployments for pods that only stand there, as their controllers would have left them: rolled out, budgets with
 * headroom, autoscalers at rest. Only for a cluster without controllers: the pods' ReplicaSets are nothing but names,
 * and a controller would clear their pods away.
 */

export const podsPerWorkload = 100;
/** Of so many Deployments one has a budget, and another an autoscaler. */
const oneIn = 10;

const hashOf = (workload: number) => (0x6b_00_00_00 + workload * 7_919).toString(16);
const workloadName = (workload: number) => `app-${String(workload).padStart(3, '0')}`;

/** Who a pod is: one of its Deployment's, by way of a ReplicaSet. */
export function workloadPods(): (index: number) => PodIdentity {
  const uids = new Map<number, string>();
  return (index) => {
    const workload = Math.floor(index / podsPerWorkload);
    const uid = uids.get(workload) ?? randomUUID();
    uids.set(workload, uid);
    const replicaSet = `${workloadName(workload)}-${hashOf(workload)}`;
    return {
      name: `${replicaSet}-${String(index % podsPerWorkload).padStart(5, '0')}`,
      labels: { app: workloadName(workload), 'pod-template-hash': hashOf(workload) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: replicaSet,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    };
  };
}

export async function writeStandingWorkloads(api: Api, namespace: string, pods: number, width: number): Promise<void> {
  const write = async (group: string, kind: string, name: string, spec: object, status: object) => {
    const collection = `/apis/${group}/namespaces/${namespace}/${kind.toLowerCase()}s`;
    const object = { apiVersion: group, kind, metadata: { name }, spec };
    mustHave(await api.call('POST', collection, object), `making ${kind} ${name}`);
    mustHave(await api.call('PATCH', `${collection}/${name}/status`, { status }), `settling ${kind} ${name}`);
  };
  await inParallel([...Array(Math.ceil(pods / podsPerWorkload)).keys()], width, async (workload) => {
    const name = workloadName(workload);
    const replicas = Math.min(podsPerWorkload, pods - workload * podsPerWorkload);
    const matchLabels = { app: name };
    const template = { metadata: { labels: matchLabels }, spec: { containers: [{ name: 'c', image: 'c' }] } };
    await write('apps/v1', 'Deployment', name, { replicas, selector: { matchLabels }, template }, deployed(replicas));
    if (workload % oneIn === 0) {
      const spec = { maxUnavailable: 10, selector: { matchLabels } };
      await write('policy/v1', 'PodDisruptionBudget', name, spec, guarded(replicas));
    }
    if (workload % oneIn === 1) {
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
      const spec = { scaleTargetRef, minReplicas: 1, maxReplicas: replicas * 2 };
      await write('autoscaling/v2', 'HorizontalPodAutoscaler', name, spec, scaled(replicas));
    }
  });
}

function deployed(replicas: number): object {
  const now = new Date().toISOString();
  const condition = (type: string, reason: string) => ({
    type,
    status: 'True',
    reason,
    lastUpdateTime: now,
    lastTransitionTime: now,
  });
  return {
    observedGeneration: 1,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    conditions: [
      condition('Progressing', 'NewReplicaSetAvailable'),
      condition('Available', 'MinimumReplicasAvailable'),
    ],
  };
}

function guarded(replicas: number): object {
  const disruptionsAllowed = Math.min(10, replicas);
  return {
    observedGeneration: 1,
    currentHealthy: replicas,
    desiredHealthy: replicas - disruptionsAllowed,
    expectedPods: replicas,
    disruptionsAllowed,
  };
}

function scaled(replicas: number): object {
  const lastTransitionTime = new Date().toISOString();
  return {
    currentReplicas: replicas,
    desiredReplicas: replicas,
    conditions: [{ type: 'AbleToScale', status: 'True', reason: 'ReadyForNewScale', lastTransitionTime }],
  };
}
