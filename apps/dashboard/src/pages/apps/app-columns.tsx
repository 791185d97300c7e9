import { Link } from '@tanstack/react-router';
import type { App } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import { appState } from '../../design/app-words.ts';
import { CloudspaceChip } from '../../design/chip.tsx';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { By } from '../app/by.tsx';
import css from './app-columns.module.css';

export interface AppRow {
  readonly app: App;
  readonly cluster: Cluster | undefined;
}

const name: Column<AppRow> = {
  id: 'name',
  label: 'Name',
  sort: 'name',
  cell: ({ app }) => (
    <span className={css['app']}>
      <Link to="/apps/$appId" params={{ appId: app.id }} className="name">
        {app.name}
      </Link>
      <Why app={app} />
    </span>
  ),
};

const cloudspace: Column<AppRow> = {
  id: 'cloudspace',
  label: 'CloudSpace',
  width: '180px',
  folds: true,
  cell: ({ app, cluster }) => (
    <span className={css['where']}>
      {cluster !== undefined && <ClusterMark id={cluster.id} name={cluster.name} />}
      <CloudspaceChip id={app.cloudspace_id} name={app.cloudspace_name} />
    </span>
  ),
};

const rest: readonly Column<AppRow>[] = [
  {
    id: 'state',
    label: 'State',
    cell: ({ app }) => {
      const { word, tone } = appState(app);
      return <Status tone={tone}>{word}</Status>;
    },
  },
  {
    id: 'revision',
    label: 'Revision',
    align: 'end',
    folds: true,
    foldedLabel: 'revision',
    cell: ({ app: { id, revision } }) => (
      <Link
        to="/apps/$appId/deployments/$revision"
        params={{ appId: id, revision: String(revision) }}
        className="number"
      >
        {revision}
      </Link>
    ),
  },
  {
    id: 'who',
    label: 'Deployed by',
    width: '140px',
    folds: true,
    foldedLabel: 'by',
    cell: ({ app: { deployment } }) => <By actor={deployment.actor} />,
  },
  {
    id: 'when',
    label: 'Deployed',
    align: 'end',
    folds: true,
    cell: ({ app: { deployment } }) => <Time at={deployment.created_at} />,
  },
];

export const appColumns: readonly Column<AppRow>[] = [name, cloudspace, ...rest];
/** Of one CloudSpace, whose name stands above already. */
export const appColumnsOfOne: readonly Column<AppRow>[] = [name, ...rest];

/** The sentence only where something is wrong. */
function Why({ app }: { readonly app: App }) {
  const { tone } = appState(app);
  const words = app.state === 'delete_failed' ? app.state_message : app.message;
  if (tone !== 'failing' || words === null) return null;
  return <span className={`${css['why']} name quiet`}>{words}</span>;
}
