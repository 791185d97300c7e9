import { randomUUID } from 'node:crypto';
import type { Database } from './db/database.ts';
import { giveBack, giveBackAllForEarlierLives, type Lease, pause, renewAll, takeLease } from './leases.ts';
import type { Log } from './log.ts';

/**
 * Work that comes and goes, on many targets: whoever finds some takes its target's lease, does it, and gives the
 * lease back. A worker renews all it holds together; what one that died held is free when its leases run out, or at
 * once when it starts again under its name.
 */
export interface ClaimOptions<Work extends { readonly target: string }> {
  readonly database: Database;
  readonly schema: string;
  /** Begins the names of its leases. */
  readonly kind: string;
  /** A name it keeps when it restarts. */
  readonly worker: string;
  readonly seconds: number;
  readonly lookEveryMs: number;
  readonly atOnce: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Work whose target nobody holds, one for each target. */
  readonly look: (most: number) => Promise<readonly Work[]>;
  /** Its signal ends when the lease is lost or the process stops. What is not done when it ends is found again. */
  readonly work: (one: Work, lease: Lease, signal: AbortSignal) => Promise<void>;
}

interface Held {
  readonly lease: Lease;
  readonly over: AbortController;
  readonly done: Promise<void>;
}

export async function claim<Work extends { readonly target: string }>(options: ClaimOptions<Work>): Promise<void> {
  const { database, schema, kind, worker, seconds, lookEveryMs, atOnce, log, signal } = options;
  const holder = `${worker}#${randomUUID()}`;
  const held = new Map<string, Held>();
  let bell = Promise.withResolvers<void>();

  const begin = (one: Work, lease: Lease) => {
    const over = new AbortController();
    const done = options
      .work(one, lease, over.signal)
      .catch((error: unknown) => {
        if (!over.signal.aborted) log.error({ err: error, target: one.target }, 'work on a target failed');
      })
      .then(() => database.system((db) => giveBack(db, schema, lease)))
      .catch((error: unknown) =>
        log.warn({ err: error, target: one.target }, 'a lease was not released; it will expire by itself'),
      )
      .finally(() => {
        held.delete(one.target);
        bell.resolve();
      });
    held.set(one.target, { lease, over, done });
  };
  const look = async () => {
    const found = await options.look(atOnce - held.size);
    for (const one of found) {
      if (held.has(one.target) || signal.aborted) continue;
      const lease = await database.system((db) => takeLease(db, schema, nameOf(kind, one.target), holder, seconds));
      if (lease !== undefined) begin(one, lease);
    }
  };
  const renewing = renew(options, holder, held);
  await database
    .system((db) => giveBackAllForEarlierLives(db, schema, kind, worker))
    .catch((error: unknown) =>
      log.warn({ err: error }, 'leases of the previous run were not released; they will expire by themselves'),
    );
  while (!signal.aborted) {
    bell = Promise.withResolvers<void>();
    if (held.size < atOnce)
      await look().catch((error: unknown) => log.warn({ err: error }, 'no work could be claimed'));
    // What has just become free is looked at soon, but not in a circle should its work fail at once.
    await Promise.race([pause(lookEveryMs, signal), bell.promise.then(() => pause(shortestPauseMs, signal))]);
  }
  for (const { over } of held.values()) over.abort();
  await Promise.all([renewing, ...[...held.values()].map(({ done }) => done)]);
}

const shortestPauseMs = 20;

async function renew(
  {
    database,
    schema,
    seconds,
    log,
    signal,
  }: Pick<ClaimOptions<never>, 'database' | 'schema' | 'seconds' | 'log' | 'signal'>,
  holder: string,
  held: ReadonlyMap<string, Held>,
): Promise<void> {
  let renewedAt = performance.now();
  while (!signal.aborted) {
    const asked = [...held.values()];
    try {
      const still = await database.system((db) => renewAll(db, schema, holder, seconds));
      renewedAt = performance.now();
      for (const { lease, over } of asked) if (still.get(lease.target) !== lease.token) over.abort();
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed');
      // Whoever cannot renew must think that others have taken over.
      if (performance.now() - renewedAt > seconds * 1000) for (const { over } of asked) over.abort();
    }
    await pause((seconds * 1000) / 3, signal);
  }
}

function nameOf(kind: string, target: string): string {
  return `${kind} ${target}`;
}
