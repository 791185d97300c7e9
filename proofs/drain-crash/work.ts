import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { decisionTo } from '../agent-workers/decision.ts';
import type { Way } from '../crash/subject.ts';
import type { AgentLane } from '../crash-actions/lane.ts';

/** One drain of a node of its own. */
export interface DrainWork {
  readonly decision: Decision;
  readonly node: string;
  readonly namespace: string;
  readonly budget: string;
  /** Whether its budget is opened while it is drained, or blocks to the end. */
  readonly isReleased: boolean;
}

export type DrainWay = Way<AgentLane, DrainWork>;

/** One after the other each has five attempts of its own: of a budget that blocks to the end there is one. */
const pods = { released: { free: 8, guarded: 4 }, blocked: { free: 11, guarded: 1 } };
const madeWithinMs = 120_000;
/** By then the first attempt was refused, unless the process died of it. */
const releasedAfterMs = 3_000;
/** Long enough that whoever comes next finds some of them still ending. */
const endAfter = '2s';

export function drainWay(isReleased: boolean): DrainWay {
  return {
    name: isReleased ? 'drain, blocked at first' : 'drain, blocked to the end',
    prepare: (lane) => eventually(() => prepare(lane, isReleased), madeWithinMs),
    start: async (lane, work) => {
      await publish(lane, work);
      if (!isReleased) return;
      await wait(releasedAfterMs);
      await release(lane, work);
    },
  };
}

export async function publish({ broker }: AgentLane, { decision }: DrainWork): Promise<void> {
  const { decision_id: id, cluster_id: key } = decision;
  await broker.publish({ exchange: 'analysis.decisions', key, body: JSON.stringify(decision), id });
}

/** From now on its budget lets all pods go. */
export async function release({ kube }: AgentLane, work: DrainWork): Promise<void> {
  await eventually(() => kube.client.patch(budgetPath(work), { spec: { minAvailable: 0 } }), madeWithinMs);
}

async function prepare({ stage, kube, namespace }: AgentLane, isReleased: boolean): Promise<DrainWork> {
  const node = await kube.reservedNode();
  const { free, guarded } = isReleased ? pods.released : pods.blocked;
  const annotations = { 'wheelhouse.dev/end-after': endAfter };
  await kube.deployment(free, { namespace, node, annotations });
  const { name: budget } = await kube.deployment(guarded, { namespace, node, annotations });
  const work = {
    decision: decisionTo(stage, { action: 'drain_node', target: { node_name: node } }),
    node,
    namespace,
    budget,
    isReleased,
  };
  await kube.client.create(budgetsPath(namespace), {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: budget },
    spec: { minAvailable: guarded, selector: { matchLabels: { app: budget } } },
  });
  await eventually(async () => {
    const { status } = await kube.client.get<{ readonly status?: { readonly currentHealthy?: number } }>(
      budgetPath(work),
    );
    if (status?.currentHealthy !== guarded) throw new Error(`budget ${budget} has not counted its pods`);
  }, madeWithinMs);
  return work;
}

function budgetsPath(namespace: string): string {
  return `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
}

function budgetPath({ namespace, budget }: Pick<DrainWork, 'namespace' | 'budget'>): string {
  return `${budgetsPath(namespace)}/${budget}`;
}
