import type { Webhook } from '../../api/webhooks.ts';
import { whereOf } from '../../design/webhook-words.ts';
import type { Need } from '../need.ts';

const mostWebhooks = 3;

/** Those that are disabled, and those that failed so often that only one delivery at a time is tried. */
export function webhookNeeds(webhooks: readonly Webhook[]): readonly Need[] {
  const needing = webhooks.filter(
    ({ state, health }) => state === 'disabled' || (state === 'active' && health.next_probe_at !== null),
  );
  const shown = needing.slice(0, mostWebhooks).map(webhookNeed);
  const rest = needing.length - shown.length;
  if (rest <= 0) return shown;
  return [
    ...shown,
    {
      key: 'other webhooks',
      tone: 'failing',
      word: 'failing',
      what: `${rest} more ${rest === 1 ? 'webhook is failing or' : 'webhooks are failing or'} disabled`,
      next: 'Their endpoints do not answer as expected.',
      when: undefined,
      link: { to: '/webhooks' },
      linkWords: 'See all webhooks',
    },
  ];
}

function webhookNeed(webhook: Webhook): Need {
  const { id, state, disabled_at, health } = webhook;
  const isDisabled = state === 'disabled';
  const since = isDisabled ? disabled_at : health.failing_since;
  return {
    key: `webhook ${id}`,
    tone: 'failing',
    word: isDisabled ? 'disabled' : 'failing',
    what: isDisabled
      ? `${whereOf(webhook)} no longer receives events`
      : `Deliveries to ${whereOf(webhook)} are failing`,
    next: isDisabled
      ? 'Fix the endpoint, send it a test, then enable the webhook.'
      : 'Its newest delivery shows the response and what to do.',
    when: since === null ? undefined : { words: 'for', at: since, as: 'for' },
    link: { to: '/webhooks/$webhookId', params: { webhookId: id } },
    linkWords: 'See the webhook',
  };
}
