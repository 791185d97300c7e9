import { isAtMaximum } from '../state/autoscaler.ts';
import { type ClusterState, ownerKey } from '../state/cluster-state.ts';
import type { Rule } from './rule.ts';
import { examples, nodeObject, objectOf, podName } from './words.ts';

const autoscalerAtMaximum: Rule<never> = {
  name: 'autoscaler_at_maximum',
  category: 'capacity',
  title: 'Autoscaler at its maximum',
  meaning:
    'The HorizontalPodAutoscaler has reached its maximum number of replicas and would keep or exceed it: it cannot absorb more load. An autoscaler whose minimum equals its maximum counts only while it reports that it wants more.',
  suggestedAction:
    'See what drives it: kubectl -n {namespace} describe hpa {name}. If the load is real, raise maxReplicas: kubectl -n {namespace} edit hpa {name}.',
  steps: [{ afterSeconds: 300, severity: 'warning', impact: 2 }],
  thresholds: {},
  *find(state) {
    for (const scaler of state.autoscalers.values()) {
      const { namespace, name, target, maximum, current, wantsMore } = scaler;
      if (!isAtMaximum(scaler)) continue;
      yield {
        object: { kind: 'HorizontalPodAutoscaler', namespace, name },
        message: `${target} has ${current} of at most ${maximum} replicas${wantsMore ? ', and more are wanted' : ''}.`,
        since: scaler.wantsMoreSince,
      };
    }
  },
};

const usageNearLimit: Rule<'percent'> = {
  name: 'usage_near_limit',
  category: 'capacity',
  title: 'Usage near the limit',
  meaning:
    'A node uses nearly all of the CPU or memory allocatable to pods, or a pod whose containers all have a memory limit uses nearly all of that limit. Requires a metrics server in the cluster.',
  suggestedAction:
    'See what uses it: kubectl top pods -A --sort-by=cpu (or memory). For a node: move pods elsewhere or add nodes. For a workload: raise its memory limit before it is OOM-killed.',
  steps: [{ afterSeconds: 60, severity: 'warning', impact: 2 }],
  thresholds: {
    percent: { default: 90, minimum: 50, maximum: 100, about: 'share of the limit from which it counts, in percent' },
  },
  *find(state, _now, { percent }) {
    for (const [name, node] of state.nodes) {
      const used = state.usage.nodes.get(name);
      if (used === undefined) continue;
      const near = [
        { what: 'CPU', share: share(used.cpuMillis, node.cpuMillis) },
        { what: 'memory', share: share(used.memoryKiB, node.memoryKiB) },
      ].filter((each) => each.share >= percent);
      if (near.length === 0) continue;
      const message = `The node uses ${near.map((each) => `${each.share} % of its ${each.what}`).join(' and ')}.`;
      yield { object: nodeObject(name), message };
    }
    for (const [owner, pods] of nearLimitByOwner(state, percent)) {
      const highest = Math.max(...pods.map((pod) => pod.share));
      const names = pods.map((pod) => pod.name).toSorted();
      const message = `Memory near its limit, up to ${highest} %: ${examples(names)}.`;
      yield { object: objectOf(owner), message, pod: names[0] };
    }
  },
};

interface NearLimit {
  readonly name: string;
  readonly share: number;
}

function nearLimitByOwner(state: ClusterState, percent: number): ReadonlyMap<string, readonly NearLimit[]> {
  const owners = new Map<string, NearLimit[]>();
  for (const [key, pod] of state.nearLimit) {
    const found = { name: podName(key), share: share(state.usage.pods.get(key) ?? 0, pod.memoryLimitKiB) };
    if (found.share < percent) continue;
    const owner = ownerKey(key, pod);
    owners.set(owner, [...(owners.get(owner) ?? []), found]);
  }
  return owners;
}

function share(used: number, of: number): number {
  return of === 0 ? 0 : Math.floor((used * 100) / of);
}

export const capacityRules: readonly Rule[] = [autoscalerAtMaximum, usageNearLimit];
