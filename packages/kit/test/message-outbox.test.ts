import { randomUUID } from 'node:crypto';
import { eventually, moduleDatabase, type TestDatabase, testVhost, type TestVhost } from '@wheelhouse/testkit';
import { connect } from 'amqplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Broker,
  type Database,
  eventsExchange,
  makeIds,
  makeLog,
  messageOutbox,
  openBroker,
  openDatabase,
  outbox,
  startMessages,
  startRelay,
  systemClock,
} from '../src/index.ts';
import { openSender, queueDepth, type Sender } from './fixtures/message-sender.ts';
import { wordsModule } from './fixtures/words-module.ts';

const log = makeLog({ level: 'fatal' });
const makeId = makeIds(systemClock);
const emitMessage = messageOutbox('words', makeId, systemClock);
const emit = outbox('words', makeId, systemClock);
let testDatabase: TestDatabase;
let vhost: TestVhost;
let database: Database;
let sender: Sender;

beforeAll(async () => {
  testDatabase = await moduleDatabase([wordsModule()]);
  vhost = await testVhost();
  database = openDatabase({ url: testDatabase.url, connections: 6, applicationName: 'test', log });
  sender = await openSender(vhost.url);
});
afterAll(async () => {
  await sender.close();
  await database.end();
  await vhost.drop();
  await testDatabase.drop();
});

/** A relay from its start to its end. */
async function whileRelaying<T>(given: (broker: Broker) => Broker, work: () => Promise<T>): Promise<T> {
  const broker = openBroker(vhost.url, 'wheelhouse test', log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const relay = { module: 'words', schema: 'words', worker: 'test', database, broker: given(broker), log, signal };
  const relaying = startRelay({ ...relay, pollMs: 20 });
  try {
    return await work();
  } finally {
    stopping.abort();
    await relaying;
    await broker.close();
  }
}

describe('a message on its way out', () => {
  test('is the same id and bytes after a relay died between publishing and noting it', async () => {
    const exchange = 'tests.results';
    const heard = await sender.hear(exchange);
    const tenantId = randomUUID();
    const id = randomUUID();
    const body = { id, at: '2026-11-15T18:00:00Z', amounts: [1.5, 2], words: 'ä "quoted"' };
    await database.tenant(tenantId, (db) => emitMessage(db, { exchange, routingKey: tenantId, id, body }));
    const dying = (broker: Broker): Broker => ({
      ...broker,
      publish: async (message) => {
        await broker.publish(message);
        throw new Error('died before it was noted');
      },
    });
    await whileRelaying(dying, () => eventually(() => expect(heard.length).toBeGreaterThan(0)));
    const before = heard.length;
    await whileRelaying(
      (broker) => broker,
      () => eventually(() => expect(heard.length).toBeGreaterThan(before)),
    );
    expect(new Set(heard.map((message) => JSON.stringify(message)))).toEqual(
      new Set([JSON.stringify({ id, body: JSON.stringify(body) })]),
    );
    const [stream] = await database.look<{ head: number; confirmed: number }>(
      'SELECT head, confirmed FROM words.outbox_streams WHERE type = $1',
      [exchange],
    );
    expect(stream).toEqual({ head: 1, confirmed: 1 });
  });

  test('is not sent when its transaction is undone', async () => {
    const lost = database.tenant(randomUUID(), async (db) => {
      await emitMessage(db, { exchange: 'tests.results', routingKey: 'a', id: randomUUID(), body: {} });
      throw new Error('undone');
    });
    await expect(lost).rejects.toThrow('undone');
    expect(await database.look('SELECT 1 FROM words.outbox WHERE seq IS NULL')).toEqual([]);
  });

  test('keeps no event back when its exchange refuses it', async () => {
    const taken = await connect(vhost.url);
    const channel = await taken.createChannel();
    await channel.assertExchange('tests.fanout', 'fanout', { durable: true });
    await taken.close();
    const events = await sender.hear(eventsExchange);
    await database.tenant(randomUUID(), async (db) => {
      for (let n = 0; n < 600; n += 1)
        await emitMessage(db, { exchange: 'tests.fanout', routingKey: 'a', id: randomUUID(), body: {} });
    });
    await whileRelaying(
      (broker) => broker,
      async () => {
        await database.tenant(randomUUID(), (db) => emit(db, 'internal.word', {}));
        await eventually(() => expect(events).toHaveLength(1));
      },
    );
    const [stream] = await database.look('SELECT confirmed FROM words.outbox_streams WHERE type = $1', [
      'tests.fanout',
    ]);
    expect(stream).toEqual({ confirmed: 0 });
  });

  test.each(['platform.events', 'internal.word', 'action.executed'])(
    'does not pass for an event: %s',
    async (exchange) => {
      const emitted = database.tenant(randomUUID(), (db) =>
        emitMessage(db, { exchange, routingKey: 'a', id: randomUUID(), body: {} }),
      );
      await expect(emitted).rejects.toThrow(`"${exchange}" is not a message exchange`);
    },
  );
});

test('a message that ends whoever takes it is taken away from them, and kept', async () => {
  const exchange = 'tests.deadly';
  const listening = async (work: (broker: Broker) => Promise<void>) => {
    const broker = openBroker(vhost.url, 'wheelhouse test', log);
    const stopping = new AbortController();
    const tending = startMessages({
      schema: 'words',
      consumers: [
        {
          name: 'deadly',
          exchange,
          queue: exchange,
          read: () => ({ ok: false, reason: 'unread' }),
          handle: async () => undefined,
        },
      ],
      database,
      broker,
      call: async () => ({ status: 200, body: { operator_id: null, known: [] } }),
      log,
      signal: stopping.signal,
    });
    await work(broker);
    stopping.abort();
    await tending;
    await broker.close();
  };
  await listening((broker) => eventually(() => expect(broker.listening(exchange)).toBeDefined()));
  await sender.send(exchange, { word: 'deadly' });
  const victim = await connect(vhost.url);
  let deaths = 0;
  await eventually(async () => {
    const channel = await victim.createChannel();
    const message = await channel.get(exchange, { noAck: false });
    if (message !== false) deaths += 1;
    await channel.close();
    expect(await queueDepth(vhost.name, `${exchange}.dead`)).toBe(1);
  });
  await victim.close();
  expect(deaths).toBe(21);
  await listening(() =>
    eventually(async () => {
      const [held] = await database.look<{ reason: string }>(
        `SELECT reason FROM words.held_messages WHERE consumer = 'deadly'`,
      );
      expect(held?.reason).toContain('delivered more than 20 times');
    }),
  );
});
