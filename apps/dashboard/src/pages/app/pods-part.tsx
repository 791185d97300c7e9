import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { App, DeployStatus } from '../../api/apps.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';

type Pod = DeployStatus['pods'][number];

const keyOf = ({ name }: Pod) => name;

/** Those in trouble first; each leads to its log. */
export function PodsPart({
  app: { id, cluster_id },
  status: { pods },
}: {
  readonly app: App;
  readonly status: DeployStatus;
}) {
  const columns = useMemo(() => columnsOf(id, cluster_id), [id, cluster_id]);
  if (pods.length === 0) return null;
  return (
    <Section title="Pods">
      <Table label="Pods" columns={columns} rows={pods} keyOf={keyOf} />
    </Section>
  );
}

const columnsOf = (appId: string, clusterId: string): readonly Column<Pod>[] => [
  {
    id: 'name',
    label: 'Name',
    cell: ({ name, message }) => (
      <>
        <Link to="/apps/$appId/logs" params={{ appId }} search={{ pod: name }} className="name mono">
          {name}
        </Link>
        {message !== null && <div className="name quiet">{message}</div>}
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ ready, phase, reason }) => (
      <Status tone={ready ? 'ok' : reason === null ? 'running' : 'failing'}>
        {ready ? 'ready' : <span className="name">{reason ?? phase}</span>}
      </Status>
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
    id: 'node',
    label: 'Node',
    folds: true,
    cell: ({ node }) =>
      node !== null && <ObjectChip object={{ kind: 'Node', name: node }} clusterId={clusterId} short />,
  },
  {
    id: 'age',
    label: 'Age',
    align: 'end',
    folds: true,
    cell: ({ created_at }) => created_at !== null && <Time at={created_at} as="for" />,
  },
];
