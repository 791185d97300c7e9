import { join } from 'node:path';
import { accessFromFile, type ClusterClient, KubernetesError, openCluster } from '@wheelhouse/kubernetes';
import type { Control } from '../crash/subject.ts';
import type { AgentLane } from '../crash-actions/lane.ts';
import type { Wrong } from './counting.ts';
import { type DrainWork, drainWay, publish, release } from './work.ts';

type DrainControl = Control<AgentLane, DrainWork, Wrong>;

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
}

const eviction = 'POST pods/eviction';

async function podsOf(client: ClusterClient, namespace: string, node: string): Promise<readonly Pod[]> {
  const ofNode = `fieldSelector=${encodeURIComponent(`spec.nodeName=${node}`)}`;
  const { items } = await client.get<{ readonly items: readonly Pod[] }>(
    `/api/v1/namespaces/${namespace}/pods?${ofNode}`,
  );
  return items;
}

/** What a process would do that has forgotten what it did: its pods evicted once more, under the name of the action. */
async function evictByHand(
  { stage, owner, kube }: AgentLane,
  { decision, node, namespace }: DrainWork,
  times: number,
  which: (pod: Pod) => boolean,
): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM action_agent.actions WHERE decision_id = $1', [
    decision.decision_id,
  ]);
  const access = await accessFromFile(join(stage.settings['HOME'] ?? '', '.kube/config'));
  const client = openCluster(access, { userAgent: `wheelhouse-action-agent (action ${rows[0]?.id}; lease 1)` });
  const pod = (await podsOf(kube.client, namespace, node)).find(which);
  if (pod === undefined) throw new Error('the control finds no such pod');
  const { name, uid } = pod.metadata;
  const body = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: { gracePeriodSeconds: 30, preconditions: { uid } },
  };
  for (let time = 0; time < times; time += 1)
    await client.create(`/api/v1/namespaces/${namespace}/pods/${name}/eviction`, body).catch((error: unknown) => {
      if (!(error instanceof KubernetesError) || error.status !== 429) throw error;
    });
  await client.close();
}

/** Pods of the node that have it cannot be gone before it is taken off them. */
const finalizer = 'wheelhouse.dev/kept-by-the-control';

async function keepPods({ kube }: AgentLane, { namespace, node }: DrainWork, isKept: boolean): Promise<void> {
  for (const { metadata } of await podsOf(kube.client, namespace, node))
    await kube.client.patch(`/api/v1/namespaces/${namespace}/pods/${metadata.name}`, {
      metadata: { finalizers: isKept ? [finalizer] : null },
    });
}

const isEnding = ({ metadata }: Pod) => metadata.deletionTimestamp !== undefined;

/** Each takes away what guards against something, or does what it guards against. */
export const controls: readonly DrainControl[] = [
  {
    name: 'a pod that is ending is evicted by hand',
    way: {
      ...drainWay(true),
      start: async (lane, work) => {
        await keepPods(lane, work, true);
        await drainWay(true).start(lane, work);
      },
      // However late the death is noticed, the pod is still ending.
      afterDeath: async (lane, work) => {
        await evictByHand(lane, work, 1, isEnding);
        await keepPods(lane, work, false);
      },
    },
    death: { side: 'after', effect: eviction, nth: 2 },
    shows: 'pods evicted twice',
  },
  {
    name: 'a blocked pod is tried seven times by hand',
    way: {
      ...drainWay(true),
      // Released only afterwards: however late the death is, all seven are refused.
      start: publish,
      afterDeath: async (lane, work) => {
        await evictByHand(lane, work, 7, (pod) => pod.metadata.name.startsWith(work.budget) && !isEnding(pod));
        await release(lane, work);
      },
    },
    death: { side: 'after', effect: eviction, nth: 1 },
    shows: 'pods with more than five attempts',
  },
  {
    name: 'taken from the list of open actions',
    way: {
      ...drainWay(true),
      afterDeath: async ({ owner }, { decision }) => {
        await owner.query(
          'DELETE FROM action_agent.open_actions WHERE action_id IN (SELECT id FROM action_agent.actions WHERE decision_id = $1)',
          [decision.decision_id],
        );
      },
    },
    death: { side: 'after', effect: eviction, nth: 3 },
    shows: 'records not terminal',
  },
];
