import { createHash } from 'node:crypto';
import { type Database, eventIdOf } from '@wheelhouse/kit';
import type { Received } from '../webhooks/receiver-process.ts';

/** What was committed, as the source's own table tells it: SHA-256 of the body by event id. */
export type Committed = ReadonlyMap<string, string>;

export async function committedIn(database: Database): Promise<Committed> {
  const rows = await database.system((db) =>
    db.query<{ id: string; body: string }>(`SELECT id, body FROM platform.outbox WHERE type = 'cluster.phase_changed'`),
  );
  return new Map(rows.map(({ id, body }) => [eventIdOf(id), createHash('sha256').update(body).digest('base64url')]));
}

export interface Tally {
  /** Committed, and not in the receiver's log. */
  readonly lost: number;
  /** In the log once more. */
  readonly duplicates: number;
  /** In the log with other bytes than were committed, or never committed. */
  readonly altered: number;
}

export function tallyOf(committed: Committed, log: readonly Pick<Received, 'eventId' | 'body'>[]): Tally {
  const met = new Set(log.map(({ eventId }) => eventId));
  return {
    lost: [...committed.keys()].filter((id) => !met.has(id)).length,
    duplicates: log.length - met.size,
    altered: log.filter(({ eventId, body }) => committed.get(eventId) !== body).length,
  };
}

/** How many were sent again after each of these moments, and how many after none of them. */
export function againAfter(
  moments: readonly number[],
  log: readonly Pick<Received, 'eventId' | 'at'>[],
): { readonly each: readonly number[]; readonly none: number } {
  const each = moments.map(() => 0);
  let none = 0;
  const firsts = new Map<string, number>();
  for (const { eventId, at } of log.toSorted((a, b) => a.at - b.at)) {
    const first = firsts.get(eventId);
    firsts.set(eventId, at);
    if (first === undefined) continue;
    const nth = moments.findIndex((moment) => moment > first && moment < at);
    if (nth === -1) none += 1;
    else each[nth] = (each[nth] ?? 0) + 1;
  }
  return { each, none };
}

/** Attempts that failed, by their class. */
export async function failuresOf(
  database: Database,
  tenantIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const tenantId of new Set(tenantIds)) {
    const rows = await database.tenant(tenantId, (db) =>
      db.query<{ failure: string; count: number }>(
        `SELECT coalesce(a->>'detail', a->>'failure') AS failure, count(*)::int AS count
         FROM webhooks.deliveries, unnest(attempts::json[]) AS a
         WHERE attempt_count > 1 AND a->>'failure' IS NOT NULL GROUP BY 1`,
      ),
    );
    for (const { failure, count } of rows) counts.set(failure, (counts.get(failure) ?? 0) + count);
  }
  return counts;
}
