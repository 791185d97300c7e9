import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Action, actionPath, actionsPath, pendingPath } from '../../api/actions.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { actionWords } from '../../design/action-words.ts';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { refusedWords } from './refused-words.ts';

interface UndoDialogProps {
  readonly action: Action;
  readonly onClose: () => void;
}

/** A new action with a plan of its own, and its page. */
export function UndoDialog({ action, onClose }: UndoDialogProps) {
  const { id, plan } = action;
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useChange(
    () => client.post(`${actionPath}/undo`, { params: { id }, body: reason === '' ? {} : { reason } }),
    {
      outdates: [actionsPath, pendingPath],
      done: ({ data: undo }) => {
        say(undo.status === 'pending_approval' ? 'Proposed: approve it to undo the action' : 'Undoing the action');
        onClose();
        void navigate({ to: '/actions/$actionId', params: { actionId: undo.id } });
      },
    },
  );
  const runsAtOnce = action.action === 'cordon_node' || action.action === 'drain_node';
  return (
    <Dialog title={`Undo: ${actionWords(action)}`} open onClose={onClose}>
      <Form
        verb="Undo action"
        failed={refusedWords('Not undone', change.error)}
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p className="name">{plan?.undo.words}</p>
        <p>
          {runsAtOnce
            ? 'This is an action of its own, which runs at once.'
            : 'This becomes an action of its own, with its plan. It waits for approval, which you may give yourself.'}{' '}
          If something else has changed the target since, it is refused and says what differs.
        </p>
        <TextField
          label="Why (optional)"
          help="Stored with the new action"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Command>{`wheelhouse actions undo ${id}`}</Command>
      </Form>
    </Dialog>
  );
}
