import {
  isGoing,
  isReady,
  type LiveDeployment,
  type LivePod,
  sentenceOf,
  type Trouble,
  troublesOf,
} from '@wheelhouse/kubernetes';
import type { DeployReason } from '../apps/phases.ts';

/** A rollout as it stands. Nothing here knows a clock, a database or a cluster. */
export interface RolloutSeen {
  readonly deployment: LiveDeployment;
  /** Of the template that was applied. */
  readonly newPods: readonly LivePod[];
  /** The Deployment is to be at least at this one. */
  readonly appliedGeneration: number;
  /** How long a trouble of this kind has been seen without a break. */
  readonly lastedMs: (reason: DeployReason) => number;
}

export type RolloutJudged =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'waits'; readonly progress: string; readonly troubles: readonly Trouble[] }
  | { readonly verdict: 'failed'; readonly reason: DeployReason; readonly troubles: readonly Trouble[] };

export function judgeRollout({ deployment, newPods, appliedGeneration, lastedMs }: RolloutSeen): RolloutJudged {
  const { spec, status = {} } = deployment;
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0, replicas: all = 0 } = status;
  const wanted = spec?.replicas ?? 1;
  if (isGoing(deployment)) return { verdict: 'waits', progress: 'Its Deployment is being deleted.', troubles: [] };
  if (observedGeneration < appliedGeneration)
    return { verdict: 'waits', progress: "Waits for the cluster's Deployment controller", troubles: [] };
  const isDone = updatedReplicas === wanted && availableReplicas === wanted && all === wanted;
  if (isDone) return { verdict: 'done' };
  const live = newPods.filter((pod) => !isGoing(pod));
  const troubles = troublesOf(deployment, live);
  const worst = troubles.find(({ reason, patienceMs }) => patienceMs !== undefined && lastedMs(reason) >= patienceMs);
  if (worst !== undefined) return { verdict: 'failed', reason: worst.reason, troubles };
  return { verdict: 'waits', progress: progressOf(troubles, live, wanted, all), troubles };
}

/** The worst trouble, with its count; else how far it is. */
function progressOf(troubles: readonly Trouble[], live: readonly LivePod[], wanted: number, all: number): string {
  const [worst] = troubles;
  if (worst !== undefined) return `${sentenceOf(troubles, worst.reason, wanted)}.`;
  const ready = live.filter(isReady).length;
  if (ready < wanted) return `${ready} of ${wanted} new pods are ready.`;
  return `Waits for ${all - wanted === 1 ? '1 old pod' : `${all - wanted} old pods`} to end.`;
}

/** At the deadline: what it waited for until then. */
export function reasonAtDeadline(troubles: readonly Trouble[]): DeployReason {
  return troubles[0]?.reason ?? 'rollout_stalled';
}
