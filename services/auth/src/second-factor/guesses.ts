import type { Clock, Database, MakeId } from '@wheelhouse/kit';
import { secondsUntil } from '../sign-in/throttle.ts';
import { refuseTooMany } from '../sign-in/too-many.ts';
import { deleteGuessesBefore, insertGuess, selectGuess } from './guesses-store.ts';
import { lockFactor } from './store.ts';

/**
 * How often a second factor may be guessed at, from wherever: who guesses knows the password, and may have any number
 * of addresses. Six digits that are right three at a time want some hundred thousand guesses, so ten an hour take years.
 */
const mostGuesses = 10;
const windowMs = 60 * 60_000;

/** What somebody shows beside the password. */
export interface ShownFactor {
  readonly totp?: string;
  readonly recovery_code?: string;
}

const counted = Symbol('counted');

/** Made by `countGuess` only: what is not counted cannot be looked at. */
export interface CountedFactor extends ShownFactor {
  readonly [counted]: true;
}

interface Guesser {
  readonly tenantId: string;
  readonly userId: string;
}

/**
 * Writes the guess down before it is looked at, in a transaction of its own: fifty sent at once count as fifty, and
 * stay counted though what they were sent for is rolled back. Refuses with 429 when there were too many. Only for who
 * has shown the right password or has a session, so that nobody else can close an account.
 */
export async function countGuess(
  { database, clock, makeId }: { readonly database: Database; readonly clock: Clock; readonly makeId: MakeId },
  { tenantId, userId }: Guesser,
  { totp, recovery_code }: ShownFactor,
): Promise<CountedFactor> {
  const guess: CountedFactor = {
    [counted]: true,
    ...(totp === undefined ? {} : { totp }),
    ...(recovery_code === undefined ? {} : { recovery_code }),
  };
  if (totp === undefined && recovery_code === undefined) return guess;
  const now = clock.now();
  const wait = await database.tenant(tenantId, async (db) => {
    const row = await lockFactor(db, userId);
    if (row === undefined || row.totp_confirmed_at === null) return 0;
    await deleteGuessesBefore(db, userId, new Date(now.getTime() - windowMs));
    const full = await selectGuess(db, userId, mostGuesses - 1);
    if (full !== undefined) return secondsUntil(full.getTime() + windowMs, now);
    await insertGuess(db, makeId(), userId, now);
    return 0;
  });
  if (wait > 0)
    refuseTooMany(
      wait,
      (words) =>
        `Too many wrong codes for this account. Wait ${words} and try again. If they were not yours, somebody knows your password: change it.`,
    );
  return guess;
}
