import type { Drain, DrainedPod } from '../../api/actions.ts';
import type { Tone } from '../../design/status.tsx';

/** How often a pod that a budget keeps is tried. */
export const mostAttempts = 5;

/** Where a pod is on its way; what is in the way stands first. */
export const podGroups = ['failed', 'blocked', 'evicting', 'waiting', 'gone', 'skipped'] as const;
export type PodGroup = (typeof podGroups)[number];

const groupBy: Readonly<Record<DrainedPod['status'], PodGroup>> = {
  failed: 'failed',
  waiting: 'waiting',
  evicting: 'evicting',
  evicted: 'gone',
  skipped: 'skipped',
};

export function groupOf({ status, blocked_by }: DrainedPod): PodGroup {
  return status === 'waiting' && blocked_by.length > 0 ? 'blocked' : groupBy[status];
}

export const groupTone: Readonly<Record<PodGroup, Tone>> = {
  failed: 'failing',
  blocked: 'attention',
  evicting: 'running',
  waiting: 'note',
  gone: 'ok',
  skipped: 'note',
};

const running: Readonly<Record<PodGroup, string>> = {
  failed: 'failed',
  blocked: 'blocked',
  evicting: 'terminating',
  waiting: 'waiting',
  gone: 'gone',
  skipped: 'skipped',
};

/** What those are called that were still on their way when it ended. */
const ended: Readonly<Partial<Record<PodGroup, string>>> = {
  evicting: 'still terminating at the end',
  waiting: 'not reached',
};

export const groupWords = (group: PodGroup, isOver: boolean): string =>
  (isOver ? ended[group] : undefined) ?? running[group];

export function podsBy(pods: readonly DrainedPod[]): ReadonlyMap<PodGroup, readonly DrainedPod[]> {
  const found = Map.groupBy(pods, groupOf);
  return new Map(podGroups.flatMap((group) => [[group, found.get(group) ?? []] as const]));
}

/** Those that have to go; what is skipped stays. */
export function totalOf({ counts }: Drain): number {
  return counts.waiting + counts.evicting + counts.evicted + counts.failed;
}

export const goneWords = (drain: Drain): string => `${drain.counts.evicted} of ${podCount(totalOf(drain))} gone`;

export const podCount = (count: number): string => `${count} ${count === 1 ? 'pod' : 'pods'}`;

export function budgetsWords({ blocked_by }: Pick<DrainedPod, 'blocked_by'>): string {
  return `${blocked_by.length === 1 ? 'budget' : 'budgets'} ${blocked_by.join(' and ')}`;
}

/** For those who hear the page: how far it is, and what is in the way. */
export function heardWords(drain: Drain, pods: readonly DrainedPod[]): string {
  const by = podsBy(pods);
  const blocked = (by.get('blocked') ?? []).map(
    (pod) => `${pod.pod} is blocked by ${budgetsWords(pod)}, attempt ${pod.attempts} of ${mostAttempts}`,
  );
  const failed = (by.get('failed') ?? []).map(({ pod }) => `${pod} failed`);
  return [goneWords(drain), ...failed.slice(0, 3), ...blocked.slice(0, 3)].join('. ');
}
