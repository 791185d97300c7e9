import type { DrainCase } from '../plans/asked.ts';
import { evictionGraceSeconds, mostAttempts, stuckAfterSeconds } from '../plans/deadlines.ts';
import { type FateContext, type PodFate, podFates, whyWords } from '../plans/drain-fates.ts';
import { isTerminating, type PodRead } from '../plans/objects.ts';
import { ownerName } from '../plans/owner.ts';
import { type DrainPod, isOpen, untouched } from '../records/drain-pod.ts';
import { failed, later } from './answer.ts';

type Lists = Pick<DrainCase, 'pods' | 'budgets' | 'deployments'>;

/** The pods of a pass that are not known yet, in the order in which they are evicted. */
export function newPods(lists: Lists, known: readonly DrainPod[], context: FateContext): readonly DrainPod[] {
  const uids = new Set(known.map(({ pod_uid: uid }) => uid));
  return podFates(lists, context)
    .filter(({ pod }) => !uids.has(pod.metadata.uid))
    .map((fate, index) => podOf(fate, known.length + index));
}

function podOf(fate: PodFate, place: number): DrainPod {
  const { uid, namespace, name } = fate.pod.metadata;
  const pod: DrainPod = {
    ...untouched,
    pod_uid: uid,
    namespace,
    pod: name,
    owner: fate.owner && ownerName(fate.owner),
    place,
    status: 'waiting',
    budget: fate.budgets[0] ?? null,
  };
  if (fate.why === null) return pod;
  const words = whyWords(fate);
  if (fate.why === 'terminating')
    return { ...pod, status: 'evicting', reason: words, deadline_at: deadlineOf(fate.pod) };
  if (fate.why === 'two_budgets') return { ...failed(pod, fate.why, words ?? ''), blocked_by: fate.budgets };
  return fate.why === 'no_controller'
    ? failed(pod, fate.why, words ?? '')
    : { ...pod, status: 'skipped', reason: words };
}

/** Its deletion timestamp has its grace in it. */
function deadlineOf({ metadata }: PodRead): Date {
  return later(new Date(metadata.deletionTimestamp ?? 0), stuckAfterSeconds);
}

/** What a pass has to do with what came since: pods that neither stay for good nor are known. */
export function returnedPods(lists: Lists, known: readonly DrainPod[], context: FateContext): readonly DrainPod[] {
  return newPods(lists, known, context).filter(({ status }) => status !== 'skipped');
}

/** A pod as the node shows it now; undefined: it is gone. */
export function afterLook(pod: DrainPod, seen: PodRead | undefined, now: Date, holds: string): DrainPod {
  if (pod.status === 'skipped' || pod.status === 'evicted') return pod;
  // An eviction whose answer nobody wrote down was an attempt only if it had its effect.
  const attempts = Math.min(mostAttempts, pod.attempts + (pod.asked_at === null ? 0 : 1));
  if (seen === undefined) return gone(pod, attempts);
  if (!isOpen(pod)) return pod;
  if (!isTerminating(seen)) {
    if (pod.status === 'waiting') return pod.asked_at === null ? pod : { ...pod, asked_at: null };
    return isLate(pod, now) ? failed(pod, 'stuck_terminating', stuckText(pod, seen, holds)) : pod;
  }
  const told = {
    ...pod,
    status: 'evicting',
    attempts,
    asked_at: null,
    next_try_at: null,
    trouble_since: null,
  } as const;
  const ending = { ...told, deadline_at: latest(pod, deadlineOf(seen)), reason: waitsText(pod, seen) };
  return isLate(ending, now) ? failed(ending, 'stuck_terminating', stuckText(pod, seen, holds)) : ending;
}

function gone(pod: DrainPod, attempts: number): DrainPod {
  const nothing = { failure: null, reason: null, asked_at: null, trouble_since: null, next_try_at: null };
  return { ...pod, ...nothing, attempts, status: 'evicted', deadline_at: null };
}

/** By its own clock where the eviction was ours: that of the API server may be another. */
function latest({ deadline_at: known, asked_at: asked }: DrainPod, told: Date): Date {
  const ours = known ?? (asked && later(asked, evictionGraceSeconds + stuckAfterSeconds));
  return ours !== null && ours > told ? ours : told;
}

function isLate({ deadline_at: at }: Pick<DrainPod, 'deadline_at'>, now: Date): boolean {
  return at !== null && now > at;
}

function waitsText({ reason }: DrainPod, { metadata }: PodRead): string | null {
  const finalizers = metadata.finalizers ?? [];
  return finalizers.length === 0 ? reason : `waiting for its finalizers (${finalizers.join(', ')})`;
}

/** `holds`: what the node has to do with it, if it has. */
function stuckText(pod: DrainPod, seen: PodRead, holds: string): string {
  if (!isTerminating(seen)) return pod.reason ?? 'not being deleted, though its eviction was answered';
  return waitsText({ ...pod, reason: null }, seen) ?? (holds === '' ? 'still terminating' : holds);
}
