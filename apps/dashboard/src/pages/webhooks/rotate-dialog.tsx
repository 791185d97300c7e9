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
  { value: '0', label: 'not at all: the old one has leaked' },
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
            The old one signs too, ends <Time at={rotated.previous_secret_expires_at} />: put the new one in place
            before.
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
          A new secret is made and shown once. In the overlap every delivery is signed with both, so that your receiver
          verifies it with either.
        </p>
        {webhook.previous_secret_expires_at !== null && (
          <p>
            The last overlap lasts still, ends <Time at={webhook.previous_secret_expires_at} />. Only two secrets live
            at once: the older one ends now.
          </p>
        )}
        <SelectField
          label="The old secret signs too for"
          choices={overlaps}
          value={overlap}
          onChange={(event) => setOverlap(event.target.value)}
        />
        <Command>{`npx wheelhouse webhooks rotate-secret ${webhook.id} --overlap ${overlap}`}</Command>
      </Form>
    </Dialog>
  );
}
