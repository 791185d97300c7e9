import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { NodePage, NodePod } from '../../api/objects.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Section } from '../../design/page.tsx';
import { bytesWords, coresWords } from '../../design/quantity.ts';
import { type Column, Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { PodState } from '../../objects/pod-state.tsx';

const keyOf = ({ namespace, name }: NodePod) => `${namespace}/${name}`;

/** Those in trouble first; each leads to its page, and to what looks after it. */
export function NodePodsPart({ node }: { readonly node: NodePage }) {
  const { pod_list: pods, pods_total: total, cluster_id: clusterId } = node;
  const columns = useMemo(() => columnsOf(clusterId), [clusterId]);
  return (
    <Section title="Pods on it">
      {pods.length === 0 ? (
        <p className="quiet">No pod is on it.</p>
      ) : (
        <Table label="Pods on it" columns={columns} rows={pods} keyOf={keyOf} />
      )}
      {(total === null || total > pods.length) && pods.length > 0 && (
        <p className="quiet">
          {pods.length}
          {total !== null && ` of ${total}`} pods: those in trouble first, then the newest.
        </p>
      )}
    </Section>
  );
}

const columnsOf = (clusterId: string): readonly Column<NodePod>[] => [
  {
    id: 'name',
    label: 'Pod',
    cell: ({ namespace, name, message }) => (
      <>
        <Link
          to="/clusters/$clusterId/workloads/$kind/$namespace/$name"
          params={{ clusterId, kind: 'Pod', namespace, name }}
          className="name mono"
        >
          {namespace}/{name}
        </Link>
        {message !== null && <div className="name quiet">{message}</div>}
      </>
    ),
  },
  { id: 'state', label: 'State', cell: (pod) => <PodState pod={pod} /> },
  {
    id: 'owner',
    label: 'Looked after by',
    folds: true,
    cell: ({ owner, namespace }) =>
      owner === null ? (
        <span className="quiet">nothing</span>
      ) : (
        <ObjectChip object={{ ...owner, namespace }} clusterId={clusterId} />
      ),
  },
  {
    id: 'requests',
    label: 'Requests',
    align: 'end',
    folds: true,
    foldedLabel: 'requests',
    cell: ({ cpu_requests: cpu, memory_requests: memory }) =>
      cpu === 0 && memory === 0 ? (
        <span className="quiet">nothing</span>
      ) : (
        <span className="number">
          {coresWords(cpu)}, {bytesWords(memory)}
        </span>
      ),
  },
  {
    id: 'restarts',
    label: 'Restarts',
    align: 'end',
    folds: true,
    foldedLabel: 'restarts',
    cell: ({ restarts }) => <span className="number">{restarts}</span>,
  },
  {
    id: 'age',
    label: 'Age',
    align: 'end',
    folds: true,
    cell: ({ created_at }) => created_at !== null && <Time at={created_at} as="for" />,
  },
];
