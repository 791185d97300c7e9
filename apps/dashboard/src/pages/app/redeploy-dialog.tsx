import { useState } from 'react';
import { type App, appPath, appPaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Form } from '../../design/form.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';
import { NoteField } from './deploy-dialog.tsx';
import { HeldByPin } from './held-by-pin.tsx';
import { refusedWords } from './refused-words.ts';
import { useWent } from './use-went.ts';

interface RedeployDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

/** The same once more, say after the quota was raised or a password was set. */
export function RedeployDialog({ app, onClose }: RedeployDialogProps) {
  const { id, name, revision, pinned } = app;
  const [note, setNote] = useState('');
  const went = useWent();
  const change = useChange(
    async () => (await client.post(`${appPath}/redeploy`, { params: { id }, body: note === '' ? {} : { note } })).data,
    { outdates: appPaths, done: (after) => went(`Deploying ${name} as revision ${after.revision}`, after) },
  );
  return (
    <Dialog title={`Redeploy ${name}`} open onClose={onClose}>
      <Form
        verb={`Redeploy ${name}`}
        failed={refusedWords('Not deployed', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={pinned !== null}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <AppOfDialog app={app} />
        <HeldByPin pinned={pinned} />
        <p>
          What revision {revision} asks for is deployed once more, as a new revision. Hand edits in the cluster are
          undone. Pods that run as they should are not restarted.
        </p>
        <NoteField value={note} onChange={setNote} />
      </Form>
    </Dialog>
  );
}
