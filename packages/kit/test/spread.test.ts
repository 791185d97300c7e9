import { join } from 'node:path';
import { eventually, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type Lease, makeLog, migrationSets, openDatabase, spread } from '../src/index.ts';

const log = makeLog({ level: 'silent' });
/** No tables of its own: the kit's are enough. */
const migrations = join(import.meta.dirname, 'no-migrations');
let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await testDatabase(migrationSets([{ schema: 'sample', migrations }]));
  database = open();
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

function open(): Database {
  return openDatabase({ url: clone.url, connections: 4, applicationName: 'test', log });
}

interface Life {
  readonly holds: ReadonlyMap<string, Lease>;
  readonly stop: () => Promise<void>;
}

interface LifeOptions {
  readonly seconds?: number;
  readonly database?: Database;
  readonly targets?: () => readonly string[];
  readonly work?: (target: string) => Promise<void>;
}

/** Works as a process would, until it is stopped. Each test has a kind of its own. */
function life(kind: string, worker: string, { seconds = 60, targets, work, ...given }: LifeOptions): Life {
  const holds = new Map<string, Lease>();
  const stopping = new AbortController();
  const ended = spread({
    database: given.database ?? database,
    schema: 'sample',
    kind,
    worker,
    seconds,
    roundMs: 50,
    log,
    signal: stopping.signal,
    targets: async () => targets?.() ?? ['a', 'b', 'c', 'd'],
    work: async (target, lease, signal) => {
      await work?.(target);
      holds.set(target, lease);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      holds.delete(target);
    },
  });
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return { holds, stop };
}

const targetsOf = (...lives: readonly Life[]) => lives.flatMap(({ holds }) => [...holds.keys()]).toSorted();
const all = ['a', 'b', 'c', 'd'];

test('one worker has everything, a second gets its share, and no target is ever worked on twice', async () => {
  const first = life('pair', 'one', {});
  await eventually(() => expect(targetsOf(first)).toEqual(all));
  const second = life('pair', 'two', {
    work: async (target) => expect(first.holds.has(target)).toBe(false),
  });
  await eventually(() => expect([first.holds.size, second.holds.size]).toEqual([2, 2]));
  expect(targetsOf(first, second)).toEqual(all);
  await first.stop();
  await second.stop();
});

test('what a worker that stops in order held is taken at once, under higher tokens', async () => {
  const first = life('order', 'one', {});
  await eventually(() => expect(targetsOf(first)).toEqual(all));
  const tokens = new Map([...first.holds].map(([target, { token }]) => [target, token]));
  await first.stop();
  expect(first.holds.size).toBe(0);
  const second = life('order', 'two', {});
  await eventually(() => expect(targetsOf(second)).toEqual(all));
  for (const [target, { token }] of second.holds) expect(token).toBeGreaterThan(tokens.get(target) ?? 0);
  await second.stop();
});

test('a worker that cannot renew stops by itself, and the others take over when its leases have run out', async () => {
  const own = open();
  const lost = life('lost', 'one', { seconds: 1, database: own });
  const other = life('lost', 'two', { seconds: 1 });
  await eventually(() => expect([lost.holds.size, other.holds.size]).toEqual([2, 2]));
  await own.end();
  await eventually(() => expect([lost.holds.size, targetsOf(other)]).toEqual([0, all]));
  await lost.stop();
  await other.stop();
});

test('a worker that comes back under its name takes at once what its last life holds', async () => {
  const own = open();
  const last = life('again', 'one', { database: own });
  await eventually(() => expect(targetsOf(last)).toEqual(all));
  const tokens = new Map([...last.holds].map(([target, { token }]) => [target, token]));
  // Killed, as far as the others can see.
  await own.end();
  const other = life('again', 'one or another', {});
  const next = life('again', 'one', {});
  await eventually(() => expect([other.holds.size, next.holds.size]).toEqual([2, 2]));
  for (const [target, { token }] of [...other.holds, ...next.holds])
    expect(token).toBeGreaterThan(tokens.get(target) ?? 0);
  for (const { stop } of [last, other, next]) await stop();
});

test('work on a target that is not there any more ends, and begins on one that is new', async () => {
  let targets = ['a', 'b'];
  const only = life('moving', 'one', { targets: () => targets });
  await eventually(() => expect(targetsOf(only)).toEqual(['a', 'b']));
  targets = ['b', 'c'];
  await eventually(() => expect(targetsOf(only)).toEqual(['b', 'c']));
  await only.stop();
});

test('work that fails is begun again, and the rest goes on', async () => {
  let failures = 2;
  const only = life('failing', 'one', {
    work: async (target) => {
      if (target === 'b' && failures > 0) throw new Error(`try ${failures--}`);
    },
  });
  await eventually(() => expect(targetsOf(only)).toEqual(all));
  expect(failures).toBe(0);
  expect(only.holds.get('b')?.token).toBeGreaterThan(only.holds.get('a')?.token ?? 0);
  await only.stop();
});
