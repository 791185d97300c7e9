import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openRecommendations } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import type { NeedSource } from '../need.ts';
import { recommendationNeeds, toldSeverities } from './agent-needs.ts';

/** What would spare the next incident, and nobody has decided about. */
export const recommendationSource: NeedSource = {
  what: 'the recommendations',
  everyMs: 120_000,
  counts: { at: '/agents', words: 'to decide' },
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data, error } = useInfiniteQuery({
      ...openRecommendations({ severity: toldSeverities, limit: 50 }),
      refetchInterval: everyMs,
    });
    const first = data?.pages[0];
    const needs = useMemo(() => recommendationNeeds(first?.data ?? [], first?.total ?? 0, byId), [first, byId]);
    return { needs, error, total: first?.total };
  },
};
