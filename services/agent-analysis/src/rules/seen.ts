import type { FactPod, Facts } from '@wheelhouse/contracts';
import type { Condition } from './conditions.ts';
import { hourMs } from './words.ts';

/** What several rules ask of what was seen. */

export type FactWorkload = NonNullable<Facts['workload']>;
export type FactNode = NonNullable<Facts['node']>;
export type FactChange = Facts['changes'][number];
export type FactBudget = Facts['budgets'][number];

export function nowOf({ at }: Facts): Date {
  return new Date(at);
}

/** Those that are meant to run: pods that have ended or are going count for nothing. */
export function living({ pods }: Facts): readonly FactPod[] {
  return pods.filter(({ phase, deleting }) => !deleting && phase !== 'Succeeded' && phase !== 'Failed');
}

/** Fewer may be listed than there are. */
export function podCount({ pods, pods_total: total }: Facts): number {
  return Math.max(total ?? 0, pods.length);
}

const failingReasons: ReadonlySet<string> = new Set([
  'CrashLoopBackOff',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);
const pullReasons: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'RegistryUnavailable',
]);

export function cannotPull({ waiting }: FactPod): boolean {
  return waiting !== null && pullReasons.has(waiting);
}

/** Its containers do not come up: not one that only takes its time. */
export function isFailing(pod: FactPod): boolean {
  if (pod.ready) return false;
  return cannotPull(pod) || (pod.waiting !== null && failingReasons.has(pod.waiting)) || pod.restarts > 0;
}

export function isOutOfMemory({ last_end: end }: FactPod): boolean {
  return end?.reason === 'OOMKilled';
}

/** Its namespace, of a workload and its pods. */
export function namespaceOf({ workload, object }: Facts): string {
  return workload?.namespace ?? object.namespace ?? '';
}

/** The newest first. */
export function changesWithinHour(facts: Facts): readonly FactChange[] {
  const oldest = nowOf(facts).getTime() - hourMs;
  return facts.changes
    .filter(({ at }) => new Date(at).getTime() >= oldest)
    .toSorted((one, other) => new Date(other.at).getTime() - new Date(one.at).getTime());
}

export function nothingChanged(facts: Facts): Condition {
  const [change] = changesWithinHour(facts);
  return { holds: change === undefined, fails: `it was changed within the last 60 minutes (${change?.change ?? ''})` };
}

/** Where an autoscaler decides, it would undo what somebody else decides. */
export function noAutoscaler({ autoscaler }: Facts): Condition {
  return {
    holds: autoscaler === null,
    fails: `autoscaler ${autoscaler?.name ?? ''} decides how many replicas there are`,
  };
}

/** An action of ours, as far as it is known to have done something, or still may. */
export function isUnderWayOrDone({ status, result }: Facts['actions'][number]): boolean {
  if (status === 'rejected' || status === 'expired') return false;
  return result !== 'refused' && result !== 'dry_run';
}
