import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WorkloadPage, WorkloadPod } from '../../api/objects.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { PodState } from '../../objects/pod-state.tsx';

const keyOf = ({ name }: WorkloadPod) => name;

/** Those in trouble first; each leads to its page, its node and its log. */
export function PodsPart({ workload }: { readonly workload: WorkloadPage }) {
  const { pods, pods_total: total, kind, namespace, name, cluster_id: clusterId } = workload;
  const columns = useMemo(() => columnsOf({ clusterId, kind, namespace, name }), [clusterId, kind, namespace, name]);
  return (
    <Section title="Pods">
      {pods.length === 0 ? (
        <p className="quiet">It has no pods.</p>
      ) : (
        <Table label="Pods" columns={columns} rows={pods} keyOf={keyOf} />
      )}
      {total !== null && total > pods.length && (
        <p className="quiet">
          {pods.length} of {total} pods: those in trouble first, then the newest.
        </p>
      )}
    </Section>
  );
}

type Place = Pick<WorkloadPage, 'kind' | 'namespace' | 'name'> & { readonly clusterId: string };

const columnsOf = ({ clusterId, kind, namespace, name }: Place): readonly Column<WorkloadPod>[] => [
  {
    id: 'name',
    label: 'Name',
    cell: (pod) => (
      <>
        <Link
          to="/clusters/$clusterId/workloads/$kind/$namespace/$name"
          params={{ clusterId, kind: 'Pod', namespace, name: pod.name }}
          className="name mono"
        >
          {pod.name}
        </Link>
        {pod.is_new === false && <span className="quiet"> of an older template</span>}
        {pod.message !== null && <div className="name quiet">{pod.message}</div>}
      </>
    ),
  },
  { id: 'state', label: 'State', cell: (pod) => <PodState pod={pod} /> },
  {
    id: 'restarts',
    label: 'Restarts',
    align: 'end',
    folds: true,
    foldedLabel: 'restarts',
    cell: ({ restarts }) => <span className="number">{restarts}</span>,
  },
  {
    id: 'node',
    label: 'Node',
    folds: true,
    cell: ({ node }) =>
      node === null ? (
        <span className="quiet">no node yet</span>
      ) : (
        <ObjectChip object={{ kind: 'Node', name: node }} clusterId={clusterId} short />
      ),
  },
  {
    id: 'age',
    label: 'Age',
    align: 'end',
    folds: true,
    cell: ({ created_at }) => created_at !== null && <Time at={created_at} as="for" />,
  },
  {
    id: 'log',
    label: 'Log',
    folds: true,
    cell: ({ name: pod }) => (
      <Link
        to="/clusters/$clusterId/workloads/$kind/$namespace/$name/logs"
        params={{ clusterId, kind, namespace, name }}
        search={{ pod }}
        aria-label={`Log of ${pod}`}
      >
        Log
      </Link>
    ),
  },
];
