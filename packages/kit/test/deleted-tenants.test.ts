import { randomUUID } from 'node:crypto';
import { movableClock, startTestProcess } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { deletedTenantsConsumer, forgetDeletedTenants } from '../src/housekeeping/deleted-tenants.ts';
import { type Database, deleteTenantRows, makeLog, openDatabase } from '../src/index.ts';
import { historyModule } from './fixtures/history-module.ts';

const log = makeLog({ level: 'fatal' });
const never = new AbortController().signal;
const hour = 60 * 60_000;
/** The process keeps its house too: what is due here is not due to it. */
const inAYear = new Date(Date.now() + 365 * 24 * hour);

async function inHistory(work: (database: Database) => Promise<void>): Promise<void> {
  const house = await startTestProcess([historyModule]);
  const database = openDatabase({ url: house.database.url, connections: 2, applicationName: 'test', log });
  try {
    await work(database);
  } finally {
    await database.end();
    await house.stop();
  }
}

const write = (database: Database, tenantId: string, count: number) =>
  database.tenant(tenantId, (db) =>
    db.query('INSERT INTO history.records SELECT $1, kit.make_id() FROM generate_series(1, $2::integer)', [
      tenantId,
      count,
    ]),
  );
const left = (database: Database, tenantId: string) =>
  database.tenant(tenantId, async (db) => (await db.query('SELECT FROM history.records')).length);

test("a deleted tenant's rows go in two passes, the second for what was still being written; others' stay", () =>
  inHistory(async (database) => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const clock = movableClock(inAYear);
    for (const tenant of [gone, other]) await write(database, tenant, 2_500);
    const passes: string[] = [];
    const house = {
      database,
      schema: 'history',
      clock,
      log,
      signal: never,
      onTenantDeleted: (tenantId: string, signal: AbortSignal) => {
        passes.push(tenantId);
        return deleteTenantRows({ database, schema: 'history' }, tenantId, [], signal);
      },
    };
    const { handle } = deletedTenantsConsumer('history', clock);
    const event = { id: '', type: '', occurred_at: '', tenant_id: gone, data: {}, body: '' };
    for (let told = 0; told < 2; told += 1) await database.tenant(gone, (db) => handle(db, event));
    await forgetDeletedTenants(house);
    expect([await left(database, gone), await left(database, other)]).toEqual([0, 2_500]);

    await write(database, gone, 1);
    await forgetDeletedTenants(house);
    expect(await left(database, gone)).toBe(1);
    clock.advance(hour);
    await forgetDeletedTenants(house);
    expect([await left(database, gone), await left(database, other)]).toEqual([0, 2_500]);
    clock.advance(2 * hour);
    await forgetDeletedTenants(house);
    expect(passes).toEqual([gone, gone]);
    expect(await database.look('SELECT FROM history.deleted_tenants')).toEqual([]);
  }));

test('one whose rows cannot be deleted is tried again, and no other waits for it', () =>
  inHistory(async (database) => {
    const tenants = [randomUUID(), randomUUID()].toSorted();
    const clock = movableClock(inAYear);
    const { handle } = deletedTenantsConsumer('history', clock);
    for (const tenant_id of tenants) {
      const event = { id: '', type: '', occurred_at: '', tenant_id, data: {}, body: '' };
      await database.tenant(tenant_id, (db) => handle(db, event));
    }
    const tried: string[] = [];
    const house = {
      database,
      schema: 'history',
      clock,
      log,
      signal: never,
      onTenantDeleted: async (tenantId: string) => {
        tried.push(tenantId);
        if (tenantId === tenants[0]) throw new Error('not now');
        return true;
      },
    };
    await forgetDeletedTenants(house);
    await forgetDeletedTenants(house);
    expect(tried.filter((one) => one === tenants[0])).toHaveLength(2);
    expect(tried.filter((one) => one === tenants[1])).toHaveLength(1);
  }));

test('what was stopped before its end is begun again', () =>
  inHistory(async (database) => {
    const gone = randomUUID();
    await write(database, gone, 1);
    const stopped = AbortSignal.abort();
    expect(await deleteTenantRows({ database, schema: 'history' }, gone, [], stopped)).toBe(false);
    expect(await left(database, gone)).toBe(1);
    expect(await deleteTenantRows({ database, schema: 'history' }, gone, [], never)).toBe(true);
    expect(await left(database, gone)).toBe(0);
  }));
