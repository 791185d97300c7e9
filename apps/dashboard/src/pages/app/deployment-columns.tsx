import { Link } from '@tanstack/react-router';
import type { Deployment } from '../../api/apps.ts';
import { deploymentTone, triggerWords } from '../../design/app-words.ts';
import { Button } from '../../design/button.tsx';
import { Status } from '../../design/status.tsx';
import { type Column, useRowTabIndex } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import css from '../apps/app-columns.module.css';
import { By } from './by.tsx';
import { Image } from './image.tsx';

export const deploymentKey = ({ id }: Deployment): string => id;

export const deploymentColumns: readonly Column<Deployment>[] = [
  {
    id: 'revision',
    label: 'Revision',
    cell: ({ app_id, revision }) => (
      <Link to="/apps/$appId/deployments/$revision" params={{ appId: app_id, revision: String(revision) }}>
        <span className="unseen">revision </span>
        <span className="number">{revision}</span>
      </Link>
    ),
  },
  {
    id: 'phase',
    label: 'Phase',
    width: '160px',
    folds: true,
    cell: ({ phase, is_current }) => (
      <Status tone={is_current || phase !== 'Live' ? deploymentTone[phase] : 'note'}>
        {phase}
        {phase === 'Live' && <span className="quiet">{is_current ? ', runs now' : ' once'}</span>}
      </Status>
    ),
  },
  {
    id: 'what',
    label: 'Image and note',
    folds: true,
    cell: ({ image, note, phase, message }) => (
      <span className={css['app']}>
        <Image image={image} />
        {note !== null && <span className="name quiet">“{note}”</span>}
        {(phase === 'Failed' || phase === 'RolledBack') && message !== null && (
          <span className={`${css['why']} name quiet`}>{message}</span>
        )}
      </span>
    ),
  },
  {
    id: 'who',
    label: 'By',
    width: '180px',
    folds: true,
    foldedLabel: 'by',
    cell: (deployment) => (
      <span className={css['app']}>
        <By actor={deployment.actor} />
        {deployment.trigger !== 'api' && <span className={`${css['why']} quiet`}>{triggerWords(deployment)}</span>}
      </span>
    ),
  },
  {
    id: 'when',
    label: 'When',
    align: 'end',
    folds: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

/** With a button for those that can be put back. */
export const deploymentColumnsWith = (onRollback: (revision: number) => void): readonly Column<Deployment>[] => [
  ...deploymentColumns,
  {
    id: 'do',
    label: '',
    align: 'end',
    cell: ({ can_rollback, revision }) =>
      can_rollback && <RollbackButton revision={revision} onPress={() => onRollback(revision)} />,
  },
];

function RollbackButton({ revision, onPress }: { readonly revision: number; readonly onPress: () => void }) {
  return (
    <Button look="quiet" tabIndex={useRowTabIndex()} onClick={onPress}>
      Roll back…
      <span className="unseen"> to revision {revision}</span>
    </Button>
  );
}
