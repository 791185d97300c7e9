import { refuse } from '@wheelhouse/kit';

/** `message` is told how long to wait, in words. */
export function refuseTooMany(seconds: number, message: (wait: string) => string): never {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return refuse('rate_limited', { message: message(wait), headers: { 'retry-after': String(seconds) } });
}
