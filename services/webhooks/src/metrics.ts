import { counter, gauge } from '@wheelhouse/kit';

export const lagSeconds = gauge(
  'webhooks_due_lag_seconds',
  'For how long the subscription that waits longest has had something due and no worker',
);
export const underWay = gauge('webhooks_under_way', 'Attempts this worker has begun and not ended, by pool', ['pool']);
export const attemptsTotal = counter('webhook_attempts_total', 'Attempts to deliver, by what came of them', [
  'outcome',
]);
