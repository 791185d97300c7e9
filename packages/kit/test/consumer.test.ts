import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import type { ConsumeMessage } from 'amqplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Broker, Consumption } from '../src/events/broker.ts';
import type { ConsumerOptions } from '../src/events/consumer-spec.ts';
import { handleOnce } from '../src/events/inbox.ts';
import {
  type Database,
  defineModule,
  makeIds,
  makeLog,
  openDatabase,
  outbox,
  startConsumer,
  systemClock,
} from '../src/index.ts';

const migrations = mkdtempSync(join(tmpdir(), 'migrations-'));
writeFileSync(
  join(migrations, '0001_heard.sql'),
  `CREATE TABLE heard (tenant_id uuid NOT NULL, word text NOT NULL, PRIMARY KEY (tenant_id, word)); SELECT kit.tenant_table('heard');`,
);

const ears = defineModule({
  name: 'ears',
  port: 8072,
  prefix: '/ears',
  settings: {},
  migrations,
  onTenantDeleted: { none: 'a test' },
  routes: () => [],
  consumers: () => [
    {
      name: 'words',
      source: 'ears',
      types: ['internal.word'],
      handle: async (db, event) => {
        const word = String(event.data['word']);
        if (word === 'poison') throw new Error('this word cannot be heard');
        await db.query('INSERT INTO ears.heard VALUES ($1, $2)', [db.tenantId, word]);
      },
    },
  ],
});

let house: TestProcess;
let database: Database;
const emit = outbox('ears', makeIds(systemClock), systemClock);
const say = (tenantId: string, word: string) => database.tenant(tenantId, (db) => emit(db, 'internal.word', { word }));

beforeAll(async () => {
  house = await startTestProcess([ears]);
  database = openDatabase({
    url: house.database.url,
    connections: 2,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
});
afterAll(async () => {
  await database.end();
  await house.stop();
});

test('an event that can never be handled is given up with its reason, and holds up nobody', async () => {
  const tenant = randomUUID();
  for (const word of ['before', 'poison', 'after']) await say(tenant, word);
  await eventually(async () => {
    const heard = await database.tenant(tenant, (db) =>
      db.query<{ word: string }>('SELECT word FROM ears.heard ORDER BY word'),
    );
    expect(heard.map(({ word }) => word)).toEqual(['after', 'before']);
  });
  await eventually(async () => {
    const dead = await database.tenant(tenant, (db) =>
      db.query<{ reason: string; body: string }>('SELECT reason, body FROM ears.dead_letters'),
    );
    expect(dead).toMatchObject([{ reason: 'this word cannot be heard' }]);
    expect(dead[0]?.body).toContain('"word":"poison"');
  });
  await eventually(async () => {
    const [stream] = await database.system((db) =>
      db.query<{ through: number }>('SELECT through FROM ears.inbox_streams'),
    );
    expect(stream?.through).toBe(3);
  });
});

test('a delivery that ended with its process is no failure of the handler', async () => {
  const tenant = randomUUID();
  const consumptions: Consumption[] = [];
  const broker: Broker = {
    consume: (consumption) => void consumptions.push(consumption),
    listening: () => undefined,
    publish: async () => undefined,
    trouble: () => undefined,
    close: async () => undefined,
  };
  const stopping = new AbortController();
  let attempts = 0;
  const watching = startConsumer({
    module: 'ears',
    schema: 'ears',
    spec: {
      name: 'late',
      source: 'ears',
      types: ['internal.word'],
      handle: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
      },
    },
    database,
    broker,
    replay: async () => ({ events: [], oldest: null }),
    log: makeLog({ level: 'fatal' }),
    signal: stopping.signal,
  });
  const message = {
    content: Buffer.from(JSON.stringify({ tenant_id: tenant, data: {} })),
    fields: { routingKey: 'internal.word' },
    properties: { messageId: randomUUID(), headers: { source: 'ears', seq: 1, 'x-delivery-count': 9 } },
  };
  expect(await consumptions[0]?.handle(message as unknown as ConsumeMessage)).toBe('ack');
  expect(attempts).toBe(2);
  expect(await database.tenant(tenant, (db) => db.query('SELECT 1 FROM ears.dead_letters'))).toEqual([]);
  stopping.abort();
  await watching;
});

test('what somebody else handled while we waited, and the watermark has passed over since, is not handled again', async () => {
  const tenantId = randomUUID();
  const heard: string[] = [];
  const spec = {
    name: 'late',
    source: 'ears',
    types: ['internal.late'],
    handle: async () => {
      heard.push('again');
    },
  };
  const options = { schema: 'ears', spec, database } as unknown as ConsumerOptions;
  const body = JSON.stringify({ id: 'evt_1', type: 'internal.late', tenant_id: tenantId, data: {} });
  const event = { id: randomUUID(), type: 'internal.late', seq: 1, body, headers: {} };
  const key = ['late', 'ears', 'internal.late'];
  let ours: Promise<boolean> | undefined;
  await database.system(async (db) => {
    await db.query('INSERT INTO ears.inbox (consumer, source, type, seq) VALUES ($1, $2, $3, 1)', key);
    ours = handleOnce(options, event);
    await eventually(async () => {
      const waiting = await db.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`);
      expect(waiting.length).toBeGreaterThan(0);
    });
    await db.query('DELETE FROM ears.inbox WHERE consumer = $1 AND source = $2 AND type = $3', key);
    await db.query('INSERT INTO ears.inbox_streams VALUES ($1, $2, $3, 1)', key);
  });
  await expect(ours).resolves.toBe(false);
  expect(heard).toEqual([]);
  const left = await database.look(`SELECT 1 FROM ears.inbox WHERE consumer = 'late'`);
  expect(left).toEqual([]);
});
