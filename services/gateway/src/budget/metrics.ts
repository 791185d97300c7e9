import { gauge } from '@wheelhouse/kit';

export const budgetsShared = gauge(
  'gateway_budgets_shared',
  '1 while Valkey counts the request budgets, 0 while this gateway enforces its share by itself',
);
