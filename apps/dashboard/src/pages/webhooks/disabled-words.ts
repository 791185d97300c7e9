import type { Webhook } from '../../api/webhooks.ts';
import { spaced } from '../../design/webhook-words.ts';

const known: Readonly<Record<string, string>> = {
  gone: 'Its endpoint answered 410 Gone: it no longer accepts events.',
};

/** Why it was disabled, in a sentence. */
export function disabledWords({ disabled_reason: reason }: Pick<Webhook, 'disabled_reason'>): string {
  if (reason === null) return 'No events are sent to it.';
  return known[reason] ?? `Reason: ${spaced(reason)}.`;
}
