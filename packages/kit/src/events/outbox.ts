import { type EventData, type EventType, isPublicEventType } from '@wheelhouse/contracts';
import { context, propagation } from '@opentelemetry/api';
import type { Clock } from '../clock.ts';
import type { SystemDb, TenantDb } from '../db/database.ts';
import { eventIdOf, type MakeId } from '../ids.ts';

/**
 * An event is written by the transaction that changes the row it tells of: the whole envelope,
 * serialised once. These bytes travel unchanged and are what a webhook signs.
 */
export interface EventSubject {
  readonly clusterId?: string;
  readonly cloudspaceId?: string;
}

export interface Emit {
  /** Answers the id under which the event travels. */
  <Type extends EventType>(db: TenantDb, type: Type, data: EventData<Type>, subject?: EventSubject): Promise<string>;
  (db: TenantDb, type: `internal.${string}`, data: object, subject?: EventSubject): Promise<string>;
}

export function outbox(schema: string, makeId: MakeId, clock: Clock): Emit {
  return async (db: TenantDb, type: string, data: unknown, subject: EventSubject = {}) => {
    if (!isPublicEventType(type) && !type.startsWith('internal.')) throw new Error(`"${type}" is not an event type`);
    const id = makeId();
    const eventId = eventIdOf(id);
    const now = clock.now();
    const body = JSON.stringify({
      id: eventId,
      type,
      occurred_at: now.toISOString(),
      tenant_id: db.tenantId,
      data,
    });
    const headers: Record<string, string> = { tenant: db.tenantId };
    if (subject.clusterId !== undefined) headers['cluster'] = subject.clusterId;
    if (subject.cloudspaceId !== undefined) headers['cloudspace'] = subject.cloudspaceId;
    propagation.inject(context.active(), headers);
    await db.query(
      `INSERT INTO ${schema}.outbox (id, tenant_id, type, body, headers, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, db.tenantId, type, body, JSON.stringify(headers), now],
    );
    return eventId;
  };
}

/** A message that is not an event, for an exchange of its own; whoever reads it knows nothing of our envelope. */
export interface OutgoingMessage {
  readonly exchange: string;
  readonly routingKey: string;
  /** Serialised once: these bytes travel, however often they are published. */
  readonly body: object;
  /** What it travels under each time, so that a reader can tell a repeat. */
  readonly id: string;
}

/** Writes a message into the outbox, in the transaction of the change it tells of. */
export type EmitMessage = (db: TenantDb, message: OutgoingMessage) => Promise<void>;

export function messageOutbox(schema: string, makeId: MakeId, clock: Clock): EmitMessage {
  return async (db, { exchange, routingKey, body, id }) => {
    if (isPublicEventType(exchange) || /^(internal|platform|amq)\./.test(exchange))
      throw new Error(`"${exchange}" is not a message exchange`);
    const headers: Record<string, string> = { tenant: db.tenantId };
    propagation.inject(context.active(), headers);
    await db.query(
      `INSERT INTO ${schema}.outbox (id, tenant_id, type, exchange, routing_key, message_id, body, headers, created_at)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
      [makeId(), db.tenantId, exchange, routingKey, id, JSON.stringify(body), JSON.stringify(headers), clock.now()],
    );
  };
}

/** An event as it lies in the outbox and travels. */
export interface OutgoingEvent {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** As it lies in the table: nothing there looks into the headers, so they are kept as text. */
interface OutboxRow extends Omit<OutgoingEvent, 'headers'>, Record<string, unknown> {
  readonly headers: string;
}

function outgoing({ headers, ...rest }: OutboxRow): OutgoingEvent {
  return { ...rest, headers: JSON.parse(headers) as Record<string, string> };
}

/** Of a message, not an event: where it goes. */
interface Destination {
  readonly exchange: string | null;
  readonly routing_key: string | null;
  readonly message_id: string | null;
}

/** What the relay carries. */
export type Unconfirmed = OutgoingEvent & Destination;

/**
 * Gives new events their numbers, gapless per type, in the order in which they will be published. Rows are met by their
 * place: joined by id, the planner, which expects none without a number, would hold all that wait against the batch.
 */
export async function numberEvents(db: SystemDb, schema: string, most: number): Promise<number> {
  const numbered = await db.query(
    `WITH batch AS (SELECT ctid, id, type FROM ${schema}.outbox WHERE seq IS NULL ORDER BY id LIMIT $1),
     numbered AS (
       SELECT batch.ctid, batch.type, coalesce(s.head, 0) + row_number() OVER (PARTITION BY batch.type ORDER BY batch.id) AS seq
       FROM batch LEFT JOIN ${schema}.outbox_streams AS s USING (type)
     ),
     heads AS (
       INSERT INTO ${schema}.outbox_streams (type, head, confirmed) SELECT type, max(seq), 0 FROM numbered GROUP BY type
       ON CONFLICT (type) DO UPDATE SET head = excluded.head
     )
     UPDATE ${schema}.outbox AS o SET seq = numbered.seq FROM numbered WHERE o.ctid = numbered.ctid AND o.seq IS NULL RETURNING 1`,
    [most],
  );
  return numbered.length;
}

/** So many of each type: what cannot be published keeps nothing of another type back. */
export async function unconfirmedEvents(db: SystemDb, schema: string, most: number): Promise<readonly Unconfirmed[]> {
  const rows = await db.query<OutboxRow & Destination>(
    `SELECT o.* FROM ${schema}.outbox_streams AS s CROSS JOIN LATERAL (
       SELECT e.id, e.type, e.seq, e.body, e.headers, e.exchange, e.routing_key, e.message_id FROM ${schema}.outbox AS e
       WHERE e.type = s.type AND e.seq > s.confirmed ORDER BY e.seq LIMIT $1
     ) AS o WHERE s.confirmed < s.head ORDER BY o.type, o.seq`,
    [most],
  );
  return rows.map((row) => ({ ...row, ...outgoing(row) }));
}

export async function confirmEvents(db: SystemDb, schema: string, through: ReadonlyMap<string, number>): Promise<void> {
  await db.query(
    `UPDATE ${schema}.outbox_streams AS s SET confirmed = greatest(s.confirmed, c.seq)
     FROM unnest($1::text[], $2::bigint[]) AS c (type, seq) WHERE s.type = c.type`,
    [[...through.keys()], [...through.values()]],
  );
}

export async function headsOf(db: SystemDb, schema: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ type: string; head: number }>(`SELECT type, head FROM ${schema}.outbox_streams`);
  return Object.fromEntries(rows.map(({ type, head }) => [type, head]));
}

/** What a consumer that missed something asks for: events of one type after a number, and the oldest number still kept. */
export async function replayEvents(db: SystemDb, schema: string, type: string, after: number, most: number) {
  const rows = await db.query<OutboxRow>(
    `SELECT id, type, seq, body, headers FROM ${schema}.outbox WHERE type = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [type, after, most],
  );
  const [oldest] = await db.query<{ seq: number | null }>(
    `SELECT min(seq) AS seq FROM ${schema}.outbox WHERE type = $1`,
    [type],
  );
  return { events: rows.map(outgoing), oldest: oldest?.seq ?? null };
}

/**
 * Published events are kept for replays, then pruned in small steps. Numbers grow with age, so the oldest
 * of each type are found by them, and nothing is read that is not about to go but one step of each type.
 */
export async function pruneEvents(db: SystemDb, schema: string, before: Date, most: number): Promise<number> {
  const gone = await db.query(
    `DELETE FROM ${schema}.outbox WHERE ctid = ANY(ARRAY(
       SELECT o.place FROM ${schema}.outbox_streams AS s CROSS JOIN LATERAL (
         SELECT e.ctid AS place, e.created_at FROM ${schema}.outbox AS e
         WHERE e.type = s.type AND e.seq <= s.confirmed ORDER BY e.seq LIMIT $2
       ) AS o WHERE o.created_at < $1 LIMIT $2)) RETURNING id`,
    [before, most],
  );
  return gone.length;
}
