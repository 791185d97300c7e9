import { randomUUID } from 'node:crypto';
import { moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CallModule,
  type Database,
  isSuspended,
  makeLog,
  type ModuleContext,
  openDatabase,
  suspendedTenantsTask,
  systemClock,
} from '../src/index.ts';
import { historyModule } from './fixtures/history-module.ts';

const log = makeLog({ level: 'fatal' });
let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await moduleDatabase([historyModule]);
  database = openDatabase({ url: own.url, connections: 2, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await own.drop();
});

/** Auth with these tenants. */
const authWith =
  (states: Readonly<Record<string, 'active' | 'suspended'>>): CallModule =>
  async (_module, { path }) => {
    const ids = Object.keys(states);
    const suspended = ids.filter((id) => states[id] === 'suspended');
    const known = { operator_id: null, known: ids.filter((id) => path.includes(id)) };
    return { status: 200, body: path.endsWith('/suspended') ? { suspended } : known };
  };

const activated: string[] = [];
const task = suspendedTenantsTask(async (_context, tenantId) => {
  activated.push(tenantId);
});
/** One round; what the module then has of these tenants. */
async function round(call: CallModule, ...tenants: readonly string[]): Promise<readonly boolean[]> {
  const given = { database, schema: 'history', clock: systemClock, call, log, peers: ['auth'] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the task needs of it
  const context = given as unknown as ModuleContext;
  await task.run(context, { target: 'it', token: 1 }, new AbortController().signal);
  return Promise.all(tenants.map((id) => isSuspended({ query: database.look }, 'history', id)));
}

test('who is suspended waits until auth says that the tenant is active again', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  expect(await round(authWith({ [one]: 'suspended', [other]: 'active' }), one, other)).toEqual([true, false]);
  expect(await round(authWith({ [one]: 'suspended', [other]: 'suspended' }), one, other)).toEqual([true, true]);
  expect(activated).toEqual([]);
  expect(await round(authWith({ [one]: 'active', [other]: 'suspended' }), one, other)).toEqual([false, true]);
  expect(activated).toEqual([one]);
});

test('one that was deleted is not taken for active', async () => {
  const gone = randomUUID();
  expect(await round(authWith({ [gone]: 'suspended' }), gone)).toEqual([true]);
  expect(await round(authWith({}), gone)).toEqual([true]);
  expect(activated).not.toContain(gone);
});

test('while auth does not answer, what was known holds', async () => {
  const one = randomUUID();
  expect(await round(authWith({ [one]: 'suspended' }), one)).toEqual([true]);
  await expect(round(async () => ({ status: 503, body: undefined }), one)).rejects.toThrow('auth returned 503');
  expect(await isSuspended({ query: database.look }, 'history', one)).toBe(true);
});
