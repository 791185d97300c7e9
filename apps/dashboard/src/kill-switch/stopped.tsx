import { Link } from '@tanstack/react-router';
import type { Cluster } from '../api/clusters.ts';
import { type KillSwitchAnswer, type RunningAction, runningOn } from '../api/kill-switch.ts';
import { kindWords, objectOf } from '../design/action-words.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { objectWords } from '../design/object-words.ts';
import css from './stopped.module.css';

interface StoppedProps {
  readonly answer: KillSwitchAnswer;
  readonly cluster: Cluster | undefined;
  readonly onClose: () => void;
}

/** What the stop came to. */
export function Stopped({ answer: { stopped, still_running }, cluster, onClose }: StoppedProps) {
  const title = cluster === undefined ? 'All actions are stopped' : `Actions on ${cluster.name} are stopped`;
  return (
    <Dialog title={title} open onClose={onClose}>
      <Notice tone="ok" role="status" title="The kill switch is engaged.">
        <p>Every page says so until an administrator releases it.</p>
      </Notice>
      <Listed
        title="Stopped before anything was sent"
        none="Nothing had to be stopped."
        of={stopped}
        onFollow={onClose}
      />
      <Listed
        title="Still running, to its end"
        none="Nothing is still running."
        of={runningOn(still_running, cluster?.id ?? null)}
        onFollow={onClose}
      />
      <div>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

interface ListedProps {
  readonly title: string;
  readonly none: string;
  readonly of: readonly RunningAction[];
  readonly onFollow: () => void;
}

/** As many as the API tells at once. */
const most = 100;

function Listed({ title, none, of, onFollow }: ListedProps) {
  if (of.length === 0) return <p className="quiet">{none}</p>;
  return (
    <div className={css['listed']}>
      <h3>
        {title} ({of.length === most ? `${most} or more` : of.length})
      </h3>
      <ul>
        {of.map(({ id, action, target }) => (
          <li key={id}>
            <Link to="/actions/$actionId" params={{ actionId: id }} className="name" onClick={onFollow}>
              {kindWords(action)}: {objectWords(objectOf(target))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
