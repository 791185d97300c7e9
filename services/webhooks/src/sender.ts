import { readFileSync } from 'node:fs';
import type { ModuleContext } from '@wheelhouse/kit';
import type { WebhookSettings } from './config.ts';
import { Sender } from './wire/send.ts';

/** As the operator has set it up. */
export function senderOf({ settings, clock }: Pick<ModuleContext<WebhookSettings>, 'settings' | 'clock'>): Sender {
  const { WEBHOOK_ALLOWED_PRIVATE_CIDRS: allowedPrivateCidrs, WEBHOOK_EXTRA_CA_FILE: file } = settings;
  return new Sender({
    allowedPrivateCidrs,
    clock,
    ...(file === undefined ? {} : { extraCa: readFileSync(file, 'utf8') }),
  });
}
