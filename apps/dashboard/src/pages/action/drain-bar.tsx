import type { Drain, DrainedPod } from '../../api/actions.ts';
import { Status } from '../../design/status.tsx';
import css from './drain-part.module.css';
import { goneWords, groupTone, groupWords, type PodGroup, podsBy, totalOf } from './drain-words.ts';

/** From gone to not begun: what moves from right to left. */
const order: readonly PodGroup[] = ['gone', 'evicting', 'failed', 'blocked', 'waiting'];

interface DrainBarProps {
  readonly drain: Drain;
  readonly pods: readonly DrainedPod[];
  readonly isOver: boolean;
}

/** How many of the pods are gone: a bar, and the figures that it stands for. */
export function DrainBar({ drain, pods, isOver }: DrainBarProps) {
  const counts = countsOf(drain, pods);
  const total = totalOf(drain);
  return (
    <div className={css['bar']}>
      <div
        role="progressbar"
        className={css['track']}
        aria-label="Pods gone from the node"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={drain.counts.evicted}
        aria-valuetext={goneWords(drain)}
      >
        {order.map((group) => (
          <span key={group} data-is={group} style={{ width: `${total === 0 ? 0 : (counts[group] / total) * 100}%` }} />
        ))}
      </div>
      <ul className={css['figures']}>
        <li>
          <strong>{goneWords(drain)}</strong>
        </li>
        {(['failed', 'blocked', 'evicting', 'waiting', 'skipped'] as const)
          .filter((group) => counts[group] > 0)
          .map((group) => (
            <li key={group}>
              <Status tone={groupTone[group]}>
                {counts[group]} {groupWords(group, isOver)}
              </Status>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Which of those that wait are blocked only the pods themselves tell. */
function countsOf({ counts }: Drain, pods: readonly DrainedPod[]): Readonly<Record<PodGroup, number>> {
  const blocked = Math.min(counts.waiting, podsBy(pods).get('blocked')?.length ?? 0);
  return {
    gone: counts.evicted,
    evicting: counts.evicting,
    failed: counts.failed,
    blocked,
    waiting: counts.waiting - blocked,
    skipped: counts.skipped,
  };
}
