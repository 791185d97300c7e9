import type { Cluster } from '../../api/clusters.ts';
import type { MaintenanceWindow } from '../../api/incidents.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { scopeWords, windowTone } from '../../design/incident-words.ts';
import { Status } from '../../design/status.tsx';
import { type Column, useRowTabIndex } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { Who } from '../actions/who.tsx';
import css from './window-columns.module.css';

/** Its cluster may have been removed since: then only the id is left. */
export interface WindowRow {
  readonly window: MaintenanceWindow;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ window }: WindowRow): string => window.id;

const columns: readonly Column<WindowRow>[] = [
  {
    id: 'state',
    label: 'State',
    width: '120px',
    folds: true,
    cell: ({ window: { state } }) => <Status tone={windowTone[state]}>{state}</Status>,
  },
  {
    id: 'name',
    label: 'Maintenance',
    cell: ({ window: { name, reason } }) => (
      <span className={css['name']}>
        <span className="name">{name}</span>
        {reason !== '' && <span className="quiet name">{reason}</span>}
      </span>
    ),
  },
  {
    id: 'where',
    label: 'Where',
    folds: true,
    cell: ({ window, cluster }) => (
      <span className={css['where']}>
        {cluster === undefined ? (
          <span className="quiet mono" title={window.cluster_id}>
            …{window.cluster_id.slice(-8)}
          </span>
        ) : (
          <ClusterChip id={cluster.id} name={cluster.name} />
        )}
        <span className="name" title={[...(window.namespaces ?? []), ...(window.nodes ?? [])].join(', ')}>
          {scopeWords(window)}
        </span>
      </span>
    ),
  },
  {
    id: 'begins',
    label: 'Begins',
    folds: true,
    foldedLabel: 'begins',
    cell: ({ window: { starts_at } }) => <Time at={starts_at} />,
  },
  {
    id: 'ends',
    label: 'Ends',
    folds: true,
    foldedLabel: 'ends',
    cell: ({ window: { ended_at, ends_at } }) => <Time at={ended_at ?? ends_at} />,
  },
  {
    id: 'kept',
    label: 'Signals kept',
    align: 'end',
    folds: true,
    foldedLabel: 'signals kept',
    cell: ({ window: { suppressed } }) => <span className="number">{suppressed}</span>,
  },
  {
    id: 'who',
    label: 'By',
    width: '104px',
    folds: true,
    foldedLabel: 'by',
    cell: ({ window: { created_by } }) => <Who who={created_by} />,
  },
];

export function windowColumns(onEnd: (window: MaintenanceWindow) => void): readonly Column<WindowRow>[] {
  return [
    ...columns,
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: ({ window }) =>
        (window.state === 'active' || window.state === 'scheduled') && <End window={window} onEnd={onEnd} />,
    },
  ];
}

interface EndProps {
  readonly window: MaintenanceWindow;
  readonly onEnd: (window: MaintenanceWindow) => void;
}

function End({ window, onEnd }: EndProps) {
  const tabIndex = useRowTabIndex();
  const verb = window.state === 'active' ? 'End' : 'Cancel';
  return (
    <ScopeButton
      scope="actions"
      tabIndex={tabIndex}
      onClick={() => onEnd(window)}
      aria-label={`${verb} ${window.name}`}
    >
      {verb}
    </ScopeButton>
  );
}
