import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { evictionGraceSeconds, evictionWaits, mostAttempts, stuckAfterSeconds } from '../plans/deadlines.ts';
import type { DrainPod, PodFailure } from '../records/drain-pod.ts';

/** What the API server said to a request for an eviction. */
export type EvictionAnswer =
  | { readonly said: 'evicting' | 'gone' | 'replaced' | 'two_budgets' | 'namespace_ends' }
  | {
      readonly said: 'blocked';
      readonly budget: string | null;
      readonly message: string;
      readonly afterSeconds: number;
    }
  /** It will have none of it, whichever pod. */
  | { readonly said: 'forbidden'; readonly code: 'right_missing' | 'kubernetes_refused'; readonly message: string }
  | { readonly said: 'refused'; readonly message: string }
  /** Nothing that counts: too busy, broken, or not there. */
  | { readonly said: 'nothing'; readonly message: string; readonly afterSeconds: number };

export function answerOf(error: unknown): EvictionAnswer {
  if (error instanceof ClusterUnreachable) return { said: 'nothing', message: error.message, afterSeconds: 0 };
  if (!(error instanceof KubernetesError)) throw error;
  const { status, causes, message, retryAfterSeconds: afterSeconds = 0 } = error;
  const causeOf = (reason: string) => causes.find((cause) => cause.reason === reason);
  switch (status) {
    case 404:
      return { said: 'gone' };
    case 409:
      return { said: 'replaced' };
    case 429: {
      const cause = causeOf('DisruptionBudget');
      if (cause === undefined) return { said: 'nothing', message, afterSeconds };
      const words = cause.message ?? message;
      const budget = /^The disruption budget (\S+) /.exec(words)?.[1] ?? null;
      return { said: 'blocked', budget, message: words, afterSeconds };
    }
    case 403:
      if (causeOf('NamespaceTerminating') !== undefined) return { said: 'namespace_ends' };
      return { said: 'forbidden', code: isRight(message) ? 'right_missing' : 'kubernetes_refused', message };
    case 401:
      return { said: 'forbidden', code: 'right_missing', message };
    default:
      if (isAboutBudgets(message)) return { said: 'two_budgets' };
      return status >= 500 ? { said: 'nothing', message, afterSeconds } : { said: 'refused', message };
  }
}

/** What it answers has neither reason nor details; there are only these words. */
function isAboutBudgets(message: string): boolean {
  return message.includes('more than one PodDisruptionBudget');
}

function isRight(message: string): boolean {
  return message.includes('cannot create resource');
}

/** The least time until a request that came to nothing is sent again. */
const againAfterSeconds = 2;

/** How long a pod is tried with nothing to show for it. */
export const troubleSeconds = 120;

/** The pod after an answer, other than one that ends the drain. */
export function afterAnswer(
  pod: DrainPod,
  answer: Exclude<EvictionAnswer, { said: 'forbidden' }>,
  now: Date,
): DrainPod {
  const answered = { ...pod, asked_at: null, ...(answer.said !== 'nothing' && { trouble_since: null }) };
  switch (answer.said) {
    case 'evicting':
      return { ...ending(answered, now), attempts: Math.min(mostAttempts, pod.attempts + 1), reason: null };
    case 'gone':
      return { ...answered, status: 'evicted', reason: null, next_try_at: null };
    // Whether its UID is gone, the next look at the node tells.
    case 'replaced':
      return { ...ending(answered, now), reason: null };
    case 'namespace_ends':
      return { ...ending(answered, now), reason: `Namespace ${pod.namespace} is being deleted, and the pod with it` };
    case 'two_budgets':
      return failed(answered, 'two_budgets', 'covered by more than one budget, which Kubernetes does not evict');
    case 'refused':
      return failed(answered, 'kubernetes_refused', answer.message);
    case 'blocked':
      return blocked(answered, answer, now);
    case 'nothing':
      return troubled(answered, answer, now);
    default:
      throw new RangeError(`No such answer: ${JSON.stringify(answer satisfies never)}`);
  }
}

function ending(pod: DrainPod, now: Date): DrainPod {
  const deadline = later(now, evictionGraceSeconds + stuckAfterSeconds);
  return { ...pod, status: 'evicting', next_try_at: null, deadline_at: deadline };
}

function blocked(pod: DrainPod, answer: EvictionAnswer & { said: 'blocked' }, now: Date): DrainPod {
  const attempts = pod.attempts + 1;
  const budget = answer.budget ?? pod.budget;
  const told = { ...pod, attempts, budget, blocked_by: budget === null ? [] : [budget] };
  const wait = evictionWaits[attempts - 1];
  if (wait === undefined) return failed(told, 'eviction_blocked', answer.message);
  return { ...told, reason: answer.message, next_try_at: later(now, Math.max(wait, answer.afterSeconds)) };
}

function troubled(pod: DrainPod, answer: EvictionAnswer & { said: 'nothing' }, now: Date): DrainPod {
  const since = pod.trouble_since ?? now;
  const told = { ...pod, trouble_since: since, reason: answer.message };
  if (now.getTime() - since.getTime() > troubleSeconds * 1000)
    return failed(
      told,
      'eviction_unanswered',
      `Its eviction got no usable answer for ${troubleSeconds} s: ${answer.message}`,
    );
  return { ...told, next_try_at: later(now, Math.max(againAfterSeconds, answer.afterSeconds)) };
}

export function failed(pod: DrainPod, failure: PodFailure, reason: string): DrainPod {
  return { ...pod, status: 'failed', failure, reason, asked_at: null, next_try_at: null, deadline_at: null };
}

export function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
