import { type DrainPod, isOpen } from '../records/drain-pod.ts';

/** Pods under one budget wait for one another; all others go by themselves. */
function laneOf({ namespace, budget, pod_uid: uid }: DrainPod): string {
  return budget === null ? uid : `${namespace}/${budget}`;
}

/** Of each lane the one that is tried: whoever has begun goes on, else the first. */
function heads(pods: readonly DrainPod[]): readonly DrainPod[] {
  const waiting = pods.filter(({ status }) => status === 'waiting');
  return [...Map.groupBy(waiting, laneOf).values()].flatMap((lane) => {
    const [head] = lane.toSorted((one, other) => begun(one) - begun(other) || one.place - other.place);
    return head === undefined ? [] : [head];
  });
}

function begun({ attempts, trouble_since: trouble }: DrainPod): number {
  return attempts > 0 || trouble !== null ? 0 : 1;
}

/** The worker's own pod is tried when nothing else is left to do. */
function mayGo(pods: readonly DrainPod[], { pod_uid: uid, pod }: DrainPod, ownPod: string | undefined): boolean {
  return pod !== ownPod || !pods.some((other) => other.pod_uid !== uid && isOpen(other));
}

function candidates(pods: readonly DrainPod[], ownPod: string | undefined): readonly DrainPod[] {
  return heads(pods).filter((head) => mayGo(pods, head, ownPod));
}

/** Whose eviction is to be requested now: of those whose time has come the one that waits longest, then those not tried yet. */
export function nextToEvict(pods: readonly DrainPod[], now: Date, ownPod?: string): DrainPod | undefined {
  const due = candidates(pods, ownPod).filter(({ next_try_at: at }) => at === null || at <= now);
  const [next] = due.toSorted((one, other) => dueAt(one) - dueAt(other) || one.place - other.place);
  return next;
}

function dueAt({ next_try_at: at }: DrainPod): number {
  return at?.getTime() ?? Infinity;
}

/** When the next of them will be due; undefined: none is waiting for a time. */
export function nextTryAt(pods: readonly DrainPod[], ownPod?: string): Date | undefined {
  const times = candidates(pods, ownPod).flatMap(({ next_try_at: at }) => (at === null ? [] : [at.getTime()]));
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** How many wait one after the other, at most. */
export function longestLane(pods: readonly DrainPod[]): number {
  const waiting = pods.filter(({ status, budget }) => status === 'waiting' && budget !== null);
  return Math.max(0, ...[...Map.groupBy(waiting, laneOf).values()].map(({ length }) => length));
}
