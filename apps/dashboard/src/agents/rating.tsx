import { useState } from 'react';
import { ratingsPath } from '../api/agents.ts';
import { useChange } from '../api/change.ts';
import { client } from '../api/client.ts';
import { LongTextField } from '../design/field.tsx';
import { fieldError, Form } from '../design/form.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { say } from '../design/said.tsx';
import { ScopeButton } from '../scopes/scope-button.tsx';
import css from './rating.module.css';

interface Said {
  readonly helpful: boolean;
  readonly note?: string;
}

/** Yes or no at one press; who has more to say says it afterwards. The last word of each person counts. */
export function Rating({ analysisId }: { readonly analysisId: string }) {
  const [writes, setWrites] = useState(false);
  const [note, setNote] = useState('');
  const change = useChange(
    async (said: Said) => (await client.post(ratingsPath, { body: { analysis_id: analysisId, ...said } })).data,
    { done: () => say('Noted') },
  );
  const helpful = change.data?.helpful;
  const answer = (value: boolean, words: string) => (
    <ScopeButton
      scope="agents"
      aria-pressed={helpful === value}
      busy={change.isPending && change.variables.helpful === value && change.variables.note === undefined}
      onClick={() => {
        setWrites(true);
        change.mutate({ helpful: value });
      }}
    >
      {words}
    </ScopeButton>
  );
  return (
    <div className={css['rating']}>
      <div role="group" aria-label="Was this helpful?" className={css['question']}>
        <span>Was this helpful?</span>
        {answer(true, 'Yes')}
        {answer(false, 'No')}
      </div>
      {helpful !== undefined && writes ? (
        <Form
          verb="Add"
          failed="It was not added"
          error={change.error}
          busy={change.isPending}
          disabled={note.trim() === ''}
          onSubmit={() => change.mutate({ helpful, note: note.trim() }, { onSuccess: () => setWrites(false) })}
          onCancel={() => setWrites(false)}
          cancelWords="No more to say"
        >
          <LongTextField
            label={helpful ? 'What helped (optional)' : 'What was wrong or missing (optional)'}
            rows={2}
            spellCheck
            maxLength={2_000}
            value={note}
            error={fieldError(change.error, 'note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form>
      ) : (
        change.error !== null && <ErrorNotice what="It was not noted" error={change.error} />
      )}
      {helpful !== undefined && !writes && <p className="quiet">Noted: {helpful ? 'it helped' : 'it did not help'}.</p>}
    </div>
  );
}
