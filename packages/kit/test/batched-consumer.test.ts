import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerAdmin, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  defineModule,
  eventsExchange,
  makeIds,
  makeLog,
  openBroker,
  openDatabase,
  outbox,
  type ReceivedEvent,
  systemClock,
  type TenantDb,
} from '../src/index.ts';

const migrations = mkdtempSync(join(tmpdir(), 'migrations-'));
writeFileSync(
  join(migrations, '0001_heard.sql'),
  `CREATE TABLE heard (tenant_id uuid NOT NULL, id text NOT NULL, word text NOT NULL, cluster_id uuid, PRIMARY KEY (tenant_id, id));
   SELECT kit.tenant_table('heard');`,
);

const sizes: number[] = [];
const told: string[] = [];
let handled = 0;

async function hear(db: TenantDb, events: readonly ReceivedEvent[]): Promise<void> {
  for (const { id, data, subject } of events) {
    const word = String(data['word']);
    told.push(id);
    // What was heard is not heard again.
    await db.query('INSERT INTO crowd.heard VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      db.tenantId,
      id,
      word,
      subject?.clusterId ?? null,
    ]);
    if (word === 'poison') throw new Error('this word cannot be heard');
  }
}

const crowd = defineModule({
  name: 'crowd',
  port: 8073,
  prefix: '/crowd',
  settings: {},
  migrations,
  onTenantDeleted: { none: 'a test' },
  routes: () => [],
  consumers: () => [
    {
      name: 'words',
      source: 'crowd',
      types: ['internal.word', 'internal.other'],
      prefetch: 500,
      handle: (db, event) => hear(db, [event]),
      batch: {
        most: 50,
        gatherMs: 20,
        handle: async (db, events) => {
          sizes.push(events.length);
          await hear(db, events);
        },
      },
      onHandled: () => {
        handled += 1;
      },
    },
  ],
});

let house: TestProcess;
let database: Database;
const emit = outbox('crowd', makeIds(systemClock), systemClock);

const say = (tenantId: string, words: readonly string[], clusterId?: string) =>
  database.tenant(tenantId, async (db) => {
    for (const word of words) await emit(db, 'internal.word', { word }, clusterId === undefined ? {} : { clusterId });
  });
const heard = async (tenantId: string): Promise<readonly string[]> => {
  const rows = await database.tenant(tenantId, (db) =>
    db.query<{ word: string }>('SELECT word FROM crowd.heard ORDER BY word'),
  );
  return rows.map(({ word }) => word);
};
const words = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

beforeAll(async () => {
  house = await startTestProcess([crowd]);
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

test('events of a tenant are handled together, those of different tenants apart, and it is told after the commit', async () => {
  const [one, other, cluster] = [randomUUID(), randomUUID(), randomUUID()];
  const [first, second] = [words('a', 120), words('b', 30)];
  await Promise.all([say(one, first, cluster), say(other, second)]);
  await eventually(async () => expect(await heard(one)).toEqual(first));
  await eventually(async () => expect(await heard(other)).toEqual(second));
  expect(Math.max(...sizes)).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
  expect(handled).toBeGreaterThan(0);
  const clusters = await database.tenant(one, (db) => db.query('SELECT DISTINCT cluster_id FROM crowd.heard'));
  expect(clusters).toEqual([{ cluster_id: cluster }]);
});

test('of a batch in which one event cannot be handled, that one is given up and all others are handled once', async () => {
  const tenant = randomUUID();
  await say(tenant, [...words('c', 20), 'poison', ...words('d', 20)]);
  await eventually(async () => expect(await heard(tenant)).toEqual([...words('c', 20), ...words('d', 20)]));
  await eventually(async () => {
    const dead = await database.tenant(tenant, (db) => db.query('SELECT reason FROM crowd.dead_letters'));
    expect(dead).toEqual([{ reason: 'this word cannot be heard' }]);
  });
});

test('an event that is brought again has no second effect, and is not told at all once the watermark has passed it', async () => {
  const tenant = randomUUID();
  const log = makeLog({ level: 'fatal' });
  const broker = openBroker(house.environment['RABBITMQ_URL'] ?? '', 'test', log);
  const bring = (seq: number) =>
    broker.publish({
      exchange: eventsExchange,
      key: 'internal.other',
      body: JSON.stringify({
        id: `evt_${seq}`,
        type: 'internal.other',
        tenant_id: tenant,
        data: { word: `echo ${seq}` },
      }),
      id: randomUUID(),
      headers: { source: 'crowd', tenant, seq },
    });
  const timesTold = (seq: number) => told.filter((id) => id === `evt_${seq}`).length;
  const watermark = async () => {
    const [stream] = await database.system((db) =>
      db.query<{ through: number }>(`SELECT through FROM crowd.inbox_streams WHERE type = 'internal.other'`),
    );
    return stream?.through;
  };
  try {
    await eventually(() => expect(broker.trouble()).toBeUndefined());
    await Promise.all([bring(1), bring(1), bring(1)]);
    await eventually(async () => expect(await heard(tenant)).toEqual(['echo 1']));
    await Promise.all([bring(1), bring(2)]);
    await eventually(async () => expect(await heard(tenant)).toEqual(['echo 1', 'echo 2']));
    await eventually(async () => expect(await watermark()).toBe(2));
    const before = [timesTold(1), timesTold(2)];
    await Promise.all([bring(1), bring(2), bring(3)]);
    await eventually(async () => expect(await heard(tenant)).toHaveLength(3));
    expect([timesTold(1), timesTold(2)]).toEqual(before);
    await eventually(async () => {
      expect(await watermark()).toBe(3);
      // Nothing is kept of what the watermark covers.
      const left = await database.look(`SELECT 1 FROM crowd.inbox_batches WHERE type = 'internal.other'`);
      expect(left).toEqual([]);
    });
  } finally {
    await broker.close();
  }
});

test('what the broker lost is asked for again and handled in batches', async () => {
  const tenant = randomUUID();
  // The queue goes, and with it whatever is published until the consumer has made it anew.
  const queue = `/queues/${encodeURIComponent(house.vhost.name)}/crowd.words`;
  await brokerAdmin('DELETE', queue);
  const lost = words('e', 80);
  await say(tenant, lost);
  await eventually(async () => expect(await heard(tenant)).toEqual(lost));
});
