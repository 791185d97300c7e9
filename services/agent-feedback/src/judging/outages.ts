import type { Outage } from './facts.ts';

/** From then on a cluster was observed, or was not. */
export interface ClusterMoment {
  readonly at: Date;
  readonly observed: boolean;
}

export function outagesOf(moments: readonly ClusterMoment[]): readonly Outage[] {
  const ordered = moments.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || Number(one.observed) - Number(other.observed),
  );
  const outages: Outage[] = [];
  let from: Date | undefined;
  for (const { at, observed } of ordered) {
    if (!observed) from ??= at;
    else if (from !== undefined) {
      outages.push({ from, until: at });
      from = undefined;
    }
  }
  return from === undefined ? outages : [...outages, { from, until: null }];
}
