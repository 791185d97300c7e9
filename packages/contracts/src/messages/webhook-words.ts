import type { EventType } from '../events/catalogue.ts';

/**
 * The words for how webhooks stand, the same on REST, in the dashboard and in the terminal. Without schemas: a page that
 * needs the words need not load what checks them.
 */

export const webhookStates = ['active', 'paused', 'disabled'] as const;

export type WebhookState = (typeof webhookStates)[number];

/** What an event is sent as: itself, or what one of these products takes. */
export const webhookFormats = ['event', 'slack', 'teams', 'pagerduty'] as const;

export type WebhookFormat = (typeof webhookFormats)[number];

/** The same for people: where it goes. */
export const webhookFormatWords: Readonly<Record<WebhookFormat, string>> = {
  event: 'Your own server',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
};

const incidentEvents = ['incident.created', 'incident.updated', 'incident.resolved'] as const satisfies EventType[];

/**
 * What each is sent unless it is said. A pager is not told of approvals: nothing would end the page of an action that is
 * rejected, or that nobody decides about.
 */
export const usualEvents: Readonly<Record<Exclude<WebhookFormat, 'event'>, readonly EventType[]>> = {
  slack: [...incidentEvents, 'action.pending'],
  teams: [...incidentEvents, 'action.pending'],
  pagerduty: incidentEvents,
};

export const deliveryStates = ['pending', 'succeeded', 'exhausted', 'canceled', 'held'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery is held, or was canceled. */
export const deliveryReasons = [
  'paused',
  'disabled',
  'endpoint_failing',
  'deleted',
  'redelivered',
  'kept_too_long',
] as const;

export type DeliveryReason = (typeof deliveryReasons)[number];

/** The same for people: a clause that follows the state. */
export const deliveryReasonWords: Readonly<Record<DeliveryReason, string>> = {
  paused: 'it arrived while the webhook was paused',
  disabled: 'it arrived while the webhook was disabled',
  endpoint_failing: 'the endpoint kept failing, so it was never attempted',
  deleted: 'the webhook was deleted',
  redelivered: 'it was sent again as another delivery',
  kept_too_long: 'it was held for too long',
};

/** What became of an attempt that did not succeed. */
export const deliveryFailures = [
  'dns_failed',
  'address_refused',
  'connection_refused',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'connection_lost',
  'not_http',
  'redirected',
  'gone',
  'too_many_requests',
  'client_error',
  'server_error',
] as const;

export type DeliveryFailure = (typeof deliveryFailures)[number];
