import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type Webhook, webhookPath, webhooksPath } from '../../api/webhooks.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { say } from '../../design/said.tsx';
import { hostOf, whereOf } from '../../design/webhook-words.ts';
import css from './dialogs.module.css';

interface DeleteDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function DeleteDialog({ webhook, onClose }: DeleteDialogProps) {
  const { id, health } = webhook;
  const navigate = useNavigate();
  const remove = useChange(() => client.delete(webhookPath, { params: { id } }), {
    outdates: [webhooksPath],
    done: () => {
      say(`Deleted the webhook to ${hostOf(webhook)}`);
      void navigate({ to: '/webhooks' });
    },
  });
  const waiting = health.pending + health.held;
  return (
    <Confirm
      verb="Delete webhook"
      failed="The webhook was not deleted"
      typed={hostOf(webhook)}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div className={css['words']}>
        <p className="name">{whereOf(webhook)}</p>
        <p>
          It no longer receives events, and its signing secret is deleted.{' '}
          {waiting > 0 && `Its ${waiting} pending deliveries are canceled. `}
          This cannot be undone.
        </p>
        <Command>{`wheelhouse webhooks delete ${id}`}</Command>
      </div>
    </Confirm>
  );
}
