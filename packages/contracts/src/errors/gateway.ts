import type { ErrorDefinition } from './definition.ts';

/** What only the edge can know: budgets, and modules that do not answer. */
export const gatewayErrors = {
  rate_limited: {
    status: 429,
    owner: 'gateway',
    message: 'The request budget of this minute is spent.',
    next: 'Wait as long as Retry-After says; X-RateLimit-Remaining tells in advance how much is left.',
  },
  upstream_error: {
    status: 502,
    owner: 'gateway',
    message: 'The module behind this path broke off or gave an answer that makes no sense.',
    next: 'Read the object before repeating a change, for it may have been made; report it with error.request_id.',
  },
  upstream_timeout: {
    status: 504,
    owner: 'gateway',
    message: 'The module behind this path did not answer in time.',
    next: 'Read the object before repeating a change, for it may have been made, or repeat with the same Idempotency-Key.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
