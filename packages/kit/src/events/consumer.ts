import type { ConsumeMessage } from 'amqplib';
import type { Database, SystemDb, TenantDb } from '../db/database.ts';
import { pause } from '../leases.ts';
import type { Log } from '../log.ts';
import { inSpan, SpanKind } from '../telemetry.ts';
import { type Broker, eventsExchange, headsExchange } from './broker.ts';
import type { OutgoingEvent } from './outbox.ts';

/**
 * A consumer handles each event once: its number is written in the transaction of its effect. What
 * the broker lost is noticed by the numbers and asked for again from the source.
 */
export interface ConsumerSpec {
  readonly name: string;
  readonly source: string;
  readonly types: readonly string[];
  readonly prefetch?: number;
  readonly handle: (db: TenantDb, event: ReceivedEvent) => Promise<void>;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly tenant_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The bytes as they were written, for those who pass them on. */
  readonly body: string;
}

const defaultPrefetch = 20;
const mostAttempts = 5;
const firstDelayMs = 100;

export type Replay = (
  source: string,
  type: string,
  after: number,
) => Promise<{ readonly events: readonly OutgoingEvent[]; readonly oldest: number | null }>;

export interface ConsumerOptions {
  readonly module: string;
  readonly schema: string;
  readonly spec: ConsumerSpec;
  readonly database: Database;
  readonly broker: Broker;
  readonly replay: Replay;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How long it may stay behind an announced head before it asks for a replay. */
  readonly patienceMs?: number;
  readonly compactEveryMs?: number;
}

export function startConsumer(options: ConsumerOptions): Promise<void> {
  const { broker, module, spec } = options;
  const heads = new Map<string, number>();
  broker.consume({
    queue: queueOf(options),
    exchange: eventsExchange,
    keys: spec.types,
    prefetch: spec.prefetch ?? defaultPrefetch,
    handle: async (message) => {
      // A key may be shared by several sources; this consumer listens to one.
      if (message.properties.headers?.['source'] !== spec.source) return 'ack';
      return deliver(options, eventFrom(message));
    },
  });
  broker.consume({
    queue: `${module}.${spec.name}.heads.${process.pid}.${Math.random().toString(36).slice(2, 8)}`,
    exchange: headsExchange,
    keys: [spec.source],
    prefetch: 1,
    own: true,
    handle: async (message) => {
      const announced = (JSON.parse(message.content.toString()) as { heads: Record<string, number> }).heads;
      for (const type of spec.types) heads.set(type, Math.max(heads.get(type) ?? 0, announced[type] ?? 0));
      return 'ack';
    },
  });
  return watch(options, heads);
}

/**
 * A handler that throws is tried again, each time later; what it can never handle is buried and holds
 * nobody up. Attempts are counted here: the broker counts deliveries, and so takes a process that died
 * with the event in hand for a handler that failed.
 */
async function deliver(options: ConsumerOptions, event: OutgoingEvent): Promise<'ack' | 'requeue'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handleOnce(options, event);
      return 'ack';
    } catch (error) {
      options.log.warn(
        { err: error, consumer: options.spec.name, type: event.type, seq: event.seq, attempt },
        'an event was not handled',
      );
      if (attempt === mostAttempts) {
        await bury(options, event, error);
        return 'ack';
      }
    }
    await pause(firstDelayMs * 2 ** (attempt - 1), options.signal);
    if (options.signal.aborted) return 'requeue';
  }
}

/** Marked as handled and written down with its reason, in one transaction. */
async function bury(
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

function queueOf({ module, spec }: ConsumerOptions): string {
  return `${module}.${spec.name}`;
}

function eventFrom(message: ConsumeMessage): OutgoingEvent {
  const headers = (message.properties.headers ?? {}) as Record<string, string> & { seq: number };
  return {
    id: String(message.properties.messageId),
    type: message.fields.routingKey,
    seq: headers.seq,
    body: message.content.toString(),
    headers,
  };
}

/** The effect and the note that it happened, in one transaction of the event's tenant. */
export async function handleOnce({ database, schema, spec }: ConsumerOptions, event: OutgoingEvent): Promise<boolean> {
  const received = { ...(JSON.parse(event.body) as Omit<ReceivedEvent, 'body'>), body: event.body };
  const work = () =>
    database.tenant(received.tenant_id, async (db) => {
      const first = await db.query(
        `INSERT INTO ${schema}.inbox (consumer, source, type, seq)
         SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
           SELECT 1 FROM ${schema}.inbox_streams WHERE consumer = $1 AND source = $2 AND type = $3 AND through >= $4)
         ON CONFLICT DO NOTHING RETURNING seq`,
        [spec.name, spec.source, event.type, event.seq],
      );
      if (first.length === 0) return false;
      await spec.handle(db, received);
      return true;
    });
  return inSpan(`handle ${event.type}`, SpanKind.CONSUMER, work, event.headers);
}

/** Moves the watermark over what is contiguous, and asks for a replay when it has stood still behind a head. */
async function watch(options: ConsumerOptions, heads: ReadonlyMap<string, number>): Promise<void> {
  const { spec, log, signal, broker, patienceMs = 15_000, compactEveryMs = 1_000 } = options;
  const stood = new Map<string, { through: number; since: number }>();
  const caughtUp = new Map<string, number>();
  while (!signal.aborted) {
    await pause(compactEveryMs, signal);
    for (const type of spec.types) {
      try {
        const through = await options.database.system((db) => compact(db, options, type));
        // What was published before this connection listened went nowhere: ask at once.
        const connection = broker.listening(queueOf(options));
        if (connection !== undefined && caughtUp.get(type) !== connection) {
          await catchUp(options, type, through);
          caughtUp.set(type, connection);
          continue;
        }
        const before = stood.get(type);
        const now = performance.now();
        if (before === undefined || before.through !== through) stood.set(type, { through, since: now });
        else if (through < (heads.get(type) ?? 0) && now - before.since > patienceMs) {
          await catchUp(options, type, through);
          stood.delete(type);
        }
      } catch (error) {
        log.warn({ err: error, consumer: spec.name, type }, 'a consumer could not check for gaps');
      }
    }
  }
}

/** Answers the number through which everything is handled. */
async function compact(db: SystemDb, { schema, spec }: ConsumerOptions, type: string): Promise<number> {
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

async function catchUp(options: ConsumerOptions, type: string, through: number): Promise<void> {
  const { spec, log, schema, database } = options;
  let again = 0;
  for (let after = through; ; ) {
    const { events, oldest } = await options.replay(spec.source, type, after);
    if (oldest !== null && oldest > after + 1 && after === through) {
      // Older ones are past their keeping: they were handled, or nobody was there to hear them.
      await database.system((db) =>
        db.query(
          `UPDATE ${schema}.inbox_streams SET through = $4 WHERE consumer = $1 AND source = $2 AND type = $3 AND through < $4`,
          [spec.name, spec.source, type, oldest - 1],
        ),
      );
    }
    const queue = events.values();
    const lane = async () => {
      for (const event of queue) {
        // Stopped: whoever comes next asks again for what is missing.
        if ((await deliver(options, event)) === 'requeue') return;
        again += 1;
      }
    };
    await Promise.all(Array.from({ length: spec.prefetch ?? defaultPrefetch }, lane));
    const last = events.at(-1);
    if (last === undefined || options.signal.aborted) break;
    after = last.seq;
  }
  if (again > 0) log.info({ consumer: spec.name, type, through, again }, 'events were asked for again');
}
