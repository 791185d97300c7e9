import { useState } from 'react';
import { type App, appPath, appPaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';
import { HeldByPin } from './held-by-pin.tsx';
import { refusedWords } from './refused-words.ts';
import { useWent } from './use-went.ts';

interface DeployDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

/** Another image, everything else as it is: the change of every day. */
export function DeployDialog({ app, onClose }: DeployDialogProps) {
  const { id, name, source, pinned } = app;
  const [image, setImage] = useState(source.image);
  const [note, setNote] = useState('');
  const went = useWent();
  const wanted = image.trim();
  const change = useChange(
    async () => {
      const body = { source: { type: 'image', image: wanted }, ...(note === '' ? {} : { note }) } as const;
      return (await client.patch(appPath, { params: { id }, body })).data;
    },
    { outdates: appPaths, done: (after) => went(`Deploying ${name} as revision ${after.revision}`, after) },
  );
  return (
    <Dialog title={`Deploy ${name}`} open onClose={onClose}>
      <Form
        verb={`Deploy ${name}`}
        failed={refusedWords('Not deployed', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={pinned !== null || wanted === source.image}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <AppOfDialog app={app} />
        <HeldByPin pinned={pinned} />
        <TextField
          label="Image"
          help={wanted === source.image ? 'The newest revision has this one: give another' : `Now ${source.image}`}
          required
          maxLength={512}
          spellCheck={false}
          value={image}
          error={fieldError(change.error, 'source.image') ?? fieldError(change.error, 'source')}
          onChange={(event) => setImage(event.target.value)}
        />
        <NoteField value={note} onChange={setNote} />
        <Command>{`wheelhouse apps deploy ${name} --image ${wanted}`}</Command>
      </Form>
    </Dialog>
  );
}

interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

export function NoteField({ value, onChange }: NoteFieldProps) {
  return (
    <TextField
      label="Note (optional)"
      help="Kept with the revision, for whoever reads its history"
      maxLength={1_000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
