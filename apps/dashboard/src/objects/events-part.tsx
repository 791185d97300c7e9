import { useMemo } from 'react';
import type { KubernetesEvent } from '../api/objects.ts';
import { type KubernetesObject, ObjectChip } from '../design/object-chip.tsx';
import { Section } from '../design/page.tsx';
import { Status } from '../design/status.tsx';
import { type Column, Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import css from './events-part.module.css';
import { isSame } from './same-object.ts';

interface EventsPartProps {
  /** Null: the cluster does not tell them. */
  readonly events: readonly KubernetesEvent[] | null;
  readonly clusterId: string;
  /** What the page is about: what is said of others names them. */
  readonly about: KubernetesObject;
}

const keyOf = ({ object, reason, message, last_at }: KubernetesEvent) =>
  `${object.kind} ${object.name} ${reason} ${last_at} ${message}`;

/** What Kubernetes itself says of it and of its newest pods, newest first. */
export function EventsPart({ events, clusterId, about }: EventsPartProps) {
  const { kind, namespace, name } = about;
  const columns = useMemo(() => columnsOf(clusterId, { kind, namespace, name }), [clusterId, kind, namespace, name]);
  return (
    <Section title="Events">
      {events === null ? (
        <p className="quiet">
          The cluster does not tell its events. The credentials of the cluster need the permission to list events.
        </p>
      ) : events.length === 0 ? (
        <p className="quiet">Kubernetes has said nothing about it lately. It keeps events for an hour, usually.</p>
      ) : (
        <Table label="Events" columns={columns} rows={events} keyOf={keyOf} />
      )}
    </Section>
  );
}

const columnsOf = (clusterId: string, about: KubernetesObject): readonly Column<KubernetesEvent>[] => [
  {
    id: 'reason',
    label: 'Reason',
    width: '200px',
    folds: true,
    cell: ({ type, reason }) => (
      <Status tone={type === 'Warning' ? 'attention' : 'note'}>
        <span className="name">{reason}</span>
      </Status>
    ),
  },
  {
    id: 'message',
    label: 'What it says',
    cell: ({ message, object }) => {
      const other = { ...object, namespace: about.namespace };
      return (
        <span className={css['what']}>
          <span className="name">{message}</span>
          {!isSame(other, about) && <ObjectChip object={other} clusterId={clusterId} />}
        </span>
      );
    },
  },
  {
    id: 'count',
    label: 'Times',
    align: 'end',
    folds: true,
    width: '64px',
    cell: ({ count }) => <span className="number">{count}×</span>,
  },
  {
    id: 'last',
    label: 'Last',
    align: 'end',
    folds: true,
    width: '120px',
    cell: ({ last_at }) => <Time at={last_at} />,
  },
];
