import { useState } from 'react';
import { type App, appPath, appPaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Copyable } from '../../design/copy.tsx';
import { Form } from '../../design/form.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import css from '../webhooks/create-page.module.css';
import { useApp } from './app-context.ts';
import { AppFields } from './app-fields.tsx';
import { contentDiff } from './content-diff.ts';
import { DeleteApp } from './delete-app.tsx';
import { NoteField } from './deploy-dialog.tsx';
import { DiffTable } from './diff-table.tsx';
import { changeBody, contentOf, type Draft, draftOf, envFault } from './draft.ts';
import { HeldByPin } from './held-by-pin.tsx';
import { refusedWords } from './refused-words.ts';
import side from './settings-tab.module.css';
import { useWent } from './use-went.ts';

/** Everything that a change takes, beside what it will change. */
export function AppSettingsTab() {
  const app = useApp();
  return (
    <>
      <ChangeApp app={app} />
      <Section title="Id" about="For calls of the API">
        <Facts facts={[['App id', <Copyable key="id" text={app.id} what="the app id" />]]} />
      </Section>
      <DeleteApp app={app} />
    </>
  );
}

function ChangeApp({ app }: { readonly app: App }) {
  const { id, name, pinned, state } = app;
  // As it was when the form was opened: what others change meanwhile is not sent, and so stays.
  const [before, setBefore] = useState(() => draftOf(app));
  const [draft, setDraft] = useState(before);
  const [note, setNote] = useState('');
  const lacks = useLacks('deploy');
  const went = useWent();
  const diff = contentDiff(contentOf(before), contentOf(draft));
  const isOther = diff.length > 0 || before.rollbackOnFailure !== draft.rollbackOnFailure;
  const change = useChange(
    async (after: Draft) => {
      const body = { ...changeBody(before, after), ...(note === '' || diff.length === 0 ? {} : { note }) };
      return (await client.patch(appPath, { params: { id }, body })).data;
    },
    {
      outdates: appPaths,
      done: (after) => {
        setBefore(draft);
        const words = diff.length > 0 ? `Deploying ${name} as revision ${after.revision}` : `Changed ${name}`;
        went(words, after);
      },
    },
  );
  return (
    <div className={css['sides']}>
      <Form
        verb={diff.length > 0 ? 'Deploy these changes' : 'Save'}
        failed={refusedWords('Nothing was changed', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={lacks || !isOther || state !== 'active' || (pinned !== null && diff.length > 0)}
        onSubmit={() => envFault(draft.env) === undefined && change.mutate(draft)}
        {...(isOther && { onCancel: () => setDraft(before), cancelWords: 'Undo changes' })}
      >
        {diff.length > 0 && <HeldByPin pinned={pinned} />}
        <AppFields draft={draft} error={change.error} onChange={(part) => setDraft((old) => ({ ...old, ...part }))} />
        {diff.length > 0 && <NoteField value={note} onChange={setNote} />}
      </Form>
      <section className={side['side']} aria-label="What will change">
        <h2>What will change</h2>
        <DiffTable changes={diff} label="What will change" same="Nothing yet. Change a field to see it here." />
        {diff.length > 0 && (
          <p>
            This is deployed as a new revision.{' '}
            {app.strategy === 'rolling'
              ? 'Pods are replaced one after the other'
              : 'All pods are ended, then new ones started'}
            ; the number of replicas stays at {app.replicas}.
          </p>
        )}
        {before.rollbackOnFailure !== draft.rollbackOnFailure && (
          <p>
            {draft.rollbackOnFailure
              ? 'From now on, a deployment that fails is rolled back by itself.'
              : 'From now on, a deployment that fails is not rolled back by itself.'}
          </p>
        )}
      </section>
    </div>
  );
}
