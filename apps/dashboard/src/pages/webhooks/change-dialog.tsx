import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type Webhook, webhookPath, webhooksPath } from '../../api/webhooks.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { hostOf } from '../../design/webhook-words.ts';
import { changesOf, type Draft, draftOf, useDraft } from './draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface ChangeDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function ChangeDialog({ webhook, onClose }: ChangeDialogProps) {
  const draft = useDraft(draftOf(webhook));
  const change = useChange(
    (after: Draft) =>
      client.patch(webhookPath, { params: { id: webhook.id }, body: changesOf(draftOf(webhook), after) }),
    {
      outdates: [webhooksPath, webhookPath],
      done: () => {
        say(`Changed the webhook to ${hostOf(draft.value)}`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`Change the webhook to ${hostOf(webhook)}`} open onClose={onClose}>
      <Form
        verb="Change webhook"
        failed="The webhook was not changed"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => draft.isWhole() && change.mutate(draft.value)}
        onCancel={onClose}
      >
        <p>Pending deliveries go to the new URL. Changes to events or clusters apply to new events only.</p>
        <WebhookFields draft={draft} error={change.error} isKnown />
      </Form>
    </Dialog>
  );
}
