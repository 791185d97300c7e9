import { useState } from 'react';
import { type Cloudspace, cloudspacePath, cloudspacePaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { refusedWords } from '../app/refused-words.ts';
import { CloudspaceFields } from './cloudspace-fields.tsx';
import { changesOf, draftOf, tolerationFault } from './draft.ts';

interface ChangeDialogProps {
  readonly cloudspace: Cloudspace;
  readonly onClose: () => void;
}

export function ChangeDialog({ cloudspace, onClose }: ChangeDialogProps) {
  const { id, name } = cloudspace;
  // As it was when the dialog was opened: what others change meanwhile is not sent, and so stays.
  const [before] = useState(() => draftOf(cloudspace));
  const [draft, setDraft] = useState(before);
  const body = changesOf(before, draft);
  const change = useChange(() => client.patch(cloudspacePath, { params: { id }, body }), {
    outdates: cloudspacePaths,
    done: () => {
      say(`Changing CloudSpace ${name}`);
      onClose();
    },
  });
  return (
    <Dialog title={`Change CloudSpace ${name}`} open onClose={onClose}>
      <Form
        verb="Change CloudSpace"
        failed={refusedWords('The CloudSpace was not changed', change.error)}
        error={change.error}
        busy={change.isPending}
        disabled={Object.keys(body).length === 0}
        onSubmit={() => tolerationFault(draft) === undefined && change.mutate()}
        onCancel={onClose}
      >
        <p>New pods follow it. Pods that run are not restarted.</p>
        <CloudspaceFields
          draft={draft}
          error={change.error}
          onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
        />
      </Form>
    </Dialog>
  );
}
