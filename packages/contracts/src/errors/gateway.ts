import type { ErrorDefinition } from './definition.ts';

/** What only the edge can know: budgets, and modules that do not answer. */
export const gatewayErrors = {
  rate_limited: {
    status: 429,
    owner: 'gateway',
    message: 'The request budget for this minute is used up.',
    next: 'Wait as long as Retry-After says; X-RateLimit-Remaining shows how much is left.',
  },
  upstream_error: {
    status: 502,
    owner: 'gateway',
    message: 'The module behind this path closed the connection or sent an invalid response.',
    next: 'Read the object before repeating a change, because it may have been made; report it with error.request_id.',
  },
  upstream_timeout: {
    status: 504,
    owner: 'gateway',
    message: 'The module behind this path did not respond in time.',
    next: 'Read the object before repeating a change, because it may have been made; or repeat it with the same Idempotency-Key.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
