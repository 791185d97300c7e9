import { counter, gauge } from '@wheelhouse/kit';

export const lagSeconds = gauge(
  'webhooks_due_lag_seconds',
  'How long the longest-waiting subscription has had deliveries due without a worker',
);
export const underWay = gauge('webhooks_under_way', 'Attempts in flight on this worker, by pool', ['pool']);
export const attemptsTotal = counter('webhook_attempts_total', 'Delivery attempts, by outcome', ['outcome']);
