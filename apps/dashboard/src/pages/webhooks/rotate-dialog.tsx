import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type Webhook, webhookPath } from '../../api/webhooks.ts';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Time } from '../../design/time.tsx';
import { hostOf } from '../../design/webhook-words.ts';
import { ShownSecret } from './shown-secret.tsx';

interface RotateDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const overlaps = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
  { value: '604800', label: '7 days' },
  { value: '0', label: 'no overlap: the old secret has leaked' },
];

const rotate = async (id: string, overlap_seconds: number) =>
  (await client.post(`${webhookPath}/rotate-secret`, { params: { id }, body: { overlap_seconds } })).data;

type Rotated = Awaited<ReturnType<typeof rotate>>;

/** A new secret, while the old one goes on signing for as long as the receiver needs to change over. */
export function RotateDialog({ webhook, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState('86400');
  const [rotated, setRotated] = useState<Rotated>();
  const change = useChange(() => rotate(webhook.id, Number(overlap)), { outdates: [webhookPath], done: setRotated });
  if (rotated !== undefined)
    return (
      <ShownSecret
        title={`New signing secret for ${hostOf(webhook)}`}
        webhook={webhook}
        secret={rotated.signing_secret}
        onClose={onClose}
      >
        {rotated.previous_secret_expires_at !== null && (
          <p>
            The old one also signs until <Time at={rotated.previous_secret_expires_at} />: install the new one before
            then.
          </p>
        )}
      </ShownSecret>
    );
  return (
    <Dialog title={`Rotate the signing secret for ${hostOf(webhook)}`} open onClose={onClose}>
      <Form
        verb="Rotate signing secret"
        failed="The secret was not rotated"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p>
          A new secret is created and shown once. During the overlap every delivery is signed with both, so your
          receiver can verify it with either.
        </p>
        {webhook.previous_secret_expires_at !== null && (
          <p>
            The previous overlap is still running and ends <Time at={webhook.previous_secret_expires_at} />. Only two
            secrets can be valid at once, so the older one stops working now.
          </p>
        )}
        <SelectField
          label="Overlap with the old secret"
          choices={overlaps}
          value={overlap}
          onChange={(event) => setOverlap(event.target.value)}
        />
        <Command>{`wheelhouse webhooks rotate-secret ${webhook.id} --overlap ${overlap}`}</Command>
      </Form>
    </Dialog>
  );
}
