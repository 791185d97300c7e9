import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Page as ApiPage } from '@wheelhouse/sdk';
import { useCallback, useMemo } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../design/filters.tsx';
import { List } from '../../design/list.tsx';
import { Page } from '../../design/page.tsx';
import { useHealth } from '../../live/use-health.ts';
import { clusterColumns, clusterRowsOf, type ClusterRow } from './cluster-columns.tsx';
import { NoClusters } from './no-clusters.tsx';
import { scoresOf } from '../../api/scores.ts';

const route = getRouteApi('/house/clusters');
const phases = ['Ready', 'Degraded', 'Unreachable', 'Pending'];
const keyOf = ({ cluster }: ClusterRow) => cluster.id;

export function ClustersPage() {
  const { phase, q } = route.useSearch();
  const navigate = useNavigate({ from: '/clusters' });
  const { health } = useHealth();
  const scores = useMemo(() => scoresOf(health), [health]);
  const query = useInfiniteQuery({
    ...listing('/platform/api/v1/clusters', { query: { limit: 200, phase, q, sort: 'name' } }),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
    // What is selected stays the same object while it says the same, so its row is not drawn again.
    select: useCallback((data: InfiniteData<ApiPage<Cluster>>) => clusterRowsOf(data, scores), [scores]),
  });
  const set = useCallback(
    (change: { readonly phase?: string | undefined; readonly q?: string | undefined }) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const setQ = useCallback((wanted: string | undefined) => set({ q: wanted }), [set]);
  const open = useCallback(
    ({ cluster }: ClusterRow) =>
      void navigate({ to: '/clusters/$clusterId', params: { clusterId: cluster.id }, search: {} }),
    [navigate],
  );
  const filtered = phase !== undefined || q !== undefined;
  return (
    <Page
      title="Clusters"
      actions={
        <ButtonLink to="/clusters/new" look="primary">
          Register cluster
        </ButtonLink>
      }
    >
      <Filters>
        <TextFilter label="Name" value={q} placeholder="how it begins" onChange={setQ} />
        <ChoiceFilter label="Phase" value={phase} choices={phases} onChange={(wanted) => set({ phase: wanted })} />
      </Filters>
      <List
        query={query}
        what="the clusters"
        label="Clusters"
        columns={clusterColumns(query.data?.pages.flatMap((page) => page.data) ?? [])}
        keyOf={keyOf}
        onOpen={open}
        empty={filtered ? <NoneFits /> : <NoClusters />}
      />
    </Page>
  );
}

function NoneFits() {
  return (
    <Empty title="No cluster fits these filters">
      <p>Take a filter away to see more.</p>
    </Empty>
  );
}
