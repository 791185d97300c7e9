import type { ClusterState } from '../state/cluster-state.ts';
import type { WorkloadFacts } from '../state/facts.ts';
import type { Rule } from './rule.ts';
import { objectOf, withWarning } from './words.ts';

export const replicaShortfall: Rule<'update_seconds'> = {
  name: 'replica_shortfall',
  category: 'workloads',
  title: 'Too few replicas',
  meaning:
    'A Deployment, StatefulSet or DaemonSet has fewer available pods than its own update strategy would allow during an update (desired − `maxUnavailable`, rounded as Kubernetes does), or none at all, or its update has stalled (`ProgressDeadlineExceeded`, an issue immediately). DaemonSet pods on nodes that are still joining do not count as missing.',
  suggestedAction:
    'See what is blocking it: kubectl -n {namespace} describe {kind} {name}, and its pods: kubectl -n {namespace} get pods.',
  undoMayHelp: true,
  steps: [{ afterSeconds: 30, severity: 'warning', impact: 5 }],
  worst: { name: 'none_available', when: 'none is available', severity: 'critical', impact: 10 },
  thresholds: {
    update_seconds: {
      default: 300,
      minimum: 0,
      maximum: 86_400,
      about: 'how long none may be available during an update whose strategy allows all of them to be down at once',
    },
  },
  *find(state, _now, { update_seconds: updateSeconds }) {
    const joining = countJoining(state);
    for (const [key, workload] of state.workloads) {
      const { kind, available, stuck } = workload;
      const desired = kind === 'DaemonSet' ? Math.max(0, workload.desired - joining) : workload.desired;
      if (desired === 0) continue;
      const least = desired - workload.mayBeAway;
      const isWorst = available === 0;
      if (stuck === undefined && available >= least && !isWorst) continue;
      yield {
        object: objectOf(key),
        message: withWarning(state, words(workload, desired), [key]),
        since: stuck === undefined ? workload.unavailableSince : workload.stuckSince,
        afterSeconds: stuck !== undefined ? 0 : least <= 0 && mayUpdate(workload) ? updateSeconds : undefined,
        isWorst,
      };
    }
  },
};

/** A DaemonSet does not tell the end of its update from other reasons to wait for a pod. */
function mayUpdate({ kind, updating }: WorkloadFacts): boolean {
  return updating || kind === 'DaemonSet';
}

function countJoining(state: ClusterState): number {
  let joining = 0;
  for (const { neverReady } of state.nodes.values()) if (neverReady) joining += 1;
  return joining;
}

function words({ available, mayBeAway, stuck }: WorkloadFacts, desired: number): string {
  const away = Math.min(mayBeAway, desired);
  const message = `${available} of ${desired} available; an update may take ${away} down.`;
  return stuck === undefined ? message : `${message} The update has stalled: ${stuck}`;
}
