import type { SystemDb, TenantDb } from '../db/database.ts';
import { inSpan, SpanKind } from '../telemetry.ts';
import { type ConsumerOptions, type ReceivedEvent, receivedFrom } from './consumer-spec.ts';
import type { OutgoingEvent } from './outbox.ts';

/** The effect and the note that it happened, in one transaction of the event's tenant. */
export async function handleOnce(options: ConsumerOptions, event: OutgoingEvent): Promise<boolean> {
  const { database, spec } = options;
  const received = receivedFrom(event);
  const work = () =>
    database.tenant(received.tenant_id, async (db) => {
      const isNew = await noteNew(db, options, [event]);
      if (!isNew.delete(keyOf(event))) return false;
      await spec.handle(db, received);
      return true;
    });
  const isNew = await inSpan(`handle ${event.type}`, SpanKind.CONSUMER, work, event.headers);
  if (isNew) spec.onHandled?.();
  return isNew;
}

/**
 * Notes them as handled and answers which were not, by their keys. Somebody else may have handled one while this waited
 * for their note, and the watermark may have passed over it and the note be gone: so it is looked at once more after.
 */
async function noteNew(
  db: TenantDb,
  { schema, spec }: ConsumerOptions,
  events: readonly OutgoingEvent[],
): Promise<Set<string>> {
  const [noted, streams] = await Promise.all([
    db.query<{ type: string; seq: number }>(
      `INSERT INTO ${schema}.inbox (consumer, source, type, seq)
       SELECT $1, $2, e.type, e.seq FROM unnest($3::text[], $4::bigint[]) AS e (type, seq) WHERE NOT EXISTS (
         SELECT 1 FROM ${schema}.inbox_streams AS s
         WHERE s.consumer = $1 AND s.source = $2 AND s.type = e.type AND s.through >= e.seq)
       ON CONFLICT DO NOTHING RETURNING type, seq`,
      [spec.name, spec.source, events.map(({ type }) => type), events.map(({ seq }) => seq)],
    ),
    db.query<{ type: string; through: number }>(
      `SELECT type, through FROM ${schema}.inbox_streams WHERE consumer = $1 AND source = $2 AND type = ANY($3)`,
      [spec.name, spec.source, [...new Set(events.map(({ type }) => type))]],
    ),
  ]);
  const through = new Map(streams.map((stream) => [stream.type, stream.through]));
  const late = noted.filter(({ type, seq }) => seq <= (through.get(type) ?? 0));
  if (late.length > 0)
    await db.query(
      `DELETE FROM ${schema}.inbox AS i USING unnest($3::text[], $4::bigint[]) AS e (type, seq)
       WHERE i.consumer = $1 AND i.source = $2 AND i.type = e.type AND i.seq = e.seq`,
      [spec.name, spec.source, late.map(({ type }) => type), late.map(({ seq }) => seq)],
    );
  return new Set(noted.filter((one) => !late.includes(one)).map(keyOf));
}

const keyOf = ({ type, seq }: { readonly type: string; readonly seq: number }) => `${type} ${seq}`;

export interface Gathered {
  readonly event: OutgoingEvent;
  readonly received: ReceivedEvent;
}

/** The same for events of one tenant, all or none. */
export async function handleTogether(
  options: ConsumerOptions,
  tenantId: string,
  gathered: readonly Gathered[],
): Promise<void> {
  const { database, spec } = options;
  // In one order, so that two who were brought the same events never wait for each other in a circle.
  const events = gathered.toSorted(({ event: a }, { event: b }) => compare(a.type, b.type) || a.seq - b.seq);
  const work = () =>
    database.tenant(tenantId, async (db) => {
      const isNew = await noteNew(
        db,
        options,
        events.map(({ event }) => event),
      );
      // One that was brought twice is in the list twice.
      const fresh = events.filter(({ event }) => isNew.delete(keyOf(event)));
      if (fresh.length === 0) return false;
      await spec.batch?.handle(
        db,
        fresh.map(({ received }) => received),
      );
      return true;
    });
  const [only, ...others] = events;
  const carrier = others.length === 0 ? only?.event.headers : undefined;
  if (await inSpan(`handle events of ${spec.source}`, SpanKind.CONSUMER, work, carrier)) spec.onHandled?.();
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Marked as handled and written down with its reason, in one transaction. */
export async function bury(
  { database, schema, spec, log }: ConsumerOptions,
  event: OutgoingEvent,
  error: unknown,
): Promise<void> {
  const { tenant_id: tenantId } = JSON.parse(event.body) as { tenant_id: string };
  const reason = error instanceof Error ? error.message : String(error);
  await database.tenant(tenantId, async (db) => {
    await db.query(
      `INSERT INTO ${schema}.inbox (consumer, source, type, seq) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [spec.name, spec.source, event.type, event.seq],
    );
    await db.query(
      `INSERT INTO ${schema}.dead_letters (tenant_id, event_id, consumer, source, type, seq, body, reason, cluster_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) ON CONFLICT DO NOTHING`,
      [
        tenantId,
        event.id,
        spec.name,
        spec.source,
        event.type,
        event.seq,
        event.body,
        reason,
        event.headers['cluster'] ?? null,
      ],
    );
  });
  log.error(
    { consumer: spec.name, type: event.type, seq: event.seq, reason },
    'an event was given up and kept in dead_letters',
  );
}

/** Moves the watermark over what is contiguous; answers the number through which everything is handled. */
export async function compact(db: SystemDb, { schema, spec }: ConsumerOptions, type: string): Promise<number> {
  const key = [spec.name, spec.source, type];
  await db.query(`INSERT INTO ${schema}.inbox_streams VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING`, key);
  const [stream] = await db.query<{ through: number }>(
    `SELECT through FROM ${schema}.inbox_streams WHERE consumer = $1 AND source = $2 AND type = $3 FOR UPDATE`,
    key,
  );
  const through = stream?.through ?? 0;
  const [row] = await db.query<{ through: number | null }>(
    `SELECT max(seq) AS through FROM (
       SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM ${schema}.inbox
       WHERE consumer = $1 AND source = $2 AND type = $3 AND seq > $4 ORDER BY seq LIMIT 10000
     ) AS beyond WHERE seq = $4 + n`,
    [...key, through],
  );
  const reached = row?.through ?? through;
  if (reached === through) return through;
  await db.query(`UPDATE ${schema}.inbox_streams SET through = $4 WHERE consumer = $1 AND source = $2 AND type = $3`, [
    ...key,
    reached,
  ]);
  await db.query(`DELETE FROM ${schema}.inbox WHERE consumer = $1 AND source = $2 AND type = $3 AND seq <= $4`, [
    ...key,
    reached,
  ]);
  return reached;
}

/** What is older than a number is past its keeping: it was handled, or nobody was there to hear it. */
export async function skipTo(
  db: SystemDb,
  { schema, spec }: ConsumerOptions,
  type: string,
  oldest: number,
): Promise<void> {
  await db.query(
    `UPDATE ${schema}.inbox_streams SET through = $4 WHERE consumer = $1 AND source = $2 AND type = $3 AND through < $4`,
    [spec.name, spec.source, type, oldest - 1],
  );
}
