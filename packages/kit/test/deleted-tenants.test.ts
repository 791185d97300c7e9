import { randomUUID } from 'node:crypto';
import { type MovableClock, movableClock, startTestProcess } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { deletedTenantsConsumer, forgetDeletedTenants, forgetPatiently } from '../src/housekeeping/deleted-tenants.ts';
import type { House } from '../src/housekeeping/house.ts';
import { type CallModule, type Database, deleteTenantRows, makeLog, openDatabase } from '../src/index.ts';
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
const noted = (database: Database) => database.look<{ tenant_id: string }>('SELECT * FROM history.deleted_tenants');

/** Auth, as it answers a module that asks which of some tenants there are. */
const authKnowing =
  (...tenants: readonly string[]): CallModule =>
  async (_module, { path }) => ({
    status: 200,
    body: { operator_id: null, known: tenants.filter((id) => path.includes(id)) },
  });

const houseOf = (database: Database, clock: MovableClock, more: Partial<House> = {}): House => ({
  database,
  schema: 'history',
  clock,
  log,
  signal: never,
  call: authKnowing(),
  onTenantDeleted: (tenantId, signal) => deleteTenantRows({ database, schema: 'history' }, tenantId, [], signal),
  ...more,
});

const tell = (database: Database, clock: MovableClock, tenantId: string) => {
  const event = { id: '', type: '', occurred_at: '', tenant_id: tenantId, data: {}, body: '' };
  return database.tenant(tenantId, (db) => deletedTenantsConsumer('history', clock).handle(db, event));
};

test("a deleted tenant's rows go in two passes, the second for what was still being written; others' stay", () =>
  inHistory(async (database) => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const clock = movableClock(inAYear);
    for (const tenant of [gone, other]) await write(database, tenant, 2_500);
    const passes: string[] = [];
    const house = houseOf(database, clock, {
      onTenantDeleted: (tenantId, signal) => {
        passes.push(tenantId);
        return deleteTenantRows({ database, schema: 'history' }, tenantId, [], signal);
      },
    });
    for (let told = 0; told < 2; told += 1) await tell(database, clock, gone);
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
    expect(await noted(database)).toEqual([]);
  }));

test('one whose rows cannot be deleted is tried again, and no other waits for it', () =>
  inHistory(async (database) => {
    const tenants = [randomUUID(), randomUUID()].toSorted();
    const clock = movableClock(inAYear);
    for (const tenantId of tenants) await tell(database, clock, tenantId);
    const tried: string[] = [];
    const house = houseOf(database, clock, {
      onTenantDeleted: async (tenantId) => {
        tried.push(tenantId);
        if (tenantId === tenants[0]) throw new Error('not now');
        return true;
      },
    });
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

test('whoever tells of a deletion that auth knows nothing of deletes nothing, and is told of', () =>
  inHistory(async (database) => {
    const [alive, gone] = [randomUUID(), randomUUID()];
    const clock = movableClock(inAYear);
    for (const tenant of [alive, gone]) {
      await write(database, tenant, 2);
      await tell(database, clock, tenant);
    }
    const lines: Record<string, unknown>[] = [];
    const telling = makeLog({
      level: 'warn',
      destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    await forgetDeletedTenants(houseOf(database, clock, { call: authKnowing(alive), log: telling }));
    expect([await left(database, alive), await left(database, gone)]).toEqual([2, 0]);
    expect(await noted(database)).toMatchObject([{ tenant_id: gone }]);
    expect(lines).toMatchObject([{ level: 'warn', tenant_id: alive }]);
  }));

test('while auth does not answer nothing is deleted or lost, and it is asked ever more seldom', () =>
  inHistory(async (database) => {
    const gone = randomUUID();
    const clock = movableClock(inAYear);
    await write(database, gone, 2);
    await tell(database, clock, gone);
    const asked: number[] = [];
    const began = clock.now().getTime();
    let answer: CallModule = async () => {
      throw new Error('connection refused');
    };
    const call: CallModule = (module, request) => {
      asked.push((clock.now().getTime() - began) / 1_000);
      return answer(module, request);
    };
    const forget = forgetPatiently();
    const forASecond = async () => {
      await forget(houseOf(database, clock, { call }));
      clock.advance(1_000);
    };
    for (let second = 0; second < 100; second += 1) {
      if (second === 20) answer = async () => ({ status: 503, body: {} });
      await forASecond();
    }
    expect(asked).toEqual([0, 10, 30, 70]);
    expect(await left(database, gone)).toBe(2);
    expect(await noted(database)).toMatchObject([{ tenant_id: gone, passes: 0 }]);

    answer = authKnowing();
    for (let second = 0; second < 60; second += 1) await forASecond();
    expect(await left(database, gone)).toBe(0);
  }));
