import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Node } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../design/filters.tsx';
import { List } from '../../design/list.tsx';
import { useCluster } from './cluster-context.ts';
import { nodeColumns } from './node-columns.tsx';
import { ReadAgain } from './read-again.tsx';

const route = getRouteApi('/house/clusters/$clusterId/nodes');
const keyOf = ({ id }: Node) => id;
const statuses = ['Ready', 'NotReady', 'Unknown'];
const cordonings = [
  { value: 'true', label: 'cordoned' },
  { value: 'false', label: 'not cordoned' },
];
const sorts = [
  'name',
  '-name',
  'status',
  '-status',
  'cpu_percent',
  '-cpu_percent',
  'memory_percent',
  '-memory_percent',
  'pods',
  '-pods',
] as const;

/** The nodes, worst first unless asked otherwise. Thousands are read page by page as one scrolls. */
export function NodesTab() {
  const { id, name } = useCluster();
  const { q, status, cordoned, sort } = route.useSearch();
  const navigate = useNavigate({ from: '/clusters/$clusterId/nodes' });
  const order = sorts.find((known) => known === sort) ?? 'status';
  const options = listing('/k8s-monitor/api/v1/nodes', {
    query: {
      cluster_id: id,
      limit: 200,
      q,
      status,
      cordoned: cordoned === undefined ? undefined : cordoned === 'true',
      sort: order,
    },
  });
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const set = useCallback(
    (change: { [Key in 'q' | 'status' | 'cordoned' | 'sort']?: string | undefined }) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const setQ = useCallback((wanted: string | undefined) => set({ q: wanted }), [set]);
  const setSort = useCallback((wanted: string | undefined) => set({ sort: wanted }), [set]);
  const filtered = [q, status, cordoned].some((value) => value !== undefined);
  return (
    <>
      <ReadAgain queryKey={options.queryKey} pages={query.data?.pages.length ?? 1} />
      <Filters>
        <TextFilter label="Name" value={q} placeholder="how it begins" onChange={setQ} />
        <ChoiceFilter label="Status" value={status} choices={statuses} onChange={(wanted) => set({ status: wanted })} />
        <ChoiceFilter
          label="Cordoned"
          value={cordoned}
          choices={cordonings}
          onChange={(wanted) => set({ cordoned: wanted })}
        />
      </Filters>
      <List
        even
        query={query}
        what="the nodes"
        label={`Nodes of ${name}`}
        columns={nodeColumns}
        keyOf={keyOf}
        sort={order}
        onSort={setSort}
        empty={
          <Empty title={filtered ? 'No node fits these filters' : 'Its nodes will be here'}>
            <p>
              {filtered ? 'Take a filter away to see more.' : 'They come as soon as the cluster has been observed.'}
            </p>
          </Empty>
        }
      />
    </>
  );
}
