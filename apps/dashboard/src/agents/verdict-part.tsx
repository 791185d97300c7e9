import { verdicts } from '@wheelhouse/contracts';
import { useState } from 'react';
import type { VerdictRow } from '../api/agents.ts';
import { plainWords, verdictTone } from '../design/agent-words.ts';
import { Status } from '../design/status.tsx';
import { Time } from '../design/time.tsx';
import { Who } from '../pages/actions/who.tsx';
import { ScopeButton } from '../scopes/scope-button.tsx';
import { OverruleDialog } from './overrule-dialog.tsx';
import css from './verdict-part.module.css';

/** What became of a decision: measured, and what a person has said against that. */
export function VerdictPart({ row }: { readonly row: VerdictRow }) {
  const [overrules, setOverrules] = useState(false);
  const { verdict, summary, state, reached_at } = row;
  return (
    <section aria-label="Verdict" className={css['verdict']}>
      <p className={css['line']}>
        <VerdictStatus row={row} />
        {reached_at !== null && (
          <span className="quiet">
            <Time at={reached_at} />
          </span>
        )}
      </p>
      {verdict !== null && <p>{verdicts[verdict]}.</p>}
      {summary !== null && row.overruled_by === null && <p className="quiet name">{summary}</p>}
      <Overruled row={row} />
      {state === 'final' && (
        <div>
          <ScopeButton scope="actions" onClick={() => setOverrules(true)}>
            Overrule…
          </ScopeButton>
        </div>
      )}
      {overrules && <OverruleDialog row={row} onClose={() => setOverrules(false)} />}
    </section>
  );
}

export function VerdictStatus({ row: { verdict, final_by } }: { readonly row: VerdictRow }) {
  if (verdict !== null) return <Status tone={verdictTone[verdict]}>{plainWords(verdict)}</Status>;
  return (
    <span className={css['line']}>
      <Status tone="running">pending</Status>
      {final_by !== null && (
        <span className="quiet">
          known <Time at={final_by} /> at the latest
        </span>
      )}
    </span>
  );
}

function Overruled({ row: { overruled_by, note, measured } }: { readonly row: VerdictRow }) {
  if (overruled_by === null) return null;
  return (
    <>
      <p>
        Overruled by <Who who={overruled_by} />
        {note !== null && (
          <>
            : <span className="name">{note}</span>
          </>
        )}
      </p>
      {measured !== null && (
        <p className="quiet name">
          Measured: {plainWords(measured.verdict)}. {measured.summary}
        </p>
      )}
    </>
  );
}
