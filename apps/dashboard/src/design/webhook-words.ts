import { type DeliveryState, webhookFormatWords, type WebhookState } from '@wheelhouse/contracts';
import type { Webhook } from '../api/webhooks.ts';
import type { Tone } from './status.tsx';

/** The same words and colours wherever a webhook or a delivery is named. */

export const webhookTone: Readonly<Record<WebhookState, Tone>> = {
  active: 'ok',
  paused: 'note',
  disabled: 'failing',
};

export const deliveryTone: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'running',
  succeeded: 'ok',
  exhausted: 'failing',
  canceled: 'note',
  held: 'waiting',
};

/**
 * Where it goes, without what all of them have in common: "hooks.acme.example/wheelhouse". The path of a chat's URL is
 * what lets one post there, and belongs on no screen that others see: "Slack (hooks.slack.com)".
 */
export const whereOf = ({ url, format }: Pick<Webhook, 'url' | 'format'>): string =>
  format === 'event'
    ? url.replace(/^https:\/\//, '').replace(/\/$/, '')
    : `${webhookFormatWords[format]} (${hostOf({ url })})`;

/** What has to be typed before it is deleted. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host;

/** Active, but what was last sent did not arrive. */
export const isFailing = ({ state, health }: Pick<Webhook, 'state' | 'health'>): boolean =>
  state === 'active' && health.failing_since !== null;

/** dns_failed as people read it: the API's own word. */
export const spaced = (word: string): string => word.replaceAll('_', ' ');
