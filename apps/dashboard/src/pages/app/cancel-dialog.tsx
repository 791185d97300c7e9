import { type App, appPath, appPaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Form } from '../../design/form.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';
import { refusedWords } from './refused-words.ts';
import { useWent } from './use-went.ts';

interface CancelDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

export function CancelDialog({ app, onClose }: CancelDialogProps) {
  const { id, name, deployment, current_revision: current } = app;
  const went = useWent();
  const change = useChange(async () => (await client.post(`${appPath}/cancel`, { params: { id }, body: {} })).data, {
    outdates: appPaths,
    done: (after) => went(`Canceled revision ${deployment.revision}`, after),
  });
  return (
    <Dialog title={`Cancel revision ${deployment.revision} of ${name}`} open onClose={onClose}>
      <Form
        verb="Cancel deployment"
        failed={refusedWords('Not canceled', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={!deployment.can_cancel}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
        cancelWords="Let it go on"
      >
        <AppOfDialog app={app} />
        {deployment.can_cancel ? (
          <p>
            It stops.{' '}
            {current === null
              ? 'What it has already made in the cluster is removed.'
              : `What it has already changed in the cluster is changed back to revision ${current}, whose pods keep serving meanwhile.`}
          </p>
        ) : (
          <p>It has ended: there is nothing to cancel.</p>
        )}
      </Form>
    </Dialog>
  );
}
