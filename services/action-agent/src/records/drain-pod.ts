import { type DrainedPod, type DrainedPodStatus, type DrainFigures, drainedPodStatuses } from '@wheelhouse/contracts';

/** Why a pod could not be drained; the drain ends with the code of the first. */
export type PodFailure =
  | 'eviction_blocked'
  | 'two_budgets'
  | 'no_controller'
  | 'stuck_terminating'
  | 'kubernetes_refused'
  | 'eviction_unanswered';

/** One pod of a node that is being drained, as its row has it. */
export interface DrainPod extends Record<string, unknown> {
  readonly pod_uid: string;
  readonly namespace: string;
  readonly pod: string;
  readonly owner: string | null;
  readonly place: number;
  readonly status: DrainedPodStatus;
  readonly reason: string | null;
  readonly failure: PodFailure | null;
  readonly budget: string | null;
  readonly blocked_by: readonly string[];
  readonly attempts: number;
  readonly asked_at: Date | null;
  readonly trouble_since: Date | null;
  readonly next_try_at: Date | null;
  readonly deadline_at: Date | null;
}

/** What has not been asked for anything yet. */
export const untouched = {
  reason: null,
  failure: null,
  budget: null,
  blocked_by: [],
  attempts: 0,
  asked_at: null,
  trouble_since: null,
  next_try_at: null,
  deadline_at: null,
} as const satisfies Partial<DrainPod>;

/** Whether anything is still to come of it. */
export function isOpen({ status }: DrainPod): boolean {
  return status === 'waiting' || status === 'evicting';
}

export function nameOf({ namespace, pod }: Pick<DrainPod, 'namespace' | 'pod'>): string {
  return `${namespace}/${pod}`;
}

export function drainedPod(row: DrainPod): DrainedPod {
  const { namespace, pod, owner, status, reason, attempts, blocked_by, next_try_at, deadline_at } = row;
  return {
    namespace,
    pod,
    owner,
    status,
    reason,
    attempts,
    blocked_by: [...blocked_by],
    next_try_at: next_try_at?.toISOString() ?? null,
    deadline_at: deadline_at?.toISOString() ?? null,
  };
}

/** Of a drain that has ended: nothing is tried or waited for any more. */
export function drainedAtEnd(row: DrainPod): DrainedPod {
  const isUnanswered = row.status === 'waiting' && row.asked_at !== null;
  return {
    ...drainedPod(row),
    ...(isUnanswered && { status: 'evicting', reason: 'Its eviction may have been requested: no answer was recorded' }),
    next_try_at: null,
    deadline_at: null,
  };
}

export function countsOf(pods: readonly Pick<DrainPod, 'status'>[]): DrainFigures['counts'] {
  const count = (wanted: DrainedPodStatus) => pods.filter(({ status }) => status === wanted).length;
  const [waiting = 0, evicting = 0, evicted = 0, skipped = 0, failed = 0] = drainedPodStatuses.map(count);
  return { waiting, evicting, evicted, skipped, failed };
}
