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
      if (!(await noteNew(db, options, event))) return false;
      await spec.handle(db, received);
      return true;
    });
  const isNew = await inSpan(`handle ${event.type}`, SpanKind.CONSUMER, work, event.headers);
  if (isNew) spec.onHandled?.();
  return isNew;
}

/**
 * Notes it as handled and answers whether it was not. Somebody else may have handled it while this waited for their
 * note, and the watermark may have passed over it and the note be gone: so it is looked at once more after.
 */
async function noteNew(db: TenantDb, options: ConsumerOptions, { type, seq }: OutgoingEvent): Promise<boolean> {
  const { schema, spec } = options;
  const key = [spec.name, spec.source, type, seq];
  const [noted, through] = await Promise.all([
    db.query(
      `INSERT INTO ${schema}.inbox (consumer, source, type, seq) SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
         SELECT 1 FROM ${schema}.inbox_streams WHERE consumer = $1 AND source = $2 AND type = $3 AND through >= $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      key,
    ),
    throughOf(db, options, [type]),
  ]);
  if (noted.length === 0) return false;
  if (seq > (through.get(type) ?? 0)) return true;
  await db.query(`DELETE FROM ${schema}.inbox WHERE consumer = $1 AND source = $2 AND type = $3 AND seq = $4`, key);
  return false;
}

/** The number through which everything is handled, by type. */
async function throughOf(
  db: TenantDb,
  { schema, spec }: ConsumerOptions,
  types: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const streams = await db.query<{ type: string; through: number }>(
    `SELECT type, through FROM ${schema}.inbox_streams WHERE consumer = $1 AND source = $2 AND type = ANY($3)`,
    [spec.name, spec.source, types],
  );
  return new Map(streams.map(({ type, through }) => [type, through]));
}

export interface Gathered {
  readonly event: OutgoingEvent;
  readonly received: ReceivedEvent;
}

/** The same for events of one tenant, all or none, with one note for all of a type; see `batch` in ConsumerSpec. */
export async function handleTogether(
  options: ConsumerOptions,
  tenantId: string,
  gathered: readonly Gathered[],
): Promise<void> {
  const { database, spec } = options;
  // In one order, so that two who were brought the same events never wait for each other in a circle.
  const byType = Map.groupBy(gathered, ({ event }) => event.type);
  const types = [...byType.keys()].toSorted();
  const inOrder = types.map((type) => onceEach(byType.get(type) ?? []));
  const work = () =>
    database.tenant(tenantId, async (db) => {
      const [through] = await Promise.all([
        throughOf(db, options, types),
        ...inOrder.map((events) => noteBatch(db, options, events)),
      ]);
      const fresh = inOrder.flat().filter(({ event: { type, seq } }) => seq > (through.get(type) ?? 0));
      if (fresh.length === 0) return false;
      await spec.batch?.handle(
        db,
        fresh.map(({ received }) => received),
      );
      return true;
    });
  const [only, ...others] = gathered;
  const carrier = others.length === 0 ? only?.event.headers : undefined;
  if (await inSpan(`handle events of ${spec.source}`, SpanKind.CONSUMER, work, carrier)) spec.onHandled?.();
}

/** By number; one that was brought twice is there once. */
function onceEach(events: readonly Gathered[]): readonly Gathered[] {
  const bySeq = new Map(events.map((one) => [one.event.seq, one]));
  return [...bySeq.values()].toSorted((a, b) => a.event.seq - b.event.seq);
}

async function noteBatch(db: TenantDb, { schema, spec }: ConsumerOptions, inOrder: readonly Gathered[]): Promise<void> {
  const seqs = inOrder.map(({ event }) => event.seq);
  await db.query(
    `INSERT INTO ${schema}.inbox_batches (consumer, source, type, first, last, seqs) VALUES ($1, $2, $3, $4, $5, $6)`,
    [spec.name, spec.source, inOrder[0]?.event.type, seqs[0], seqs.at(-1), seqs],
  );
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
    'gave up on an event; it was moved to dead_letters',
  );
}

/** As far as the watermark looks ahead: behind a gap notes may pile up. */
const mostAtOnce = 10_000;

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
       SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM (
         SELECT seq FROM ${schema}.inbox
         WHERE consumer = $1 AND source = $2 AND type = $3 AND seq > $4 AND seq <= $4 + $5
         UNION
         SELECT s.seq FROM ${schema}.inbox_batches AS b CROSS JOIN unnest(b.seqs) AS s (seq)
         WHERE b.consumer = $1 AND b.source = $2 AND b.type = $3 AND b.first <= $4 + $5 AND s.seq > $4
       ) AS noted
     ) AS beyond WHERE seq = $4 + n`,
    [...key, through, mostAtOnce],
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
  await db.query(
    `DELETE FROM ${schema}.inbox_batches WHERE consumer = $1 AND source = $2 AND type = $3 AND first <= $4 AND last <= $4`,
    [...key, reached],
  );
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
