import { isGoing, templateHash } from '@wheelhouse/kubernetes';
import { isFinished, type PagePod } from '../live/pods.ts';
import type { Subject } from './subject.ts';

/** Tells of each pod whether it is made of the template as it is now; null where that cannot be told. */
export function isNewIn(
  { place, facts, newest }: Pick<Subject, 'place' | 'facts' | 'newest'>,
  pods: readonly PagePod[],
): (pod: PagePod) => boolean | null {
  if (place.kind === 'Deployment' && facts !== undefined) {
    const hash = newHash(pods, facts.updated);
    return ({ metadata }) => (hash === undefined ? null : metadata.labels?.[templateHash] === hash);
  }
  if (newest === undefined) return () => null;
  return ({ metadata }) => {
    const value = metadata.labels?.[newest.label];
    return value === undefined ? null : value === newest.value;
  };
}

/**
 * Our rights show no ReplicaSets. Of the hashes that pods have it is the one with as many pods as the Deployment says are
 * updated; of several, and where its controller has not said so yet, the one whose first pod was made last.
 */
function newHash(pods: readonly PagePod[], updated: number): string | undefined {
  const live = pods.filter((pod) => !isGoing(pod) && !isFinished(pod));
  const groups = [...Map.groupBy(live, ({ metadata }) => metadata.labels?.[templateHash])]
    .flatMap(([hash, members]) =>
      hash === undefined ? [] : [{ hash, count: members.length, since: firstOf(members) }],
    )
    .toSorted((one, other) => (one.since < other.since ? 1 : -1));
  const [newest] = groups;
  if (groups.length > 1 && updated === 0) return '';
  return (groups.find(({ count }) => count === updated) ?? newest)?.hash;
}

function firstOf(pods: readonly PagePod[]): string {
  return pods.map(({ metadata }) => metadata.creationTimestamp ?? '').toSorted()[0] ?? '';
}
