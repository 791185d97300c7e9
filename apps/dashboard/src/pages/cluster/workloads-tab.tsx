import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Workload } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../design/filters.tsx';
import { List } from '../../design/list.tsx';
import { useCluster } from './cluster-context.ts';
import { ReadAgain } from './read-again.tsx';
import { workloadColumns } from './workload-columns.tsx';

const route = getRouteApi('/house/clusters/$clusterId/workloads');
const keyOf = ({ id }: Workload) => id;
const kinds = ['Deployment', 'StatefulSet', 'DaemonSet'];
const statuses = ['stuck', 'short', 'progressing', 'paused', 'off', 'ok'];
const sorts = ['name', '-name', 'status', '-status', 'issues', '-issues'] as const;

/** What runs in the cluster, worst first unless asked otherwise. */
export function WorkloadsTab() {
  const { id, name } = useCluster();
  const { kind, namespace, status, q, sort } = route.useSearch();
  const navigate = useNavigate({ from: '/clusters/$clusterId/workloads' });
  const order = sorts.find((known) => known === sort) ?? 'status';
  const options = listing('/k8s-monitor/api/v1/workloads', {
    query: { cluster_id: id, limit: 200, kind, namespace, status, q, sort: order },
  });
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const set = useCallback(
    (change: { [Key in 'kind' | 'namespace' | 'status' | 'q' | 'sort']?: string | undefined }) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const setQ = useCallback((wanted: string | undefined) => set({ q: wanted }), [set]);
  const setNamespace = useCallback((wanted: string | undefined) => set({ namespace: wanted }), [set]);
  const setSort = useCallback((wanted: string | undefined) => set({ sort: wanted }), [set]);
  const filtered = [kind, namespace, status, q].some((value) => value !== undefined);
  return (
    <>
      <ReadAgain queryKey={options.queryKey} pages={query.data?.pages.length ?? 1} />
      <Filters>
        <TextFilter label="Name" value={q} placeholder="how it begins" onChange={setQ} />
        <TextFilter label="Namespace" value={namespace} placeholder="exact name" onChange={setNamespace} />
        <ChoiceFilter label="Kind" value={kind} choices={kinds} onChange={(wanted) => set({ kind: wanted })} />
        <ChoiceFilter label="Status" value={status} choices={statuses} onChange={(wanted) => set({ status: wanted })} />
      </Filters>
      <List
        even
        query={query}
        what="the workloads"
        label={`Workloads of ${name}`}
        columns={workloadColumns}
        keyOf={keyOf}
        sort={order}
        onSort={setSort}
        empty={
          <Empty title={filtered ? 'No workload fits these filters' : 'Its workloads will be here'}>
            <p>
              {filtered
                ? 'Take a filter away to see more.'
                : 'Deployments, StatefulSets and DaemonSets, as soon as the cluster has some.'}
            </p>
          </Empty>
        }
      />
    </>
  );
}
