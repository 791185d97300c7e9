import { useMemo } from 'react';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { useHealthOfAll } from '../../api/health-of-all.ts';
import { scoresOf } from '../../api/scores.ts';
import { phaseTone } from '../../design/tones.ts';
import type { Covered } from '../covered.ts';
import type { Need, NeedSource } from '../need.ts';
import { useCovered } from '../use-covered.ts';

export const clusterSource: NeedSource = {
  what: 'the clusters',
  everyMs: 5_000,
  useFound: (everyMs) => {
    const { clusters, error } = useClusters(everyMs);
    const { data: health } = useHealthOfAll();
    const covered = useCovered();
    const needs = useMemo(() => clusterNeeds(clusters, scoresOf(health), covered), [clusters, health, covered]);
    return { needs, error };
  },
};

type Scores = ReadonlyMap<string, { readonly stale: boolean }>;

function clusterNeeds(clusters: readonly Cluster[], scores: Scores, covered: Covered): readonly Need[] {
  const inPhase = (wanted: Cluster['phase']) => clusters.filter(({ phase }) => phase === wanted);
  const stale = inPhase('Ready').filter(({ id }) => scores.get(id)?.stale === true);
  // One that cannot be reached is an incident, and told as that.
  const unreachable = inPhase('Unreachable').filter(({ id }) => !covered.cluster(id));
  return [...[...unreachable, ...inPhase('Degraded')].map(phaseNeed), ...stale.map(staleNeed)];
}

function phaseNeed(cluster: Cluster): Need {
  return {
    key: `phase ${cluster.id}`,
    tone: phaseTone[cluster.phase],
    word: cluster.phase,
    what:
      cluster.phase === 'Unreachable' ? 'The cluster cannot be reached' : 'The cluster can only be observed in part',
    next: cluster.message,
    cluster,
    when: cluster.last_seen_at === null ? undefined : { words: 'last seen', at: cluster.last_seen_at },
    link: { to: '/clusters/$clusterId/settings', params: { clusterId: cluster.id } },
    linkWords: 'See its settings',
  };
}

function staleNeed(cluster: Cluster): Need {
  return {
    key: `stale ${cluster.id}`,
    tone: 'unknown',
    word: 'stale',
    what: 'The cluster’s health is out of date',
    next: 'The cluster accepts our connection, but its watch sends nothing. Wheelhouse keeps retrying; if this lasts, check the API server.',
    cluster,
    when: undefined,
    link: { to: '/clusters/$clusterId', params: { clusterId: cluster.id } },
    linkWords: 'See the cluster',
  };
}
