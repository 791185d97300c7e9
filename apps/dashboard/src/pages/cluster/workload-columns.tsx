import { Link } from '@tanstack/react-router';
import type { Workload } from '../../api/clusters.ts';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { workloadTone } from '../../design/tones.ts';

export const workloadColumns: readonly Column<Workload>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    cell: ({ namespace, name }) => (
      <span className="name">
        <span className="quiet">{namespace}/</span>
        {name}
      </span>
    ),
  },
  { id: 'kind', label: 'Kind', folds: true, cell: ({ kind }) => kind },
  {
    id: 'status',
    label: 'Status',
    sort: 'status',
    cell: ({ status }) => <Status tone={workloadTone[status]}>{status}</Status>,
  },
  {
    id: 'ready',
    label: 'Ready',
    align: 'end',
    folds: true,
    cell: ({ ready, desired }) => (
      <span className="number">
        {ready} of {desired}
      </span>
    ),
  },
  {
    id: 'issues',
    label: 'Issues',
    sort: 'issues',
    align: 'end',
    folds: true,
    cell: ({ issues, cluster_id, namespace }) =>
      issues === 0 ? (
        <span className="quiet">none</span>
      ) : (
        <Link to="/clusters/$clusterId" params={{ clusterId: cluster_id }} search={{ namespace }}>
          {issues} {issues === 1 ? 'issue' : 'issues'}
        </Link>
      ),
  },
];
