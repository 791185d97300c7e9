import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appsPath } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import type { NeedSource } from '../need.ts';
import { failedNeeds } from './app-needs.ts';

/** Apps whose newest deployment failed and was not put right by itself. */
export const failedDeploymentSource: NeedSource = {
  what: 'the failed deployments',
  everyMs: 30_000,
  counts: { at: '/apps', words: 'failed' },
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data, error } = useInfiniteQuery({
      ...listing(appsPath, { query: { phase: 'Failed', limit: 20 } }),
      refetchInterval: everyMs,
    });
    const first = data?.pages[0];
    const needs = useMemo(() => failedNeeds(first?.data ?? [], first?.total ?? 0, byId), [first, byId]);
    return { needs, error, total: first?.total };
  },
};
