import { useState } from 'react';
import { type App, appPaths } from '../../api/apps.ts';
import { scaleApp } from '../../api/app-cluster.ts';
import { useChange } from '../../api/change.ts';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';
import { refusedWords } from './refused-words.ts';

interface ScaleDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

/** Another count, no new revision; a refusal by a budget is shown in place, with its figures. */
export function ScaleDialog({ app, onClose }: ScaleDialogProps) {
  const { id, name, replicas } = app;
  const [wanted, setWanted] = useState(String(replicas));
  const change = useChange(() => scaleApp(id, Number(wanted)), {
    outdates: appPaths,
    done: (after) => {
      say(`Scaled ${name} to ${after.replicas}`);
      onClose();
    },
  });
  return (
    <Dialog title={`Scale ${name}`} open onClose={onClose}>
      <Form
        verb={wanted === '' ? `Scale ${name}` : `Scale ${name} to ${wanted}`}
        failed={refusedWords('Not scaled', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={wanted === '' || Number(wanted) === replicas}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <AppOfDialog app={app} />
        <TextField
          label="Replicas"
          help={`Now ${replicas}. The count is not part of a revision: no deploy or rollback changes it.`}
          type="number"
          required
          min={0}
          max={200}
          value={wanted}
          error={fieldError(change.error, 'replicas')}
          onChange={(event) => {
            setWanted(event.target.value);
            change.reset();
          }}
        />
        {wanted === '0' && <p>At 0 nothing runs, and the app does not answer.</p>}
        <Command>{`wheelhouse apps scale ${name} ${wanted}`}</Command>
      </Form>
    </Dialog>
  );
}
