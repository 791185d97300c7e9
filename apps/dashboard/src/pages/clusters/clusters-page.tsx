import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { scoresOf } from '../../api/scores.ts';
import { ButtonLink } from '../../design/button.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { useHealth } from '../../live/use-health.ts';
import { clusterColumns, type ClusterRow } from './cluster-columns.tsx';
import { NoClusters } from './no-clusters.tsx';

const filters = [
  text('q', 'Name', 'starts with'),
  choice('phase', 'Phase', ['Ready', 'Degraded', 'Unreachable', 'Pending']),
];
const keyOf = ({ cluster }: ClusterRow) => cluster.id;

export function ClustersPage() {
  const navigate = useNavigate();
  const { health } = useHealth();
  const scores = useMemo(() => scoresOf(health), [health]);
  const list = useApiList(
    {
      filters,
      ask: (search) => listing('/platform/api/v1/clusters', { query: { limit: 200, sort: 'name', ...search } }),
      everyMs: 5_000,
    },
    useCallback((cluster: Cluster): ClusterRow => ({ cluster, health: scores.get(cluster.id) }), [scores]),
  );
  const open = useCallback(
    ({ cluster }: ClusterRow) => void navigate({ to: '/clusters/$clusterId', params: { clusterId: cluster.id } }),
    [navigate],
  );
  return (
    <ListPage
      title="Clusters"
      what="clusters"
      list={list}
      actions={
        <ButtonLink to="/clusters/new" look="primary">
          Register cluster
        </ButtonLink>
      }
      columns={clusterColumns(list.query.data?.pages.flatMap((page) => page.data) ?? [])}
      keyOf={keyOf}
      onOpen={open}
      empty={<NoClusters />}
    />
  );
}
