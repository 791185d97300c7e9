import type { Action } from '../../api/actions.ts';
import { Icon } from '../../design/icon.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { Countdown } from './countdown.tsx';
import css from './progress-part.module.css';

type Step = NonNullable<Action['step']>;

const usual: readonly Step[] = ['waiting_for_target', 'planning', 'applying', 'verifying'];
/** Of a scale-up whose health is compared. */
const withCanary: readonly Step[] = ['waiting_for_target', 'planning', 'applying', 'settling', 'verifying'];

const stepWords: Readonly<Record<Step, string>> = {
  waiting_for_target: 'Waiting for the target',
  planning: 'Replanning',
  applying: 'Applying the change',
  verifying: 'Verifying',
  settling: 'Settling',
};

/** Of many changes, one pod after the other. */
const drainWords: Readonly<Record<Step, string>> = {
  ...stepWords,
  applying: 'Cordoning and evicting',
  verifying: 'Waiting for the last pods',
};

/** Where the worker tells nothing more. */
const waitsFor: Readonly<Record<Step, string>> = {
  waiting_for_target: 'Waiting for the cluster’s worker, and for other actions on this target to finish.',
  planning: 'Recomputing the plan: it must still match the approved one.',
  applying: 'Sending the change to the cluster.',
  verifying: 'Reading the target until the change has taken effect.',
  settling: 'Waiting for the health score.',
};

/** Where it is, and what it waits for right now. */
export function ProgressPart({ action }: { readonly action: Action }) {
  const { step, progress, started_at, details } = action;
  const { canary } = details;
  // A drain tells how far it is pod by pod; only what that does not say is said here.
  const isToldBelow = details.drain !== undefined && /^\d+ of \d+ pods gone/.test(progress ?? '');
  const isCompared = step === 'settling' || (canary !== undefined && canary.verdict !== 'skipped');
  const words = action.action === 'drain_node' ? drainWords : stepWords;
  const steps = isCompared ? withCanary : usual;
  const settlesAt = step === 'settling' ? (canary?.settles_at ?? undefined) : undefined;
  const reached = step === null ? -1 : steps.indexOf(step);
  return (
    <div className={css['progress']}>
      <ol className={css['steps']}>
        {steps.map((one, index) => (
          <li key={one} className={css['step']} aria-current={index === reached ? 'step' : undefined}>
            <StepState words={words[one]} is={index < reached ? 'done' : index === reached ? 'now' : 'later'} />
          </li>
        ))}
      </ol>
      {!isToldBelow && (
        <p role="status" className="name">
          {settlesAt === undefined ? (
            (progress ?? (step === null ? 'In progress.' : waitsFor[step]))
          ) : (
            <>
              Giving the cluster time to settle: <Countdown to={settlesAt} />.
            </>
          )}
        </p>
      )}
      {started_at !== null && (
        <p className="quiet">
          running for <Time at={started_at} as="for" />
        </p>
      )}
    </div>
  );
}

function StepState({ words, is }: { readonly words: string; readonly is: 'done' | 'now' | 'later' }) {
  if (is === 'now') return <Status tone="running">{words}</Status>;
  if (is === 'done')
    return (
      <Status tone="ok">
        {words}
        <span className="unseen">, done</span>
      </Status>
    );
  return (
    <span className={css['later']}>
      <Icon name="right" size={14} />
      <span>
        {words}
        <span className="unseen">, to come</span>
      </span>
    </span>
  );
}
