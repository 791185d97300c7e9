import { join } from 'node:path';
import { eventually, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim, type Database, type Lease, makeLog, migrationSets, openDatabase } from '../src/index.ts';

const log = makeLog({ level: 'silent' });
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

interface Task {
  readonly target: string;
  readonly name: string;
}

interface Life {
  readonly begun: readonly (readonly [string, Lease])[];
  readonly stop: () => Promise<void>;
}

/** Works as a process would, until it is stopped. Each test has a kind of its own. */
function life(
  kind: string,
  worker: string,
  todo: Set<Task>,
  work: (task: Task, signal: AbortSignal) => Promise<void>,
  seconds = 60,
): Life {
  const stopping = new AbortController();
  const begun: [string, Lease][] = [];
  const ended = claim<Task>({
    database,
    schema: 'sample',
    kind,
    worker,
    seconds,
    lookEveryMs: 30,
    atOnce: 3,
    log,
    signal: stopping.signal,
    look: async (most) =>
      [...new Map([...todo].toReversed().map((task) => [task.target, task])).values()].slice(0, most),
    work: async (task, lease, signal) => {
      begun.push([task.name, lease]);
      await work(task, signal);
      if (!signal.aborted) todo.delete(task);
    },
  });
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return { begun, stop };
}

const untilEnd = (_: Task, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('work on one target is done one after another, by however many workers', async () => {
  const todo = new Set(Array.from({ length: 20 }, (_, index) => ({ target: `t${index % 2}`, name: `n${index}` })));
  const atWork = new Map<string, number>();
  let most = 0;
  const work = async ({ target }: Task) => {
    atWork.set(target, (atWork.get(target) ?? 0) + 1);
    most = Math.max(most, atWork.get(target) ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atWork.set(target, (atWork.get(target) ?? 0) - 1);
  };
  const lives = ['one', 'two', 'three'].map((worker) => life('once', worker, todo, work));
  await eventually(() => expect(todo.size).toBe(0));
  await Promise.all(lives.map(({ stop }) => stop()));
  expect(most).toBe(1);
});

test('a worker has no more in hand than it may', async () => {
  const todo = new Set(Array.from({ length: 5 }, (_, index) => ({ target: `t${index}`, name: `n${index}` })));
  const { begun, stop } = life('few', 'one', todo, untilEnd);
  await eventually(() => expect(begun).toHaveLength(3));
  await stop();
  expect(begun).toHaveLength(3);
});

test('one whose lease ran out is told, and its successor has a higher token', async () => {
  const todo = new Set([{ target: 't', name: 'n' }]);
  let wasTold = false;
  const first = life('lost', 'one', todo, async (task, signal) => {
    await untilEnd(task, signal);
    wasTold = true;
  });
  await eventually(() => expect(first.begun).toHaveLength(1));
  await database.system((db) =>
    db.query(`UPDATE sample.leases SET leased_until = now() - interval '1 second' WHERE target = 'lost t'`),
  );
  const second = life('lost', 'two', todo, untilEnd, 1);
  await eventually(() => expect(second.begun).toHaveLength(1));
  expect(second.begun[0]?.[1].token).toBeGreaterThan(first.begun[0]?.[1].token ?? Infinity);
  await first.stop();
  expect(wasTold).toBe(true);
  await second.stop();
});

test('work that fails is found again', async () => {
  const todo = new Set([{ target: 't', name: 'n' }]);
  let tries = 0;
  const { stop } = life('again', 'one', todo, async () => {
    tries += 1;
    if (tries < 3) throw new Error('not this time');
  });
  await eventually(() => expect(todo.size).toBe(0));
  await stop();
  expect(tries).toBe(3);
});

test('what an earlier life of the worker held is free at once', async () => {
  await database.system((db) =>
    db.query(
      `INSERT INTO sample.leases (target, token, holder, leased_until) VALUES ('back t', 7, 'one#earlier', now() + interval '1 hour')`,
    ),
  );
  const todo = new Set([{ target: 't', name: 'n' }]);
  const { begun, stop } = life('back', 'one', todo, async () => undefined);
  await eventually(() => expect(todo.size).toBe(0));
  await stop();
  expect(begun[0]?.[1].token).toBe(8);
});
