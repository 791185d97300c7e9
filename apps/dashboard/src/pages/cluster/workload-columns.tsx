import { Link } from '@tanstack/react-router';
import type { Workload } from '../../api/clusters.ts';
import { Status } from '../../design/status.tsx';
import { type Column, useRowTabIndex } from '../../design/table.tsx';
import { workloadTone } from '../../design/tones.ts';

export const workloadColumns: readonly Column<Workload>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    cell: (workload) => <WorkloadLink workload={workload} />,
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

/** Tab stops at that of the row one is at. */
function WorkloadLink({ workload: { cluster_id: clusterId, kind, namespace, name } }: { readonly workload: Workload }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link
      to="/clusters/$clusterId/workloads/$kind/$namespace/$name"
      params={{ clusterId, kind, namespace, name }}
      tabIndex={tabIndex}
      className="name"
    >
      <span className="quiet">{namespace}/</span>
      {name}
    </Link>
  );
}
