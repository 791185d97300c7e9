import { randomUUID } from 'node:crypto';
import type { Database, SystemDb } from './db/database.ts';
import { giveBack, giveBackAllForEarlierLives, type Lease, pause, renewAll, takeLease } from './leases.ts';
import type { Log } from './log.ts';

/**
 * Many targets over many workers: each takes its share, one lease a target, and works on all it holds at
 * once. A worker that comes gets targets from the others, those of one that goes are taken over when its
 * leases run out, or at once when it stops in order or starts again under its name.
 */
export interface SpreadOptions {
  readonly database: Database;
  readonly schema: string;
  /** Begins the names of its leases. */
  readonly kind: string;
  /** A name it keeps when it restarts. */
  readonly worker: string;
  readonly seconds: number;
  readonly roundMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** All targets there are, whoever holds them. */
  readonly targets: () => Promise<readonly string[]>;
  /** Runs as long as the target is ours; its signal ends when it is not any more. If it ends before, it is begun again. */
  readonly work: (target: string, lease: Lease, signal: AbortSignal) => Promise<void>;
}

interface Held {
  readonly lease: Lease;
  readonly over: AbortController;
  readonly done: Promise<void>;
  /** Its work has come to an end by itself: it is given back, and begun again by whoever takes it. */
  isIdle: boolean;
}

export async function spread(options: SpreadOptions): Promise<void> {
  const { database, schema, kind, worker, seconds, roundMs, log, signal } = options;
  const holder = `${worker}#${randomUUID()}`;
  const presence = `${kind} worker ${holder}`;
  const held = new Map<string, Held>();
  let renewedAt = performance.now();

  const begin = (target: string, lease: Lease) => {
    const over = new AbortController();
    const done = options.work(target, lease, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) log.error({ err: error, target }, 'work on a target failed');
    });
    const one: Held = { lease, over, done, isIdle: false };
    held.set(target, one);
    void done.then(() => (one.isIdle = true));
  };
  /** Gives back only when its work has ended: the next holder must not meet it. */
  const end = async (target: string) => {
    const one = held.get(target);
    if (one === undefined) return;
    one.over.abort();
    await one.done;
    held.delete(target);
    await database.system((db) => giveBack(db, schema, one.lease)).catch(() => undefined);
  };
  const endAll = (targets: Iterable<string>) => Promise.all([...targets].map(end));

  async function round(): Promise<void> {
    const wanted = await options.targets();
    const { still, workers } = await database.system(async (db) => {
      await takeLease(db, schema, presence, holder, seconds);
      return { still: await renewAll(db, schema, holder, seconds), workers: await present(db, schema, kind) };
    });
    renewedAt = performance.now();
    const known = new Set(wanted);
    const isToGo = (target: string, { lease, isIdle }: Held) =>
      isIdle || still.get(nameOf(kind, target)) !== lease.token || !known.has(target);
    await endAll([...held].filter(([target, one]) => isToGo(target, one)).map(([target]) => target));
    const share = Math.ceil(wanted.length / Math.max(1, workers));
    await endAll([...held.keys()].slice(share));
    if (held.size >= share) return;
    const free = wanted.filter((target) => !held.has(target));
    const taken = await database.system((db) =>
      takenOf(
        db,
        schema,
        free.map((target) => nameOf(kind, target)),
      ),
    );
    for (const target of free.filter((one) => !taken.has(nameOf(kind, one)))) {
      if (held.size >= share || signal.aborted) return;
      const lease = await database.system((db) => takeLease(db, schema, nameOf(kind, target), holder, seconds));
      if (lease !== undefined) begin(target, lease);
    }
  }

  await database
    .system((db) => giveBackAllForEarlierLives(db, schema, kind, worker))
    .catch((error: unknown) =>
      log.warn({ err: error }, 'leases of the previous run were not released; they will expire by themselves'),
    );
  while (!signal.aborted) {
    await round().catch((error: unknown) => log.warn({ err: error }, 'targets could not be distributed'));
    // Whoever cannot renew must think that others have taken over.
    if (performance.now() - renewedAt > seconds * 1000) await endAll(held.keys());
    await pause(roundMs, signal);
  }
  await endAll(held.keys());
  await database.system((db) => endPresence(db, schema, kind, presence)).catch(() => undefined);
}

function nameOf(kind: string, target: string): string {
  return `${kind} ${target}`;
}

async function present(db: SystemDb, schema: string, kind: string): Promise<number> {
  const [row] = await db.query<{ workers: number }>(
    `SELECT count(*) AS workers FROM ${schema}.leases WHERE starts_with(target, $1) AND leased_until > clock_timestamp()`,
    [`${kind} worker `],
  );
  return row?.workers ?? 0;
}

async function takenOf(db: SystemDb, schema: string, targets: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ target: string }>(
    `SELECT target FROM ${schema}.leases WHERE target = ANY($1) AND leased_until > clock_timestamp()`,
    [targets],
  );
  return new Set(rows.map(({ target }) => target));
}

/** A worker's own row has a new name every time and would stay for ever: its own goes, and those of the dead. */
async function endPresence(db: SystemDb, schema: string, kind: string, presence: string): Promise<void> {
  await db.query(
    `DELETE FROM ${schema}.leases WHERE target = $1 OR (starts_with(target, $2) AND leased_until < clock_timestamp() - interval '1 hour')`,
    [presence, `${kind} worker `],
  );
}
