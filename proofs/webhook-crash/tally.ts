import { createHash } from 'node:crypto';
import { type Database, eventIdOf } from '@wheelhouse/kit';
import type { Counts } from '../crash/subject.ts';
import type { Received } from '../webhooks/receiver-process.ts';

/** What was committed, as the source's own table tells it: SHA-256 of the body by event id. */
export type Committed = ReadonlyMap<string, string>;

export async function committedIn(database: Database): Promise<Committed> {
  const rows = await database.system((db) =>
    db.query<{ id: string; body: string }>(`SELECT id, body FROM platform.outbox WHERE type = 'cluster.phase_changed'`),
  );
  return new Map(rows.map(({ id, body }) => [eventIdOf(id), createHash('sha256').update(body).digest('base64url')]));
}

/** Lost: committed, and not in the receiver's log. Altered: there with other bytes than were committed, or never committed. */
export type Tally = Counts<'lost' | 'altered'>;

export function tallyOf(committed: Committed, log: readonly Pick<Received, 'eventId' | 'body'>[]): Tally {
  const met = new Set(log.map(({ eventId }) => eventId));
  return {
    lost: [...committed.keys()].filter((id) => !met.has(id)).length,
    altered: log.filter(({ eventId, body }) => committed.get(eventId) !== body).length,
  };
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
