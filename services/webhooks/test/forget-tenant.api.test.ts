import { randomUUID } from 'node:crypto';
import {
  type Database,
  eventsExchange,
  makeIds,
  makeLog,
  openBroker,
  openDatabase,
  outbox,
  systemClock,
} from '@wheelhouse/kit';
import { caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { webhooksModule } from '../src/module.ts';
import { webhooks } from './desk.ts';
import { writeDelivery } from './write-delivery.ts';

let house: TestProcess;
let database: Database;

beforeAll(async () => {
  const modules = [{ ...webhooksModule, workers: [] }, authModule];
  house = await startTestProcess(modules, { environment: { FOLLOW_REVOCATIONS: 'false' } });
  const log = makeLog({ level: 'fatal' });
  database = openDatabase({ url: house.database.url, connections: 1, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await house.stop();
});

test('a deleted tenant leaves nothing behind, and no other tenant loses anything', async () => {
  const [gone, other] = [await caller(), await caller()];
  for (const who of [gone, other]) {
    const body = { url: 'https://hooks.example.com/', events: ['*'] };
    const made = await house.call(who, 'POST', webhooks, { body });
    expect(made.status).toBe(201);
    for (const state of ['succeeded', 'held'] as const)
      await writeDelivery(database, who.tenantId, made.body.id, systemClock.now(), { state });
  }
  const emit = outbox('auth', makeIds(systemClock), systemClock);
  await database.tenant(gone.tenantId, (db) => emit(db, 'internal.tenant_deleted', { tenant_id: gone.tenantId }));
  await eventually(async () => expect((await house.call(gone, 'GET', webhooks)).body.total).toBe(0));
  const left = (tenantId: string) =>
    database.tenant(tenantId, async (db) => {
      const tables = ['subscriptions', 'live_deliveries', 'deliveries', 'events', 'lanes'];
      const counts = tables.map((table) =>
        db.query<{ n: number }>(`SELECT count(*) AS n FROM webhooks.${table} WHERE tenant_id = $1`, [tenantId]),
      );
      return (await Promise.all(counts)).map(([row]) => row?.n);
    });
  expect(await left(gone.tenantId)).toEqual([0, 0, 0, 0, 0]);
  expect(await left(other.tenantId)).toEqual([1, 1, 1, 2, 1]);
});

test('a deletion that somebody made up deletes nothing', async () => {
  const who = await caller();
  await database.system((db) =>
    db.query(
      `INSERT INTO auth.tenants (id, slug, name, state, created_at, updated_at) VALUES ($1, $2, 'Acme', 'active', now(), now())`,
      [who.tenantId, `acme-${randomUUID().slice(0, 8)}`],
    ),
  );
  const body = { url: 'https://hooks.example.com/', events: ['*'] };
  expect((await house.call(who, 'POST', webhooks, { body })).status).toBe(201);
  const broker = openBroker(house.vhost.url, 'somebody', makeLog({ level: 'fatal' }));
  const type = 'internal.tenant_deleted';
  const event = { id: `evt_${randomUUID()}`, type, occurred_at: systemClock.now().toISOString() };
  const message = { ...event, tenant_id: who.tenantId, data: { tenant_id: who.tenantId } };
  await eventually(() =>
    broker.publish({
      exchange: eventsExchange,
      key: type,
      body: JSON.stringify(message),
      headers: { source: 'auth', seq: 1_000, tenant: who.tenantId },
    }),
  );
  const noted = (condition: string) =>
    database.look(`SELECT FROM webhooks.${condition}`, [who.tenantId]).then(({ length }) => length > 0);
  await eventually(async () => expect(await noted('inbox WHERE seq = 1000 AND $1::uuid IS NOT NULL')).toBe(true));
  await eventually(async () => expect(await noted('deleted_tenants WHERE tenant_id = $1 AND passes = 0')).toBe(false));
  expect((await house.call(who, 'GET', webhooks)).body.total).toBe(1);
  await broker.close();
});
