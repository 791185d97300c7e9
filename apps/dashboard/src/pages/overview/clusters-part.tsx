import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Cluster, Health } from '../../api/clusters.ts';
import { Table } from '../../design/table.tsx';
import { clusterColumns, type ClusterRow } from '../clusters/cluster-columns.tsx';
import { scoresOf } from '../../api/scores.ts';

interface ClustersPartProps {
  readonly clusters: readonly Cluster[];
  readonly health: Health | undefined;
}

const keyOf = ({ cluster }: ClusterRow) => cluster.id;
// A cluster without a score has nothing to lose yet: it stands last.
const weightOf = ({ health }: ClusterRow) => health?.score ?? Infinity;

/** All clusters, lowest score first. */
export function ClustersPart({ clusters, health }: ClustersPartProps) {
  const navigate = useNavigate();
  const rows = useMemo(() => {
    const scores = scoresOf(health);
    return clusters
      .map((cluster): ClusterRow => ({ cluster, health: scores.get(cluster.id) }))
      .toSorted((a, b) => weightOf(a) - weightOf(b) || a.cluster.name.localeCompare(b.cluster.name));
  }, [clusters, health]);
  const open = useCallback(
    ({ cluster }: ClusterRow) => void navigate({ to: '/clusters/$clusterId', params: { clusterId: cluster.id } }),
    [navigate],
  );
  return <Table label="Clusters" columns={clusterColumns(rows)} rows={rows} keyOf={keyOf} onOpen={open} />;
}
