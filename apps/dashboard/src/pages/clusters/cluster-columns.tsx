import type { Cluster } from '../../api/clusters.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { Score } from '../../design/score.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { phaseTone } from '../../design/tones.ts';
import css from './cluster-columns.module.css';
import type { ClusterScore } from '../../api/scores.ts';

export interface ClusterRow {
  readonly cluster: Cluster;
  readonly health: ClusterScore | undefined;
}

const columns: readonly Column<ClusterRow>[] = [
  {
    id: 'name',
    label: 'Name',
    width: '200px',
    cell: ({ cluster: { id, name } }) => <ClusterChip id={id} name={name} />,
  },
  {
    id: 'phase',
    label: 'Phase',
    cell: ({ cluster: { phase } }) => <Status tone={phaseTone[phase]}>{phase}</Status>,
  },
  {
    id: 'score',
    label: 'Score',
    folds: true,
    cell: ({ health }) => <Score score={health?.score} stale={health?.stale ?? false} />,
  },
  { id: 'issues', label: 'Issues', align: 'end', folds: true, cell: ({ health }) => <Issues health={health} /> },
  {
    id: 'message',
    label: 'Why',
    folds: true,
    cell: ({ cluster: { phase, message } }) =>
      phase === 'Ready' ? null : <span className={`${css['message']} name`}>{message}</span>,
  },
  {
    id: 'version',
    label: 'Version',
    folds: true,
    cell: ({ cluster: { version } }) => <span className="name quiet">{version ?? ''}</span>,
  },
  {
    id: 'seen',
    label: 'Last seen',
    folds: true,
    cell: ({ cluster: { last_seen_at } }) =>
      last_seen_at === null ? <span className="quiet">never</span> : <Time at={last_seen_at} />,
  },
];

const columnsWhenReady = columns.filter(({ id }) => id !== 'message');

/** Why a cluster is not Ready has a column only while one is not. */
export function clusterColumns(rows: readonly ClusterRow[]): readonly Column<ClusterRow>[] {
  return rows.every(({ cluster: { phase } }) => phase === 'Ready') ? columnsWhenReady : columns;
}

function Issues({ health }: { readonly health: ClusterScore | undefined }) {
  if (health === undefined || health.score === null) return null;
  const words = `${health.issues}${health.more ? ' or more' : ''}`;
  return (
    <span className="number">
      {words}
      <span className={css['unit']}> {health.issues === 1 ? 'issue' : 'issues'}</span>
    </span>
  );
}
