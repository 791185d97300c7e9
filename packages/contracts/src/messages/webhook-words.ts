/**
 * The words for how webhooks stand, the same on REST, in the dashboard and in the terminal. Without schemas: a page that
 * needs the words need not load what checks them.
 */

export const webhookStates = ['active', 'paused', 'disabled'] as const;

export type WebhookState = (typeof webhookStates)[number];

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
