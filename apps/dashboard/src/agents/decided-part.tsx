import { Link } from '@tanstack/react-router';
import type { Action } from '../api/actions.ts';
import type { Analysis, VerdictRow } from '../api/agents.ts';
import { actionWords, statusWords } from '../design/action-words.ts';
import { Status } from '../design/status.tsx';
import { actionTone } from '../design/tones.ts';
import { ConditionList } from './condition-list.tsx';
import css from './decided-part.module.css';
import { VerdictPart } from './verdict-part.tsx';

interface DecidedPartProps {
  readonly analysis: Analysis;
  /** As far as it is known which one came of it. */
  readonly action: Action | undefined;
  readonly verdict: VerdictRow | undefined;
}

/** What was proposed, why it was asked or not, and what became of it. */
export function DecidedPart({ analysis, action, verdict }: DecidedPartProps) {
  if (analysis.decision_id === null) return null;
  // While somebody can still decide, or it runs, it stands above with its plan and with why it is asked.
  if (action !== undefined && action.finished_at === null) return null;
  return (
    <div className={css['decided']}>
      {action !== undefined && (
        <p className={css['line']}>
          <Link to="/actions/$actionId" params={{ actionId: action.id }} className="name">
            {actionWords(action)}
          </Link>
          <Status tone={actionTone[action.status]}>{statusWords(action.status)}</Status>
        </p>
      )}
      <Because analysis={analysis} />
      {verdict !== undefined && <VerdictPart row={verdict} />}
    </div>
  );
}

/** Why a person has to decide, or why nobody had to. */
export function Because({ analysis: { automatic, asked_because, conditions } }: { readonly analysis: Analysis }) {
  return (
    <div>
      <p>
        {automatic ? (
          'Acted by itself because all conditions for it held.'
        ) : (
          <>
            Asked because <span className="name">{clauseOf(asked_because ?? 'A person has to decide.')}</span>
          </>
        )}
      </p>
      <ConditionList conditions={conditions} />
    </div>
  );
}

/** Its sentence, as it goes on after "because". */
const clauseOf = (sentence: string): string => `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
