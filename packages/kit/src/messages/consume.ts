import type { ConsumeMessage } from 'amqplib';
import type { Database } from '../db/database.ts';
import type { Broker } from '../events/broker.ts';
import type { CallModule } from '../http/module-call.ts';
import { pause } from '../leases.ts';
import type { Log } from '../log.ts';
import { inSpan, SpanKind } from '../telemetry.ts';
import { type Arrived, hold, type Held } from './held.ts';
import { fileGivenUp } from './letters.ts';
import { retryDue } from './retry.ts';
import { limitsOf, type MessageConsumer, MessageRefused, pauseAfter, readingOf, wordsOf } from './spec.ts';

export interface MessagesOptions {
  readonly schema: string;
  readonly consumers: readonly MessageConsumer[];
  readonly database: Database;
  readonly broker: Broker;
  readonly call: CallModule;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** How often the broker hands out a message that nobody answers before it takes it away from those who die of it. */
const mostDeliveries = 20;
/** Of what it took away: there is no other place for that. */
const withoutEnd = 1_000_000;
const firstWaitMs = 100;
const longestWaitMs = 5_000;
const lookEveryMs = 500;
const fileAgainMs = 5_000;

/** Takes the messages of a module until the signal ends. */
export function startMessages(options: MessagesOptions): Promise<void> {
  if (options.consumers.length === 0) return Promise.resolve();
  for (const consumer of options.consumers) listen(options, consumer);
  return tend(options);
}

function listen(options: MessagesOptions, consumer: MessageConsumer): void {
  const { exchange, queue } = consumer;
  const { prefetch } = limitsOf(consumer);
  const dead = `${queue}.dead`;
  options.broker.consume({
    queue: dead,
    exchange: dead,
    keys: ['#'],
    prefetch,
    deliveries: { most: withoutEnd },
    handle: (message) => {
      const arrived = arrivedAs(consumer, message);
      const reason = `it was delivered more than ${mostDeliveries} times, and each time its consumer crashed or lost the broker`;
      return until(options, () => put(options, consumer, arrived, { ...namesIn(consumer, arrived), reason }));
    },
  });
  options.broker.consume({
    queue,
    exchange,
    keys: ['#'],
    prefetch,
    deliveries: { most: mostDeliveries, thenTo: dead },
    handle: (message) => {
      const arrived = arrivedAs(consumer, message);
      const headers = message.properties.headers ?? {};
      return until(options, () =>
        inSpan(`handle ${exchange}`, SpanKind.CONSUMER, () => handleOrHold(options, consumer, arrived), headers),
      );
    },
  });
}

function arrivedAs({ exchange }: MessageConsumer, { fields, properties, content }: ConsumeMessage): Arrived {
  const id: unknown = properties.messageId;
  return {
    exchange,
    routingKey: fields.routingKey,
    messageId: typeof id === 'string' ? id : undefined,
    bytes: content,
  };
}

function namesIn(consumer: MessageConsumer, { bytes }: Arrived): Pick<Held, 'tenantId' | 'clusterId' | 'pauseMs'> {
  const { tenantId, clusterId } = readingOf(consumer, bytes);
  return { tenantId, clusterId, pauseMs: undefined };
}

/** Work that fails here could not even write down why: the database does not answer. The message waits in hand. */
async function until({ log, signal }: MessagesOptions, work: () => Promise<void>): Promise<'ack' | 'requeue'> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      await work();
      return 'ack';
    } catch (error) {
      log.warn({ err: error }, 'a message is waiting for the database');
    }
    await pause(waitMs, signal);
    if (signal.aborted) return 'requeue';
  }
}

async function handleOrHold(options: MessagesOptions, consumer: MessageConsumer, arrived: Arrived): Promise<void> {
  const reading = readingOf(consumer, arrived.bytes);
  const { tenantId, clusterId } = reading;
  if (!reading.ok)
    return put(options, consumer, arrived, { tenantId, clusterId, reason: reading.reason, pauseMs: undefined });
  const { attempts } = limitsOf(consumer);
  try {
    await consumer.before?.(reading.message, reading.tenantId);
    await options.database.tenant(reading.tenantId, (db) =>
      consumer.handle(db, reading.message, {
        messageId: arrived.messageId,
        routingKey: arrived.routingKey,
        attempt: 1,
        lastAttempt: attempts === 1,
      }),
    );
  } catch (error) {
    const isLast = error instanceof MessageRefused || attempts === 1;
    if (!isLast) options.log.warn({ err: error, consumer: consumer.name, attempt: 1 }, 'a message was not handled');
    const pauseMs = isLast ? undefined : pauseAfter(consumer, 1);
    await put(options, consumer, arrived, { tenantId, clusterId, reason: wordsOf(error), pauseMs });
  }
}

async function put(options: MessagesOptions, consumer: MessageConsumer, arrived: Arrived, held: Held): Promise<void> {
  const { database, schema, log } = options;
  await database.system((db) => hold(db, schema, consumer.name, arrived, held));
  if (held.pauseMs === undefined) log.error({ consumer: consumer.name, reason: held.reason }, 'gave up on a message');
}

/** Tries again what is due, and gives what was given up its place. Any process may do either; the rows decide. */
async function tend(options: MessagesOptions): Promise<void> {
  const { schema, database, log, signal } = options;
  let fileFrom = 0;
  while (!signal.aborted) {
    try {
      const [there] = await database.look<{ due: boolean; given_up: boolean }>(
        `SELECT EXISTS (SELECT FROM ${schema}.held_messages WHERE given_up_at IS NULL AND due_at <= now()) AS due,
           EXISTS (SELECT FROM ${schema}.held_messages WHERE given_up_at IS NOT NULL) AS given_up`,
      );
      if (there?.due === true) await retryDue(options);
      if (there?.given_up === true && performance.now() >= fileFrom) {
        // Should it fail, or nothing find a place, the next try is not at once.
        fileFrom = performance.now() + fileAgainMs;
        if (await fileGivenUp(options)) fileFrom = 0;
      }
    } catch (error) {
      log.warn({ err: error }, 'held messages could not be processed; will try again');
    }
    await pause(lookEveryMs, signal);
  }
}
