import { isLiveIncident } from '@wheelhouse/contracts';
import { isApiError } from '@wheelhouse/sdk';
import { useState } from 'react';
import type { IncidentInFull } from '../../api/incidents.ts';
import { LongTextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import type { IncidentDialogProps } from './incident-dialog.ts';
import css from './review-part.module.css';
import { type FoundIncident, useEdit, useFoundIncident } from './use-edit.ts';

interface ReviewPartProps {
  readonly incident: IncidentInFull;
  readonly onAnswer: (incident: IncidentInFull) => void;
}

/** What was learned, once it is over. It is Markdown, and shown as it was written. */
export function ReviewPart({ incident, onAnswer }: ReviewPartProps) {
  const { status, review } = incident;
  const [writes, setWrites] = useState(false);
  if (isLiveIncident(status) && review === null) return null;
  return (
    <Section
      title="Review"
      {...(review === null && !writes && { about: 'What was learned, and what will be different next time.' })}
      actions={
        !writes && (
          <ScopeButton scope="actions" onClick={() => setWrites(true)}>
            {review === null ? 'Write review' : 'Edit review'}
          </ScopeButton>
        )
      }
    >
      {review !== null && !writes && <p className={`${css['review']} name`}>{review}</p>}
      {writes && <Writing incident={incident} onAnswer={onAnswer} onClose={() => setWrites(false)} />}
    </Section>
  );
}

function Writing({ incident, ...rest }: IncidentDialogProps) {
  const query = useFoundIncident(incident.id);
  return (
    <Loaded of={query} what="the review">
      {(found) => <Fields {...rest} found={found} />}
    </Loaded>
  );
}

type FieldsProps = Omit<IncidentDialogProps, 'incident'> & { readonly found: FoundIncident };

function Fields({ found: read, onAnswer, onClose }: FieldsProps) {
  // What was read when the writing began is what it is a change of.
  const [found] = useState(read);
  const [text, setText] = useState(found.incident.review ?? '');
  const change = useEdit(found, 'Saved the review', (answer) => {
    onAnswer(answer);
    onClose();
  });
  return (
    <Form
      verb="Save review"
      failed={
        isApiError(change.error, 'precondition_failed')
          ? 'Not saved: somebody else has changed the incident meanwhile. Copy what you wrote, cancel and begin again'
          : 'The review was not saved'
      }
      error={change.error}
      busy={change.isPending}
      onSubmit={() => change.mutate({ review: text.trim() === '' ? null : text })}
      onCancel={onClose}
    >
      <LongTextField
        label="Review"
        help="Markdown, up to 64 KiB. Empty removes it"
        rows={14}
        spellCheck
        maxLength={65_536}
        value={text}
        error={fieldError(change.error, 'review')}
        onChange={(event) => setText(event.target.value)}
      />
    </Form>
  );
}
