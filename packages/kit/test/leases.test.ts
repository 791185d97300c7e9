import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  holdLease,
  type Lease,
  makeLog,
  migrationSets,
  openDatabase,
  stillHolds,
} from '../src/index.ts';

const log = makeLog({ level: 'fatal' });
/** No tables of its own: the kit's are enough. */
const migrations = join(import.meta.dirname, 'no-migrations');
let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await testDatabase(migrationSets([{ schema: 'sample', migrations }]));
  database = openDatabase({ url: clone.url, connections: 4, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

/** Holds the lease as a process would, until it is stopped. */
function life(worker: string, target: string, seconds: number) {
  const leases: Lease[] = [];
  const stopping = new AbortController();
  const ended = holdLease({
    database,
    schema: 'sample',
    target,
    worker,
    seconds,
    log,
    signal: stopping.signal,
    work: async (lease, signal) => {
      leases.push(lease);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  });
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return { leases, stop };
}

const holds = (lease: Lease | undefined) =>
  database.system(async (db) => lease !== undefined && stillHolds(db, 'sample', lease));

test('a worker that comes back takes at once what its last life holds, and that life is fenced', async () => {
  const last = life('host/example/1', 'again', 60);
  await eventually(() => expect(last.leases).toHaveLength(1));
  const next = life('host/example/1', 'again', 60);
  await eventually(() => expect(next.leases).toHaveLength(1));
  expect(next.leases[0]?.token).toBeGreaterThan(last.leases[0]?.token ?? 0);
  expect([await holds(last.leases[0]), await holds(next.leases[0])]).toEqual([false, true]);
  await last.stop();
  await next.stop();
});

test('another worker waits, also one whose name begins alike', async () => {
  const holder = life('host/example/1', 'other', 60);
  await eventually(() => expect(holder.leases).toHaveLength(1));
  const others = ['host/example/2', 'host/example', 'host/example/1x'].map((name) => life(name, 'other', 60));
  await wait(300);
  expect(others.flatMap(({ leases }) => leases)).toEqual([]);
  expect(await holds(holder.leases[0])).toBe(true);
  for (const { stop } of [holder, ...others]) await stop();
});
