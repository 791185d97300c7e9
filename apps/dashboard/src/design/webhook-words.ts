import type { DeliveryState, WebhookState } from '@wheelhouse/contracts';
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

/** Where it goes, without what all of them have in common: "hooks.acme.example/wheelhouse". */
export const whereOf = ({ url }: Pick<Webhook, 'url'>): string => url.replace(/^https:\/\//, '').replace(/\/$/, '');

/** What has to be typed before it is deleted. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host;

/** Active, but what was last sent did not arrive. */
export const isFailing = ({ state, health }: Pick<Webhook, 'state' | 'health'>): boolean =>
  state === 'active' && health.failing_since !== null;

/** dns_failed as people read it: the API's own word. */
export const spaced = (word: string): string => word.replaceAll('_', ' ');
