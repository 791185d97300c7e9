import type { ConsumeMessage } from 'amqplib';
import { isOutage } from '../db/outage.ts';
import { pause } from '../leases.ts';
import { inBatches } from './batches.ts';
import { eventsExchange, headsExchange } from './broker.ts';
import { type ConsumerOptions, defaultPrefetch, queueOf, type Taken } from './consumer-spec.ts';
import { watch } from './gaps.ts';
import { bury, handleOnce } from './inbox.ts';
import type { OutgoingEvent } from './outbox.ts';

const mostAttempts = 5;
const firstDelayMs = 100;
const longestDelayMs = 2_000;

export function startConsumer(options: ConsumerOptions): Promise<void> {
  const { broker, module, spec } = options;
  const heads = new Map<string, number>();
  const alone = (event: OutgoingEvent) => takeAlone(options, event);
  const take = spec.batch === undefined ? alone : inBatches(options, alone);
  broker.consume({
    queue: queueOf(options),
    exchange: eventsExchange,
    keys: spec.types,
    prefetch: spec.prefetch ?? defaultPrefetch,
    handle: async (message) => {
      // A key may be shared by several sources; this consumer listens to one.
      if (message.properties.headers?.['source'] !== spec.source) return 'ack';
      return take(eventFrom(message));
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
  return watch(options, heads, take);
}

/**
 * A handler that throws is tried again, each time later; what it can never handle is buried and holds
 * nobody up. Attempts are counted here: the broker counts deliveries, and so takes a process that died
 * with the event in hand for a handler that failed. One that failed because the database was away does not count.
 */
async function takeAlone(options: ConsumerOptions, event: OutgoingEvent): Promise<Taken> {
  let failures = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handleOnce(options, event);
      return 'ack';
    } catch (error) {
      options.log.warn(
        { err: error, consumer: options.spec.name, type: event.type, seq: event.seq, attempt },
        'an event was not handled',
      );
      if (!isOutage(error)) failures += 1;
      if (failures === mostAttempts) {
        await bury(options, event, error);
        return 'ack';
      }
    }
    await pause(Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs), options.signal);
    if (options.signal.aborted) return 'requeue';
  }
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
