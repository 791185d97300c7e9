import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { listing, reading } from './reading.ts';

export type Cluster = Schemas['platform']['Cluster'];
export type Health = Schemas['k8s-monitor']['Health'];
export type OpenIssue = Health['issues'][number];
export type Issue = Schemas['k8s-monitor']['Issue'];
export type Node = Schemas['k8s-monitor']['Node'];
export type Workload = Schemas['k8s-monitor']['Workload'];

/** The one that a page is about, or stands under. */
export const clusterQuery = (id: string) => reading('/platform/api/v1/clusters/{id}', { params: { id } });

const clustersQuery = listing('/platform/api/v1/clusters', { query: { limit: 200 } });

/** Phases have no stream; they are asked for as often as platform probes what is wrong. */
const clustersEveryMs = 5_000;

/** The clusters by their ids, for pages that show things of several. */
export function useClusters(everyMs: number = clustersEveryMs) {
  const query = useInfiniteQuery({ ...clustersQuery, refetchInterval: everyMs });
  const clusters = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  const byId = useMemo(() => new Map(clusters.map((cluster) => [cluster.id, cluster])), [clusters]);
  return { ...query, clusters, byId };
}
