import type { Deployment } from '../../api/apps.ts';
import { deploymentTone, isRunning } from '../../design/app-words.ts';
import { useNow } from '../../design/clock.ts';
import { Icon } from '../../design/icon.tsx';
import { Status, type Tone } from '../../design/status.tsx';
import { secondsWords } from '../action/plan-words.ts';
import { Remaining } from '../action/remaining.tsx';
import css from './rail.module.css';
import { type Stop, stopsOf } from './rail-stops.ts';

/** What a phase does, where the deployment tells nothing more itself. */
const waitsFor: Readonly<Partial<Record<Deployment['phase'], string>>> = {
  Queued: 'Waiting for the CloudSpace to be Ready and for a free slot on the cluster.',
  Syncing: 'Writing the objects into the cluster and reading them back.',
  RollingOut: 'Waiting until the new pods run and are ready.',
  Verifying: 'Sending the app a request and waiting for its answer.',
};

/** From Queued to Live: where it is, how long each phase took, and how long this one may last. */
export function Rail({ deployment }: { readonly deployment: Deployment }) {
  const { phase, progress, deadline_at } = deployment;
  const runs = isRunning(phase);
  return (
    <div className={css['part']}>
      <ol className={css['rail']} aria-label="Phases">
        {stopsOf(deployment).map((stop) => (
          <li
            key={stop.phase}
            className={css['stop']}
            data-is={stop.is}
            data-ended={phase}
            aria-current={stop.is === 'now' ? 'step' : undefined}
          >
            <StopMark stop={stop} ended={phase} />
            <Spent stop={stop} />
          </li>
        ))}
      </ol>
      {runs && (
        <p role="status" className="name">
          {progress ?? waitsFor[phase]}
        </p>
      )}
      {runs && deadline_at !== null && (
        <p className="quiet">
          {phase} may take <Remaining to={deadline_at} words={(left) => left} now="no time" /> more; then it has failed
        </p>
      )}
    </div>
  );
}

const said: Readonly<Record<Stop['is'], string>> = {
  done: ', done',
  now: ', now',
  later: ', to come',
  never: ', not reached',
  'ended here': ', ended here',
};

function StopMark({ stop: { phase, is }, ended }: { readonly stop: Stop; readonly ended: Deployment['phase'] }) {
  const words = (
    <>
      {phase}
      <span className="unseen">{said[is]}</span>
    </>
  );
  if (is === 'later' || is === 'never')
    return (
      <span className={css['later']}>
        <Icon name="right" size={14} />
        <span>{words}</span>
      </span>
    );
  const tones: Readonly<Record<'done' | 'now' | 'ended here', Tone>> = {
    done: 'ok',
    now: 'running',
    'ended here': ended === 'RolledBack' ? 'failing' : deploymentTone[ended],
  };
  return <Status tone={tones[is]}>{words}</Status>;
}

function Spent({ stop: { startedAt, took, is } }: { readonly stop: Stop }) {
  if (took !== undefined) return <span className={css['spent']}>{spentWords(took)}</span>;
  return is === 'now' && startedAt !== undefined ? <Lasting since={startedAt} /> : <span className={css['spent']} />;
}

function Lasting({ since }: { readonly since: number }) {
  return <span className={css['spent']}>{useNow((now) => spentWords(now - since))}</span>;
}

/** Short phases are told to a tenth: all of them as 0 s would say nothing. */
const spentWords = (ms: number): string =>
  ms < 1_000 ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s` : secondsWords(Math.round(ms / 1_000));
