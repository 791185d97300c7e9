import type { SystemDb, TenantDb } from '@wheelhouse/kit';
import { type Limits, mostThatMatter, type Recent, windowMs } from './throttle.ts';

export interface Pair {
  readonly account: Buffer;
  readonly address: Buffer;
}

/** Attempts at one account or from one address are looked at one after the other: none slips through beside another. */
export async function lockPair(db: SystemDb, { account, address }: Pair): Promise<void> {
  // Always the address first: whoever holds an account's lock waits for nothing more.
  for (const hash of [address, account])
    await db.query('SELECT pg_advisory_xact_lock($1::bigint)', [hash.readBigInt64BE().toString()]);
}

export async function selectRecent(db: SystemDb, pair: Pair, limits: Limits, now: Date): Promise<Recent> {
  const since = new Date(now.getTime() - windowMs);
  const [ofPair, ofAddress, ofAccount] = await Promise.all([
    db.query<{ at: Date }>(
      `SELECT at FROM auth.login_failures WHERE account = $1 AND address = $2 AND at > $3
       ORDER BY at DESC OFFSET $4 LIMIT 1`,
      [pair.account, pair.address, since, limits.perPair - 1],
    ),
    db.query<{ at: Date }>(
      'SELECT at FROM auth.login_failures WHERE address = $1 AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1',
      [pair.address, since, limits.perAddress - 1],
    ),
    db.query<{ at: Date }>(
      'SELECT at FROM auth.login_failures WHERE account = $1 AND at > $2 ORDER BY at DESC LIMIT $3',
      [pair.account, since, mostThatMatter(limits)],
    ),
  ]);
  return { pairFull: ofPair[0]?.at, addressFull: ofAddress[0]?.at, account: ofAccount.map(({ at }) => at) };
}

export async function insertAttempt(db: SystemDb, id: string, { account, address }: Pair, now: Date): Promise<void> {
  await db.query('INSERT INTO auth.login_failures (id, account, address, at) VALUES ($1, $2, $3, $4)', [
    id,
    account,
    address,
    now,
  ]);
}

export async function deleteAttempt(db: SystemDb, id: string): Promise<void> {
  await db.query('DELETE FROM auth.login_failures WHERE id = $1', [id]);
}

export async function deletePair(db: TenantDb, { account, address }: Pair): Promise<void> {
  await db.query('DELETE FROM auth.login_failures WHERE account = $1 AND address = $2', [account, address]);
}

export async function pruneAttempts(db: SystemDb, before: Date, most: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM auth.login_failures WHERE id IN
       (SELECT id FROM auth.login_failures WHERE at < $1 ORDER BY at LIMIT $2) RETURNING id`,
    [before, most],
  );
  return rows.length;
}
