import { Link } from '@tanstack/react-router';
import type { Cluster } from '../../api/clusters.ts';
import type { Incident } from '../../api/incidents.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { gravityTone, incidentTone, numberOf } from '../../design/incident-words.ts';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { Who } from '../actions/who.tsx';
import css from './incident-columns.module.css';
import { IncidentObject } from './incident-object.tsx';

/** Its cluster may have been removed since: then only the id is left. */
export interface IncidentRow {
  readonly incident: Incident;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ incident }: IncidentRow): string => incident.id;

export const incidentColumns: readonly Column<IncidentRow>[] = [
  {
    id: 'severity',
    label: 'Severity',
    width: '104px',
    folds: true,
    cell: ({ incident: { severity } }) => <Status tone={gravityTone[severity]}>{severity}</Status>,
  },
  {
    id: 'title',
    label: 'Incident',
    cell: ({ incident }) => (
      <span className={css['title']}>
        <span className="number quiet">{numberOf(incident)}</span>
        <Link to="/incidents/$incidentId" params={{ incidentId: incident.id }} className="name">
          {incident.title}
        </Link>
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '140px',
    folds: true,
    cell: ({ incident: { status } }) => <Status tone={incidentTone[status]}>{status}</Status>,
  },
  {
    id: 'where',
    label: 'Where',
    width: '200px',
    folds: true,
    cell: ({ incident, cluster }) => (
      <span className={css['where']}>
        {cluster === undefined ? (
          <span className="quiet mono" title={incident.cluster_id}>
            …{incident.cluster_id.slice(-8)}
          </span>
        ) : (
          <ClusterChip id={cluster.id} name={cluster.name} />
        )}
        <IncidentObject incident={incident} />
      </span>
    ),
  },
  {
    id: 'since',
    label: 'Since',
    width: '96px',
    folds: true,
    foldedLabel: 'since',
    cell: ({ incident: { started_at } }) => <Time at={started_at} />,
  },
  {
    id: 'firing',
    label: 'Firing',
    width: '112px',
    folds: true,
    cell: ({ incident }) => <Firing incident={incident} />,
  },
  {
    id: 'who',
    label: 'Who',
    width: '128px',
    folds: true,
    cell: ({ incident: { assignee_id: id } }) =>
      id === null ? <span className="quiet">nobody</span> : <Who who={{ type: 'user', id }} />,
  },
];

/** How many of its signals fire now, or since when none does. */
export function Firing({ incident: { firing, quiet_since, source } }: { readonly incident: Incident }) {
  if (firing > 0)
    return (
      <span>
        <span className="number">{firing}</span> firing
      </span>
    );
  if (quiet_since === null) return <span className="quiet">{source === 'person' ? 'declared' : 'none'}</span>;
  return (
    <span>
      quiet for <Time at={quiet_since} as="for" />
    </span>
  );
}
