import { useEffect, useState } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { approvalSettingsPath } from '../../../api/actions.ts';
import { useChange } from '../../../api/change.ts';
import { client } from '../../../api/client.ts';
import { useMayEverywhere } from '../../../api/session.ts';
import { Form, fieldError } from '../../../design/form.tsx';
import { Notice } from '../../../design/notice.tsx';
import { Section } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import type { FoundSettings } from '../approvals/found-settings.ts';
import css from './guard-form.module.css';
import { GuardRow } from './guard-row.tsx';
import { changesIn, draftOf, guardGroups } from './guards.ts';

export function GuardForm({ found: { settings, etag } }: { readonly found: FoundSettings }) {
  const mayChange = useMayEverywhere('admin');
  const [draft, setDraft] = useState(() => draftOf(settings));
  const body = changesIn(draft, settings);
  const isSame = Object.keys(body).length === 0;
  const change = useChange(
    () => client.patch(approvalSettingsPath, { body, ...(etag !== undefined && { ifMatch: etag }) }),
    { outdates: [approvalSettingsPath], done: () => say('Saved the guards') },
  );
  useShowNamed();
  const sentences = (
    <div className={css['groups']}>
      {guardGroups.map(({ title, about, guards }) => (
        <Section key={title} title={title} about={about}>
          <div className={css['guards']}>
            {guards.map((guard) => (
              <GuardRow
                key={guard.name}
                guard={guard}
                value={draft[guard.name]}
                disabled={!mayChange}
                error={errorOf(change.error, guard.name)}
                onChange={(value) => setDraft({ ...draft, [guard.name]: value })}
              />
            ))}
          </div>
        </Section>
      ))}
    </div>
  );
  if (!mayChange)
    return (
      <>
        <Notice tone="unknown" title="Only administrators of the whole tenant can change the guards.">
          <p>
            That takes a role with the scope <code>admin</code> that is not limited to certain clusters.
          </p>
        </Notice>
        {sentences}
      </>
    );
  return (
    <Form
      verb="Save guards"
      failed="The guards were not changed"
      error={change.error}
      busy={change.isPending}
      disabled={isSame}
      onSubmit={() => change.mutate()}
    >
      {sentences}
    </Form>
  );
}

/** An entry of a list is named by its place in it, too. */
function errorOf(error: Error | null, name: string): string | undefined {
  const places = Array.from({ length: 200 }, (_, index) => `${name}.${index}`);
  return [name, ...places].map((field) => fieldError(error, field)).find((message) => message !== undefined);
}

/** A refusal names its guard, and links to it here. */
function useShowNamed(): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const named = hash === '' ? null : document.getElementById(hash);
    named?.scrollIntoView({ block: 'center' });
    named?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true });
  }, [hash]);
}
