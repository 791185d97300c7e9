import type { Client, Schemas } from '@wheelhouse/sdk';
import type { Asked } from '../../declare/pages.ts';
import { resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';

export type Webhook = Schemas['webhooks']['Webhook'];

export const webhooksPath = '/platform/api/v1/webhooks';
export const webhookPath = '/platform/api/v1/webhooks/{id}';

export const webhookItems = (client: Client, query: Asked) => client.list(webhooksPath, { query });

export const webhooks = resource('id, beginning of the id, URL or host', {
  one: 'webhook',
  many: 'webhooks',
  items: webhookItems,
  get: (client, id) => client.get(webhookPath, { params: { id } }),
  isNamed: ({ url }, typed) => url === typed || new URL(url).host === typed.toLowerCase(),
});

/** Active, and yet what was last sent did not arrive. */
export function standingOf({ state, health }: Webhook): Webhook['state'] | 'failing' {
  return state === 'active' && health.failing_since !== null ? 'failing' : state;
}

export function standingStyle(webhook: Webhook): Style {
  return ({ active: 'green', failing: 'red', paused: 'dim', disabled: 'red' } as const)[standingOf(webhook)];
}
