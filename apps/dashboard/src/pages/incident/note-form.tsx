import { type KeyboardEvent, useRef, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type IncidentInFull, incidentPath, incidentPaths } from '../../api/incidents.ts';
import { LongTextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { usePageKeys } from '../../shell/use-page-keys.ts';
import css from './note-form.module.css';

interface NoteFormProps {
  readonly id: string;
  readonly onAnswer: (incident: IncidentInFull) => void;
}

/** What somebody found out or tried, written where everybody looks. */
export function NoteForm({ id, onAnswer }: NoteFormProps) {
  const lacks = useLacks('actions');
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const change = useChange(
    async () => (await client.post(`${incidentPath}/notes`, { params: { id }, body: { text } })).data,
    {
      outdates: incidentPaths,
      done: (answer) => {
        onAnswer(answer);
        setText('');
        say('Added the note');
      },
    },
  );
  usePageKeys({ n: lacks ? undefined : () => place.current?.querySelector('textarea')?.focus() });
  if (lacks)
    return (
      <p className="quiet">
        You can see incidents. To acknowledge or resolve them, or to write notes, your role needs the scope{' '}
        <code>actions</code>: ask an administrator.
      </p>
    );
  const send = () => {
    if (text.trim() !== '' && !change.isPending) change.mutate();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div ref={place} className={css['note']}>
      <Form
        verb="Add note"
        failed="The note was not added"
        error={change.error}
        busy={change.isPending}
        disabled={text.trim() === ''}
        onSubmit={send}
        more={
          <span className={css['keys']}>
            Keys: <kbd>a</kbd> acknowledges, <kbd>r</kbd> resolves, <kbd>l</kbd> has it analyzed, <kbd>n</kbd> writes a
            note, <kbd>Ctrl Enter</kbd> adds it.
          </span>
        }
      >
        <LongTextField
          label="Note"
          rows={2}
          spellCheck
          maxLength={16_384}
          aria-keyshortcuts="n"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </Form>
    </div>
  );
}
