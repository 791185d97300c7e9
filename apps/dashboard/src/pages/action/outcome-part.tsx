import type { Action } from '../../api/actions.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { spanOf } from '../../design/clock.ts';
import { actionTone } from '../../design/tones.ts';
import { Who } from '../actions/who.tsx';
import { canUndo, UndoButton } from './undo-button.tsx';
import { nextStepOf, outcomeTitle } from './outcome-words.ts';

/** How it ended: by whom or why, and what to do next. */
export function OutcomePart({ action }: { readonly action: Action }) {
  const { status, result, error, started_at, finished_at, note, rejected_by, canceled_by, plan } = action;
  const title = outcomeTitle(action);
  if (title === undefined) return null;
  const by = rejected_by ?? canceled_by;
  const next = status === 'failed' ? nextStepOf(action) : undefined;
  return (
    <Notice
      tone={actionTone[status]}
      title={title}
      role="status"
      {...(canUndo(action) && { actions: <UndoButton action={action} /> })}
    >
      {error !== null && result !== 'reverted' && <p className="name">{error.message}</p>}
      {next !== undefined && <p>Next step: {next}</p>}
      {by !== null && (
        <p>
          By <Who who={by} />. {note === null ? 'No reason was given.' : <span className="name">“{note}”</span>}
        </p>
      )}
      {status === 'expired' && <p>If it is still needed, propose it again: the situation may have changed.</p>}
      {status === 'success' && result !== 'dry_run' && plan !== null && (
        <p className="name">
          {plan.undo.possible && 'To undo it: '}
          {plan.undo.words}
        </p>
      )}
      <p className="quiet">
        {result !== null && (
          <>
            Result <code>{result}</code>.{' '}
          </>
        )}
        {finished_at !== null && (
          <>
            Ended <Time at={finished_at} />
            {started_at !== null && `, after ${spanOf(Date.parse(finished_at) - Date.parse(started_at))}`}.
          </>
        )}
      </p>
    </Notice>
  );
}
