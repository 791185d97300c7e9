import { randomUUID } from 'node:crypto';
import { eventually, moduleDatabase, type TestDatabase, testVhost, type TestVhost } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  makeIds,
  makeLog,
  messageOutbox,
  type ModuleContext,
  openBroker,
  openDatabase,
  startMessages,
  systemClock,
} from '../src/index.ts';
import { cutConnections, openSender, type Sender, untilBound } from './fixtures/message-sender.ts';
import { wordsExchange, wordsModule } from './fixtures/words-module.ts';

const log = makeLog({ level: 'fatal' });
let testDatabase: TestDatabase;
let vhost: TestVhost;
let database: Database;
let sender: Sender;

beforeAll(async () => {
  testDatabase = await moduleDatabase([wordsModule()]);
  vhost = await testVhost();
  database = openDatabase({ url: testDatabase.url, connections: 10, applicationName: 'test', log });
  sender = await openSender(vhost.url);
});
afterAll(async () => {
  await sender.close();
  await database.end();
  await vhost.drop();
  await testDatabase.drop();
});

function startWorker(signal: AbortSignal): () => Promise<void> {
  const emitMessage = messageOutbox('words', makeIds(systemClock), systemClock);
  const broker = openBroker(vhost.url, 'wheelhouse test', log);
  const consumers = wordsModule().messages?.({ emitMessage } as ModuleContext) ?? [];
  const call = async () => ({ status: 503, body: undefined });
  const tending = startMessages({ schema: 'words', consumers, database, broker, call, log, signal });
  return async () => {
    await tending;
    await broker.close();
  };
}

test('three workers share one queue, with repeats, failures and a lost broker: one effect for each key', async () => {
  const stopping = new AbortController();
  const stops = [1, 2, 3].map(() => startWorker(stopping.signal));
  try {
    await untilBound(vhost.name, wordsExchange);
    const tenant = randomUUID();
    const keys = Array.from({ length: 150 }, () => randomUUID());
    for (const [n, key] of keys.entries()) {
      const message = { tenant_id: tenant, key, word: n % 5 === 0 ? 'stumbles' : 'plain' };
      await sender.send(wordsExchange, message, key);
      if (n % 3 === 0) await sender.send(wordsExchange, message, key);
      if (n === 75) await cutConnections(vhost.name);
    }
    await eventually(async () => {
      const rows = await database.tenant(tenant, (db) => db.query<{ key: string }>('SELECT key FROM words.words'));
      expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      expect(await database.look('SELECT 1 FROM words.held_messages')).toEqual([]);
    });
    const said = await database.look<{ message_id: string }>('SELECT message_id FROM words.outbox');
    expect(said.map(({ message_id: id }) => id).toSorted()).toEqual(keys.toSorted());
  } finally {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  }
});
