import { type WebhookFormat, usualEvents } from '@wheelhouse/contracts';
import { type ChangeWebhook, type CreateWebhook, pagerdutyUrl, slackRate } from './schema.ts';
import type { SubscriptionRow } from './store.ts';
import { refuseField } from './target.ts';

/** What is created: what was asked for, and what its format has where nothing was said. */
export type Wanted = CreateWebhook & Required<Pick<CreateWebhook, 'url' | 'format' | 'events'>>;

export function wantedOf(asked: CreateWebhook): Wanted {
  const { format = 'event', routing_key, rate_limit_per_second: rate } = asked;
  if (format === 'pagerduty' && routing_key === undefined)
    refuseField(
      'routing_key',
      'is required for pagerduty; it is the integration key that PagerDuty shows for an Events API v2 integration of a service',
    );
  if (format !== 'pagerduty' && routing_key !== undefined) refuseStrayKey(format);
  return {
    ...asked,
    format,
    url: asked.url ?? (format === 'pagerduty' ? pagerdutyUrl : refuseField('url', 'is required for this format')),
    events: asked.events ?? usualOf(format),
    rate_limit_per_second: rate === undefined && format === 'slack' ? slackRate : (rate ?? null),
  };
}

function usualOf(format: WebhookFormat): Wanted['events'] {
  if (format === 'event') return refuseField('events', 'is required; send names of event types, or just ["*"]');
  return [...usualEvents[format]];
}

/** A key goes where it was meant to go: whoever may change a webhook could otherwise have it sent to themselves. */
export function checkKey({ format, url }: SubscriptionRow, asked: ChangeWebhook): void {
  if (format !== 'pagerduty' && asked.routing_key !== undefined) refuseStrayKey(format);
  if (format === 'pagerduty' && asked.url !== undefined && asked.url !== url && asked.routing_key === undefined)
    refuseField('routing_key', 'is required when the url changes: the stored one is not sent to another server');
}

function refuseStrayKey(format: WebhookFormat): never {
  return refuseField('routing_key', `is only for the format pagerduty, and this webhook has the format ${format}`);
}
