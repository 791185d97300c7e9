import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Handle, SystemDb } from './db/database.ts';
import type { Log } from './log.ts';

/**
 * One holder per target. The token grows with every change of hands and stands in every write of the
 * holder, so a holder that was paused past its lease and wakes up finds that its writes take no effect.
 * The database's clock decides: holders need not agree on the time.
 */
export interface Lease {
  readonly target: string;
  readonly token: number;
}

export async function takeLease(
  db: SystemDb,
  schema: string,
  target: string,
  holder: string,
  seconds: number,
): Promise<Lease | undefined> {
  const [row] = await db.query<{ token: number }>(
    `INSERT INTO ${schema}.leases AS l (target, token, holder, leased_until) VALUES ($1, 1, $2, clock_timestamp() + make_interval(secs => $3))
     ON CONFLICT (target) DO UPDATE SET
       token = CASE WHEN l.holder = $2 AND l.leased_until > clock_timestamp() THEN l.token ELSE l.token + 1 END,
       holder = $2, leased_until = excluded.leased_until
     WHERE l.holder = $2 OR l.leased_until <= clock_timestamp()
     RETURNING token`,
    [target, holder, seconds],
  );
  return row === undefined ? undefined : { target, token: row.token };
}

/** Locks the lease for the rest of the transaction; false when another holder has it by now. */
export async function stillHolds(db: Handle, schema: string, lease: Lease): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM ${schema}.leases WHERE target = $1 AND token = $2 FOR UPDATE`, [
    lease.target,
    lease.token,
  ]);
  return rows.length > 0;
}

export async function giveBack(db: SystemDb, schema: string, lease: Lease): Promise<void> {
  await db.query(`UPDATE ${schema}.leases SET leased_until = clock_timestamp() WHERE target = $1 AND token = $2`, [
    lease.target,
    lease.token,
  ]);
}

const holderOf = (worker: string, life: string) => `${worker}#${life}`;

/**
 * Gives back what earlier lives of this worker still hold: nobody works under it any more. Should one
 * live on after all, it is fenced like every former holder: whoever takes the lease next has a higher
 * token.
 */
async function giveBackForEarlierLives(db: SystemDb, schema: string, target: string, worker: string): Promise<void> {
  await db.query(
    `UPDATE ${schema}.leases SET leased_until = clock_timestamp()
     WHERE target = $1 AND starts_with(holder, $2) AND leased_until > clock_timestamp()`,
    [target, holderOf(worker, '')],
  );
}

/** The same for all targets of a kind. */
export async function giveBackAllForEarlierLives(
  db: SystemDb,
  schema: string,
  kind: string,
  worker: string,
): Promise<void> {
  await db.query(
    `UPDATE ${schema}.leases SET leased_until = clock_timestamp()
     WHERE starts_with(target, $1) AND starts_with(holder, $2) AND leased_until > clock_timestamp()`,
    [`${kind} `, holderOf(worker, '')],
  );
}

/** All that the holder still has, and has for longer now, with the tokens. */
export async function renewAll(
  db: SystemDb,
  schema: string,
  holder: string,
  seconds: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ target: string; token: number }>(
    `UPDATE ${schema}.leases SET leased_until = clock_timestamp() + make_interval(secs => $2)
     WHERE holder = $1 AND leased_until > clock_timestamp() RETURNING target, token`,
    [holder, seconds],
  );
  return new Map(rows.map(({ target, token }) => [target, token]));
}

interface HoldOptions {
  readonly database: Database;
  readonly schema: string;
  readonly target: string;
  /** A name it keeps when it restarts: what it held when it was killed it then takes again at once. */
  readonly worker: string;
  readonly seconds: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Runs as long as the lease is held; its signal ends when the lease is lost or the process stops. */
  readonly work: (lease: Lease, signal: AbortSignal) => Promise<void>;
}

/** Holds a lease as long as it can, again and again, until told to stop. */
export async function holdLease(options: HoldOptions): Promise<void> {
  const { database, schema, target, worker, seconds, log, signal, work } = options;
  const holder = holderOf(worker, randomUUID());
  const renewEvery = (seconds * 1000) / 3;
  await database
    .system((db) => giveBackForEarlierLives(db, schema, target, worker))
    .catch((error: unknown) =>
      log.warn({ err: error, target }, 'a lease of the previous run was not released; it will expire by itself'),
    );
  while (!signal.aborted) {
    const lease = await database
      .system((db) => takeLease(db, schema, target, holder, seconds))
      .catch((error: unknown) => {
        log.warn({ err: error, target }, 'a lease could not be requested');
        return undefined;
      });
    if (lease !== undefined) {
      const lost = new AbortController();
      const both = AbortSignal.any([signal, lost.signal]);
      const renewing = renew(options, holder, lease, renewEvery, lost, both);
      await work(lease, both).catch((error: unknown) => log.error({ err: error, target }, 'work under a lease failed'));
      lost.abort();
      await renewing;
      await database.system((db) => giveBack(db, schema, lease)).catch(() => undefined);
    }
    await pause(Math.min(renewEvery, 1_000), signal);
  }
}

async function renew(
  options: HoldOptions,
  holder: string,
  lease: Lease,
  every: number,
  lost: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const { database, schema, target, seconds } = options;
  let renewed = performance.now();
  for (;;) {
    await pause(every, signal);
    if (signal.aborted) return;
    const again = await database
      .system((db) => takeLease(db, schema, target, holder, seconds))
      .catch(() => 'unknown' as const);
    if (again !== 'unknown' && again?.token === lease.token) renewed = performance.now();
    else if (again !== 'unknown' || performance.now() - renewed > seconds * 1000) return lost.abort();
  }
}

export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
