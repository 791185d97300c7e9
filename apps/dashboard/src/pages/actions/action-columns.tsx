import { Link } from '@tanstack/react-router';
import type { Action } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords, objectOf, statusWords } from '../../design/action-words.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { actionTone } from '../../design/tones.ts';
import css from './action-columns.module.css';
import { Who } from './who.tsx';

/** Its cluster may have been removed since: then only the id is left. */
export interface ActionRow {
  readonly action: Action;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ action }: ActionRow): string => action.id;

const status: Column<ActionRow> = {
  id: 'status',
  label: 'Status',
  width: '150px',
  folds: true,
  cell: ({ action: { status: is } }) => <Status tone={actionTone[is]}>{statusWords(is)}</Status>,
};

const what: Column<ActionRow> = {
  id: 'what',
  label: 'What',
  cell: ({ action: { id, action, plan } }) => (
    <span className={css['what']}>
      <Link to="/actions/$actionId" params={{ actionId: id }}>
        {kindWords(action)}
      </Link>
      <Change changes={plan?.changes ?? []} />
    </span>
  ),
};

const target: Column<ActionRow> = {
  id: 'target',
  label: 'Target',
  folds: true,
  cell: ({ action: { target: object, cluster_id } }) => <ObjectChip object={objectOf(object)} clusterId={cluster_id} />,
};

const cluster: Column<ActionRow> = {
  id: 'cluster',
  label: 'Cluster',
  folds: true,
  cell: ({ action, cluster: known }) =>
    known === undefined ? (
      <span className="quiet mono" title={action.cluster_id}>
        …{action.cluster_id.slice(-8)}
      </span>
    ) : (
      <ClusterChip id={known.id} name={known.name} />
    ),
};

const who: Column<ActionRow> = {
  id: 'who',
  label: 'Proposed by',
  folds: true,
  foldedLabel: 'by',
  cell: ({ action: { proposed_by, requested_by } }) => {
    const by = proposed_by ?? requested_by;
    return by === null ? null : <Who who={by} />;
  },
};

const when: Column<ActionRow> = {
  id: 'when',
  label: 'Proposed',
  folds: true,
  align: 'end',
  cell: ({ action: { created_at } }) => <Time at={created_at} />,
};

/** In place of the status, which all of them share. */
const expires: Column<ActionRow> = {
  id: 'expires',
  label: 'Expires',
  width: '120px',
  folds: true,
  foldedLabel: 'expires',
  cell: ({ action: { expires_at } }) =>
    expires_at === null ? null : (
      <Status tone={actionTone.pending_approval}>
        <Time at={expires_at} />
      </Status>
    ),
};

export const actionColumns = [status, what, target, cluster, who, when];
export const pendingColumns = [expires, what, target, cluster, who, when];

/** Of one cluster, whose name stands above already. */
export const ofOneCluster = (columns: readonly Column<ActionRow>[]): readonly Column<ActionRow>[] =>
  columns.filter(({ id }) => id !== 'cluster');

/** Only a figure: what else changes is in the name of the action. */
function Change({ changes }: { readonly changes: NonNullable<Action['plan']>['changes'] }) {
  const figure = changes.find(({ field }) => field === 'spec.replicas');
  if (figure === undefined) return null;
  return (
    <span className="number quiet">
      {String(figure.before)} → {String(figure.after)}
    </span>
  );
}
