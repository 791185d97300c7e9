import { type Channel, type ChannelModel, type ConfirmChannel, connect, type ConsumeMessage } from 'amqplib';
import { effect } from '../effects.ts';
import { pause } from '../leases.ts';
import type { Log } from '../log.ts';

/**
 * RabbitMQ carries; PostgreSQL remembers. So a lost connection loses nothing here: publishes fail and
 * are made again from the outbox, consumers are set up anew, exchanges and queues declared again.
 */
export interface Broker {
  /** Resolves when the broker has confirmed it. */
  readonly publish: (message: Outgoing) => Promise<void>;
  readonly consume: (consumption: Consumption) => void;
  /** Since which connection a queue is listened to; undefined while it is not. */
  readonly listening: (queue: string) => number | undefined;
  /** Why it cannot be used right now, or undefined. */
  readonly trouble: () => string | undefined;
  readonly close: () => Promise<void>;
}

export interface Outgoing {
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
  readonly id?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly persistent?: boolean;
}

export interface Consumption {
  readonly queue: string;
  readonly exchange: string;
  readonly keys: readonly string[];
  readonly prefetch: number;
  /** A queue of this process alone, gone with it: for announcements. */
  readonly own?: boolean;
  /** How often a message may be handed out unanswered, and the exchange it goes to then: for what nobody could bring again. */
  readonly deliveries?: { readonly most: number; readonly thenTo?: string };
  readonly handle: (message: ConsumeMessage) => Promise<'ack' | 'requeue'>;
}

const longestPause = 5_000;

/** Events on their way, and how far each source is. Declared by whoever comes first after a broker was emptied. */
export const eventsExchange = 'platform.events';
export const headsExchange = 'platform.heads';
const exchanges = [eventsExchange, headsExchange];

export function openBroker(url: string, name: string, log: Log): Broker {
  const consumptions: Consumption[] = [];
  const handling = new Set<Promise<void>>();
  const listening = new Map<string, number>();
  let connections = 0;
  const cancels = new Map<Channel, () => Promise<unknown>>();
  let connection: ChannelModel | undefined;
  let channel: ConfirmChannel | undefined;
  let declared = new Map<string, Promise<void>>();
  let reason: string | undefined = 'not connected yet';
  const stopping = new AbortController();

  async function keepConnected(): Promise<void> {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPause)) {
      try {
        await stayConnected(() => {
          pauseMs = 100;
        });
        reason = 'the connection was lost';
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      channel = undefined;
      await pause(pauseMs, stopping.signal);
    }
  }

  /** Connects, sets everything up and returns when the connection has ended. */
  async function stayConnected(onReady: () => void): Promise<void> {
    const opened = await connect(url, { clientProperties: { connection_name: name }, timeout: 5_000 });
    const ended = new Promise<void>((resolve) => opened.once('close', resolve));
    // Without a listener amqplib would end the process; what it means is told by 'close'.
    opened.on('error', (error: Error) => log.warn({ err: error }, 'the broker connection failed'));
    connection = opened;
    connections += 1;
    listening.clear();
    declared = new Map(exchanges.map((exchange) => [exchange, Promise.resolve()]));
    try {
      // A stop may have come while the connection was being made.
      if (!stopping.signal.aborted) {
        channel = await opened.createConfirmChannel();
        channel.on('error', (error: Error) => log.warn({ err: error }, 'the broker channel failed'));
        channel.once('close', () => void opened.close().catch(() => undefined));
        for (const exchange of exchanges) await channel.assertExchange(exchange, 'topic', { durable: true });
        for (const consumption of consumptions) await setUp(consumption);
        reason = undefined;
        onReady();
        await Promise.race([ended, aborted(stopping.signal)]);
      }
    } finally {
      // What could not be set up whole is not kept: the next try begins with a new connection.
      if (!stopping.signal.aborted) await opened.close().catch(() => undefined);
    }
  }

  async function setUp(consumption: Consumption): Promise<void> {
    const { queue, exchange, keys, prefetch, own = false, deliveries } = consumption;
    if (connection === undefined) return;
    const ownChannel = await connection.createChannel();
    ownChannel.on('error', (error: Error) => log.warn({ err: error, queue }, 'a consumer channel failed'));
    ownChannel.once('close', () => void connection?.close().catch(() => undefined));
    await ownChannel.prefetch(prefetch);
    await ownChannel.assertExchange(exchange, 'topic', { durable: true });
    await ownChannel.assertQueue(
      queue,
      own
        ? { exclusive: true, autoDelete: true, durable: false }
        : { durable: true, arguments: { 'x-queue-type': 'quorum', ...limitsOf(deliveries) } },
    );
    for (const key of keys) await ownChannel.bindQueue(queue, exchange, key);
    const { consumerTag } = await ownChannel.consume(queue, (message) => {
      // The broker cancels a consumer whose queue is gone with a null message: start over.
      if (message === null) {
        ownChannel.close().catch(() => undefined);
        return;
      }
      const work = answer(ownChannel, consumption, message).finally(() => handling.delete(work));
      handling.add(work);
    });
    listening.set(queue, connections);
    cancels.set(ownChannel, () => ownChannel.cancel(consumerTag));
    ownChannel.once('close', () => cancels.delete(ownChannel));
  }

  async function answer(on: Channel, { queue, handle }: Consumption, message: ConsumeMessage): Promise<void> {
    let verdict: 'ack' | 'requeue' = 'requeue';
    try {
      verdict = await handle(message);
    } catch (error) {
      log.error({ err: error, queue }, 'a message could not be handled');
    }
    try {
      await effect(
        () => `${verdict} ${queue}`,
        async () => {
          if (verdict === 'ack') on.ack(message);
          else on.nack(message, false, true);
        },
      );
    } catch (error) {
      // A channel that ended meanwhile has given the message back already.
      log.debug({ err: error, queue }, 'a message was acknowledged too late');
    }
  }

  /** Whoever publishes declares. On a channel of its own: a refusal would take all that is published along. */
  function declare(exchange: string): Promise<void> {
    const known = declared;
    const declaring = declareOn(connection, exchange);
    known.set(exchange, declaring);
    declaring.catch(() => known.delete(exchange));
    return declaring;
  }

  async function declareOn(opened: ChannelModel | undefined, exchange: string): Promise<void> {
    // Who may send there and not declare finds it made by whoever listens.
    if (opened !== undefined && (await exists(opened, exchange))) return;
    const ownChannel = await opened?.createChannel();
    ownChannel?.on('error', (error: Error) => log.warn({ err: error, exchange }, 'an exchange could not be declared'));
    await ownChannel?.assertExchange(exchange, 'topic', { durable: true });
    await ownChannel?.close();
  }

  async function exists(opened: ChannelModel, exchange: string): Promise<boolean> {
    const ownChannel = await opened.createChannel();
    ownChannel.on('error', (error: Error) => log.debug({ err: error, exchange }, 'an exchange is not there yet'));
    try {
      await ownChannel.checkExchange(exchange);
      await ownChannel.close();
      return true;
    } catch {
      return false;
    }
  }

  async function publish(message: Outgoing): Promise<void> {
    if (channel !== undefined) await (declared.get(message.exchange) ?? declare(message.exchange));
    await send(message);
  }

  function send({ exchange, key, body, id, headers, persistent = true }: Outgoing): Promise<void> {
    return new Promise((resolve, reject) => {
      if (channel === undefined) return reject(new Error(`the broker is unreachable: ${reason ?? 'closed'}`));
      const options = {
        persistent,
        contentType: 'application/json',
        headers: { ...headers },
        ...(id === undefined ? {} : { messageId: id }),
      };
      channel.publish(exchange, key, Buffer.from(body), options, (error: unknown) => {
        if (error === null || error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('the broker did not accept the message'));
      });
    });
  }

  const running = keepConnected();
  return {
    publish: (message) =>
      effect(
        () => `publish ${nameOf(message)}`,
        () => publish(message),
      ),
    consume: (consumption) => {
      consumptions.push(consumption);
      // While a connection is being set up, that does it.
      if (reason === undefined)
        void setUp(consumption).catch((error: unknown) =>
          log.warn({ err: error }, 'a consumer could not be set up yet; it is tried again'),
        );
    },
    listening: (queue) => (reason === undefined ? listening.get(queue) : undefined),
    trouble: () => reason,
    close: async () => {
      stopping.abort();
      await running;
      // No new messages; those in hand are finished and acknowledged before the connection goes.
      await Promise.allSettled([...cancels.values()].map((cancel) => cancel()));
      await Promise.all(handling);
      await connection?.close().catch(() => undefined);
    },
  };
}

/** Keys of other exchanges than ours may be ids; an effect's name must be the same in every run. */
function nameOf({ exchange, key }: Outgoing): string {
  return exchanges.includes(exchange) ? `${exchange} ${key}` : exchange;
}

/** At least once: what is taken away from the queue has arrived at the next before it is gone. */
function limitsOf(deliveries: Consumption['deliveries']): Readonly<Record<string, unknown>> {
  if (deliveries === undefined) return {};
  const { most, thenTo } = deliveries;
  return {
    'x-delivery-limit': most,
    ...(thenTo === undefined
      ? {}
      : {
          'x-dead-letter-exchange': thenTo,
          'x-dead-letter-strategy': 'at-least-once',
          'x-overflow': 'reject-publish',
        }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
