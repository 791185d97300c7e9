import { Link } from '@tanstack/react-router';
import type { Cloudspace } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import { cloudspaceTone } from '../../design/app-words.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import css from '../apps/app-columns.module.css';
import { quotaWords } from './quota.ts';

export interface CloudspaceRow {
  readonly cloudspace: Cloudspace;
  readonly cluster: Cluster | undefined;
}

export const cloudspaceColumns: readonly Column<CloudspaceRow>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    cell: ({ cloudspace: { id, name, phase, message } }) => (
      <span className={css['app']}>
        <Link to="/cloudspaces/$cloudspaceId" params={{ cloudspaceId: id }} className="name">
          {name}
        </Link>
        {phase !== 'Ready' && <span className={`${css['why']} name quiet`}>{message}</span>}
      </span>
    ),
  },
  {
    id: 'phase',
    label: 'Phase',
    cell: ({ cloudspace: { phase } }) => <Status tone={cloudspaceTone[phase]}>{phase}</Status>,
  },
  {
    id: 'cluster',
    label: 'Cluster',
    folds: true,
    cell: ({ cluster }) => cluster && <ClusterChip id={cluster.id} name={cluster.name} />,
  },
  {
    id: 'apps',
    label: 'Apps',
    align: 'end',
    folds: true,
    foldedLabel: 'apps',
    cell: ({ cloudspace: { apps_total } }) => <span className="number">{apps_total}</span>,
  },
  {
    id: 'quota',
    label: 'Quota',
    folds: true,
    foldedLabel: 'quota',
    cell: ({ cloudspace: { quota } }) => <span className="number">{quotaWords(quota)}</span>,
  },
  {
    id: 'created',
    label: 'Created',
    align: 'end',
    folds: true,
    foldedLabel: 'created',
    cell: ({ cloudspace: { created_at } }) => <Time at={created_at} />,
  },
];
