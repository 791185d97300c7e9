import { ApiError, isApiError } from './errors.ts';

/** When a call is made again, and after how long. */

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const firstMs = 500;
const longestMs = 8_000;
/** So that all who were told the same second do not come back in the same instant. */
const spreadMs = 250;

/**
 * Milliseconds to wait before the next try; undefined where there should be none. `repeatable`: doing it twice is as
 * good as once. Who was refused for want of budget has done nothing yet and may always ask again.
 */
export function delayBefore(
  error: unknown,
  { repeatable, tries, maxRetryAfterMs }: { repeatable: boolean; tries: number; maxRetryAfterMs: number },
): number | undefined {
  if (!(error instanceof ApiError)) return repeatable ? backoff(tries) : undefined;
  // The try before this one is still at work, or died a moment ago; soon its answer will be there.
  const ownShadow = isApiError(error, 'idempotency_in_progress');
  const again = ownShadow || error.status === 429 || (repeatable && passing.has(error.status));
  if (!again) return undefined;
  if (error.retryAfter === undefined) return backoff(tries);
  const toldMs = error.retryAfter * 1_000;
  // To come back earlier than told would only be refused again.
  return toldMs > maxRetryAfterMs ? undefined : toldMs + Math.random() * spreadMs;
}

export function backoff(tries: number): number {
  const most = Math.min(longestMs, firstMs * 2 ** (tries - 1));
  return (most * (1 + Math.random())) / 2;
}
