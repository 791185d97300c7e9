import type { ReactNode } from 'react';
import type { Webhook } from '../../api/webhooks.ts';
import { Command } from '../../design/copy.tsx';
import { ShownOnce } from '../../design/secret.tsx';
import { hostOf } from '../../design/webhook-words.ts';

interface ShownSecretProps {
  readonly title: string;
  readonly webhook: Pick<Webhook, 'id' | 'url'>;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** The secret by which the receiver knows that a delivery is ours. */
export function ShownSecret({ title, webhook, secret, children, onClose }: ShownSecretProps) {
  return (
    <ShownOnce
      title={title}
      what="signing secret"
      value={secret}
      fileName={`wheelhouse-webhook-${hostOf(webhook).replaceAll(/[^\w.-]/g, '-')}.txt`}
      onClose={onClose}
    >
      {children}
      <p>Give it to your receiver as WEBHOOK_SECRET, and trust only events that verify:</p>
      <Command what="the lines">{verifySnippet}</Command>
    </ShownOnce>
  );
}

/** Over the bytes as they came: a body that was parsed and written anew has another signature. */
export const verifySnippet = `import { webhooks } from '@wheelhouse/sdk/webhooks';

// The bytes as they came, before anything parses them.
const event = webhooks.verify(
  rawBody,
  request.headers['service-signature'],
  process.env.WEBHOOK_SECRET,
);`;
