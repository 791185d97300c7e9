import { type Api, apply, mustHave } from '../../dev/engines/clusters/api.ts';
import type { RuleName } from '../../services/k8s-monitor/src/rules/index.ts';
import {
  autoscaler,
  behaves,
  budget,
  calmNode,
  collections,
  deployment,
  faultyNodes,
  job,
  namespace,
  type Placed,
} from './objects.ts';

/** One fault of a real cluster: what makes it, the issue that must come, and what mends it. */
export interface LiveFault {
  readonly rule: RuleName;
  readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string };
  readonly make: (api: Api) => Promise<void>;
  readonly mend: (api: Api) => Promise<void>;
}

async function patch(api: Api, path: string, body: unknown): Promise<void> {
  mustHave(await api.call('PATCH', path, body), `PATCH ${path}`);
}

async function remove(api: Api, path: string): Promise<void> {
  mustHave(await api.call('DELETE', `${path}?propagationPolicy=Background`), `DELETE ${path}`);
}

export async function place(api: Api, { collection, ...object }: Placed): Promise<void> {
  await apply(api, collection, object);
}

export interface ReadObject {
  readonly metadata: { readonly generation: number };
  readonly spec: { readonly replicas?: number };
  readonly status: {
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly replicas?: number;
    readonly observedGeneration?: number;
    readonly numberAvailable?: number;
    readonly succeeded?: number;
    readonly disruptionsAllowed?: number;
  };
}

export async function readObject(api: Api, path: string): Promise<ReadObject> {
  const answer = await api.call('GET', path);
  mustHave(answer, `GET ${path}`);
  return JSON.parse(answer.text) as ReadObject;
}

function onNode(rule: RuleName, name: string, fault: object, healed: object): LiveFault {
  const path = `${collections.nodes}/${name}`;
  return {
    rule,
    object: { kind: 'Node', namespace: null, name },
    make: (api) => patch(api, path, fault),
    mend: (api) => patch(api, path, healed),
  };
}

function misbehavingNode(rule: RuleName, name: string, how: string): LiveFault {
  const annotated = (value: string | null) => ({ metadata: { annotations: behaves(value) } });
  return onNode(rule, name, annotated(how), annotated(null));
}

/** A Deployment whose pods misbehave, mended by a template whose pods do not. */
function misbehavingPods(rule: RuleName, name: string, how: string): LiveFault {
  return {
    rule,
    object: { kind: 'Deployment', namespace, name },
    make: (api) => place(api, deployment(name, 2, behaves(how))),
    mend: (api) =>
      patch(api, `${collections.deployments}/${name}`, {
        spec: { template: { metadata: { annotations: behaves(null) } } },
      }),
  };
}

const nowhere: LiveFault = {
  rule: 'unschedulable',
  object: { kind: 'Deployment', namespace, name: 'nowhere' },
  make: (api) => place(api, deployment('nowhere', 2, {}, 'a-node-that-is-not')),
  mend: (api) => place(api, deployment('nowhere', 2, {}, calmNode)),
};

const brokenJob: LiveFault = {
  rule: 'job_failing',
  object: { kind: 'Job', namespace, name: 'broken' },
  make: (api) => place(api, job('broken', behaves('fail'))),
  mend: (api) => remove(api, `${collections.jobs}/broken`),
};

const tightBudget: LiveFault = {
  rule: 'budget_without_headroom',
  object: { kind: 'PodDisruptionBudget', namespace, name: 'tight' },
  make: (api) => place(api, budget('tight', 'guarded', 3)),
  mend: (api) => patch(api, `${collections.budgets}/tight`, { spec: { minAvailable: 1 } }),
};

/** Its first look at its target comes after 15 s; until then its status says what that look will find. */
const fullAutoscaler: LiveFault = {
  rule: 'autoscaler_at_maximum',
  object: { kind: 'HorizontalPodAutoscaler', namespace, name: 'peak' },
  make: async (api) => {
    await place(api, autoscaler('peak', 'peak', 3));
    await patch(api, `${collections.autoscalers}/peak/status`, { status: { currentReplicas: 3, desiredReplicas: 3 } });
  },
  mend: (api) => patch(api, `${collections.autoscalers}/peak`, { spec: { maxReplicas: 10 } }),
};

/** What a pod uses is written on it; metrics-server asks for it every 10 s. */
const fullPods: LiveFault = {
  rule: 'usage_near_limit',
  object: { kind: 'Deployment', namespace, name: 'full' },
  make: (api) => useMemory(api, '95Mi'),
  mend: (api) => remove(api, `${collections.deployments}/full`),
};

async function useMemory(api: Api, memory: string): Promise<void> {
  const listed = await api.call('GET', `${collections.pods}?labelSelector=app%3Dfull`);
  mustHave(listed, 'listing pods');
  const { items } = JSON.parse(listed.text) as { items: readonly { readonly metadata: { readonly name: string } }[] };
  for (const { metadata } of items)
    await patch(api, `${collections.pods}/${metadata.name}`, {
      metadata: { annotations: { 'kwok.x-k8s.io/usage-memory': memory } },
    });
}

export const liveFaults: readonly LiveFault[] = [
  misbehavingNode('node_not_ready', faultyNodes.notReady, 'not-ready'),
  misbehavingNode('node_pressure', faultyNodes.pressed, 'memory-pressure'),
  onNode('node_cordoned', faultyNodes.cordoned, { spec: { unschedulable: true } }, { spec: { unschedulable: null } }),
  misbehavingPods('crash_loop', 'crasher', 'crash-loop'),
  misbehavingPods('oom_killed', 'hungry', 'oom'),
  misbehavingPods('image_pull', 'imageless', 'image-pull'),
  misbehavingPods('replica_shortfall', 'unready', 'unready'),
  nowhere,
  brokenJob,
  tightBudget,
  fullAutoscaler,
];

/** Told only after metrics-server has asked twice, which takes half of what the quick size may take. */
export const meteredFaults: readonly LiveFault[] = [fullPods];
