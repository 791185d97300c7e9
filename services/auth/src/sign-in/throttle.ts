/** How often somebody may be wrong. Rules only; what is counted comes from the store. */
export const windowMs = 15 * 60_000;
const longestDelaySeconds = 30;

export interface Limits {
  readonly perPair: number;
  readonly perAddress: number;
}

export interface Recent {
  /** When the failure happened that fills the limit of this account from this address; undefined: it is not full. */
  readonly pairFull: Date | undefined;
  readonly addressFull: Date | undefined;
  /** Of the account from anywhere, newest first; as many as matter. */
  readonly account: readonly Date[];
}

/** More than these need not be read: the delay has reached its end. */
export function mostThatMatter({ perPair }: Limits): number {
  return perPair + Math.ceil(Math.log2(longestDelaySeconds)) + 1;
}

/**
 * For how many seconds the next attempt has to wait; 0: none. One account from one address, and one address
 * as a whole, have a limit. An account guessed at from many addresses is only slowed down, and not at all
 * where its owner has signed in before: strangers never lock anybody out.
 */
export function secondsToWait(recent: Recent, limits: Limits, knownDevice: boolean, now: Date): number {
  const waits = [untilFree(recent.pairFull, now), untilFree(recent.addressFull, now)];
  if (!knownDevice) waits.push(delay(recent.account, limits, now));
  return Math.max(...waits);
}

function untilFree(full: Date | undefined, now: Date): number {
  return full === undefined ? 0 : secondsUntil(full.getTime() + windowMs, now);
}

function delay(failures: readonly Date[], { perPair }: Limits, now: Date): number {
  const [last] = failures;
  const beyond = failures.length - perPair;
  if (last === undefined || beyond < 0) return 0;
  return secondsUntil(last.getTime() + Math.min(longestDelaySeconds, 2 ** beyond) * 1000, now);
}

export function secondsUntil(time: number, now: Date): number {
  return Math.max(0, Math.ceil((time - now.getTime()) / 1000));
}
