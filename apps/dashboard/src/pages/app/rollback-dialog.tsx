import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, appPath, appPaths, type Deployment, deploymentPath, historyPath } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { relative } from '../../design/clock.ts';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';
import css from './rail.module.css';
import { contentDiff } from './content-diff.ts';
import { DiffTable } from './diff-table.tsx';
import { refusedWords } from './refused-words.ts';
import { useWent } from './use-went.ts';

interface RollbackDialogProps {
  readonly app: App;
  /** The one that is meant; else the newest that can be put back. */
  readonly to: number | undefined;
  readonly onClose: () => void;
}

/** First which one and what that changes, then the yes. It pins, and says so. */
export function RollbackDialog({ app, to, onClose }: RollbackDialogProps) {
  const query = useQuery(reading(historyPath, { params: { id: app.id }, query: { limit: 200 } }));
  return (
    <Dialog title={`Roll back ${app.name}`} open onClose={onClose}>
      <Loaded of={query} what="the revisions">
        {({ data }) => {
          const possible = data.filter(({ can_rollback }) => can_rollback);
          const meant = possible.find(({ revision }) => revision === to) ?? possible[0];
          return meant === undefined ? (
            <p>
              There is no revision to go back to: only one that was Live, is still kept and does not run already can be
              put back.
            </p>
          ) : (
            <Choice app={app} possible={possible} first={meant.revision} onClose={onClose} />
          );
        }}
      </Loaded>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly app: App;
  readonly possible: readonly Deployment[];
  readonly first: number;
  readonly onClose: () => void;
}

function Choice({ app, possible, first, onClose }: ChoiceProps) {
  const { id, name, current_revision: current } = app;
  const [revision, setRevision] = useState(first);
  const [reason, setReason] = useState('');
  const went = useWent();
  const change = useChange(
    async () =>
      (
        await client.post(`${appPath}/rollback`, {
          params: { id },
          body: { revision, ...(reason === '' ? {} : { reason }) },
        })
      ).data,
    { outdates: appPaths, done: (after) => went(`Rolling ${name} back to revision ${revision}`, after) },
  );
  return (
    <Form
      verb={`Roll back to revision ${revision}`}
      failed={refusedWords('Not rolled back', change.error)}
      error={change.error}
      busy={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <AppOfDialog app={app} />
      <SelectField
        label="Revision"
        help="Those that were Live and are still kept"
        value={String(revision)}
        choices={possible.map((one) => ({ value: String(one.revision), label: choiceWords(one) }))}
        onChange={(event) => {
          setRevision(Number(event.target.value));
          change.reset();
        }}
      />
      <div className={css['part']}>
        <h3>{current === null ? 'What it will be' : `What changes, compared with revision ${current} that is Live`}</h3>
        <Difference appId={id} from={current} to={revision} />
      </div>
      <p>
        The image is put back by its digest, so a tag that was moved changes nothing. The number of replicas stays.{' '}
        <strong className="name">{name} is then pinned:</strong> nothing else is deployed until somebody unpins it.
      </p>
      <TextField
        label="Why (optional)"
        help="Shown with the pin, to whoever wants to deploy next"
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Command>{`wheelhouse apps rollback ${name} --to ${revision}`}</Command>
    </Form>
  );
}

function choiceWords({ revision, image, created_at, note }: Deployment): string {
  const words = `${revision} · ${image} · ${relative(Date.parse(created_at), Date.now())}`;
  return note === null ? words : `${words} · ${note}`.slice(0, 120);
}

interface DifferenceProps {
  readonly appId: string;
  readonly from: number | null;
  readonly to: number;
}

/** Against what runs, which is not what that revision was compared with when it was made. */
function Difference({ appId, from, to }: DifferenceProps) {
  const put = useQuery(reading(deploymentPath, { params: { id: appId, revision: to } }));
  const runs = useQuery({
    ...reading(deploymentPath, { params: { id: appId, revision: from ?? to } }),
    enabled: from !== null,
  });
  const both =
    put.data !== undefined && (runs.data !== undefined || from === null)
      ? { put: put.data, runs: runs.data }
      : undefined;
  return (
    <Loaded of={{ data: both, error: put.error ?? runs.error }} what="what changes">
      {({ put: after, runs: before }) => (
        <DiffTable
          label={`What revision ${to} changes`}
          changes={
            before === undefined
              ? [{ path: 'image', before: null, after: after.content.source.image }]
              : contentDiff(before.content, after.content)
          }
          same="Both ask for the same. Only the image may differ, if its tag was moved in between."
        />
      )}
    </Loaded>
  );
}
