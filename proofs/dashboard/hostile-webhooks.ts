import { systemClock, tenantFilter } from '@wheelhouse/kit';
import { attempt, writeDelivery } from '../../services/webhooks/test/write-delivery.ts';
import type { Stored } from './stored.ts';
import type { PaperTenant } from './paper-webhooks.ts';

export interface HostileWebhooks {
  readonly stored: readonly Stored[];
  readonly webhookId: string;
}

/** As long as the API takes it. */
const longUrl = `https://${'h'.repeat(60)}.example.com/${'w'.repeat(1_900)}`;

/** What people write into webhooks, and what strangers answer to them. */
export async function hostileWebhooks(
  { db, tenantId, ask }: PaperTenant,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<HostileWebhooks> {
  const make = async (url: string, description: string) => {
    const made = await ask('POST', '/platform/api/v1/webhooks', { url, events: ['*'], description });
    return { id: String(made['id']), url: String(made['url']), description: String(made['description']) };
  };
  const stored: Stored[] = [];
  for (const name of names) {
    const { id, description } = await make('https://hooks.example.com/x', longOf(name));
    for (const path of ['/webhooks', `/webhooks/${id}`])
      stored.push({ kind: 'description of a webhook', text: description, path });
  }
  const { id: webhookId, url } = await make(longUrl, '');
  const where = url.slice('https://'.length);
  await db.tenant(tenantId, (tenant) =>
    tenant.query(
      `UPDATE webhooks.subscriptions SET state = 'disabled', disabled_reason = 'gone', disabled_at = now()
       WHERE ${tenantFilter()} AND id = $1`,
      [webhookId],
    ),
  );
  for (const path of ['/', '/webhooks', `/webhooks/${webhookId}`])
    stored.push({ kind: 'URL of a webhook', text: where, path });
  const said = names.map(longOf).join('\n');
  const response = {
    headers: Object.fromEntries(names.map((name, at) => [`x-${at}`, name])),
    body: said,
    truncated: true,
  };
  const failed = attempt({ status: 500, failure: 'server_error', url, response });
  const delivery = await writeDelivery(db, tenantId, webhookId, systemClock.now(), {
    state: 'exhausted',
    attempts: [failed],
  });
  const path = `/webhooks/${webhookId}/deliveries/${delivery}`;
  stored.push({ kind: 'body of an answer', text: said, path });
  stored.push(...names.map((text) => ({ kind: 'header of an answer', text, path })));
  return { stored, webhookId };
}
