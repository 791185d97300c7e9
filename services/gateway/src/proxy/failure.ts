import { Refusal } from '@wheelhouse/kit';
import { BodyTooLarge } from './body.ts';

/** The answer is none that can be passed on. */
export class BrokenAnswer extends Error {}
/** The time to the first byte is over. */
export class LateAnswer extends Error {}
/** The module has as many under way as it may. */
export class TooManyRequests extends Error {}

const retryAfter = { 'retry-after': '1' };
/** Nobody was reached: nothing was asked of anyone. */
const unreached = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const lateCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What a caller is told of a module that did not answer as it should. */
export function refusalOfFailure(error: Error, module: string): Refusal {
  if (error instanceof BodyTooLarge) return new Refusal('payload_too_large');
  if (error instanceof TooManyRequests)
    return new Refusal('unavailable', {
      message: `${module} is handling as many requests as it can. Try again.`,
      headers: retryAfter,
    });
  if (isUnreached(error))
    return new Refusal('unavailable', { message: `${module} is unavailable. Try again.`, headers: retryAfter });
  if (error instanceof LateAnswer || lateCodes.has(codeOf(error))) return new Refusal('upstream_timeout');
  return new Refusal('upstream_error');
}

/** Whether nobody was there to be asked. */
export function isUnreached(error: Error): boolean {
  return unreached.has(codeOf(error));
}

/** Whether asking again can help: the connection failed, not the module's patience or its answer. */
export function isBrokenConnection(error: Error): boolean {
  const code = codeOf(error);
  return unreached.has(code) || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
