/**
 * Long because one engine is asked everything a job promises: each test needs the same worker and database.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import { asOwner, eventually, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrationSets } from '../src/db/migrate.ts';
import { enqueuer } from '../src/jobs/enqueue.ts';
import { migrateJobs, whyJobsAreOutdated } from '../src/jobs/migrate.ts';
import type { JobContext, JobSpec, ModuleJobs } from '../src/jobs/spec.ts';
import { type JobsWorker, startJobs } from '../src/jobs/worker.ts';
import { makeLog } from '../src/log.ts';
import { crashJobs } from './fixtures/crash-jobs.ts';

const lines: string[] = [];
const log = makeLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
const enqueue = enqueuer('test');
const anna = randomUUID();
const berta = randomUUID();

let clone: TestDatabase;
let database: Database;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  clone = await testDatabase(migrationSets([]));
  database = openDatabase({ url: clone.url, connections: 5, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const appRole = () => new URL(clone.url).username;
const migrate = (queues: readonly ModuleJobs[]) =>
  migrateJobs({ ownerUrl: clone.ownerUrl, appRole: appRole(), queues, log });
const ask = (key: string, name: string, tenant = anna, data = {}) =>
  database.tenant(tenant, (db) => enqueue(db, name, key, data));

function job(name: string, handle: JobSpec['handle'], more: Partial<JobSpec> = {}): readonly ModuleJobs<JobSpec>[] {
  const spec = { name, about: name, retryLimit: 2, retryDelaySeconds: 1, expireInSeconds: 60, handle, ...more };
  return [{ module: 'test', jobs: [spec] }];
}

/** A worker in this process, and how to stop it before the test's end does. */
function startWorker(
  jobs: readonly ModuleJobs<JobSpec>[],
  graceSeconds = 5,
): JobsWorker & { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const worker = startJobs({ url: clone.url, jobs, log, signal: stopping.signal, graceSeconds });
  const stop = async () => {
    stopping.abort();
    await worker.ended;
  };
  stops.push(stop);
  return { ...worker, stop };
}

interface OtherProcess {
  readonly said: string[];
  readonly process: ChildProcessByStdio<null, Readable, null>;
}

function spawnWorker(name?: string): OtherProcess {
  const program = join(import.meta.dirname, 'fixtures/jobs-worker.ts');
  const args = [program, clone.url, ...(name === undefined ? [] : [name])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  stops.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { said, process: child };
}

const rowsOf = (name: string, key: string) =>
  database.system((db) =>
    db.query<{ state: string; retry_count: number; output: unknown }>(
      `SELECT state, retry_count, output FROM jobs.job WHERE name = $1 AND data->>'key' = $2 ORDER BY created_on`,
      [`test.${name}`, key],
    ),
  );

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('before anything runs', () => {
  test('a worker waits for the schema, and many may migrate at once', async () => {
    const keys: string[] = [];
    const jobs = job('first', async ({ key }) => void keys.push(key));
    const worker = startWorker(jobs);
    await eventually(() => expect(worker.trouble()).toMatch(/not installed/));
    expect(await database.system((db) => whyJobsAreOutdated(db, jobs))).toBe('the job schema is missing');
    await Promise.all([migrate([]), migrate(jobs), migrate(jobs), migrate(job('other', async () => undefined))]);
    expect(await database.system((db) => whyJobsAreOutdated(db, jobs))).toBeUndefined();
    expect(
      await database.system((db) =>
        whyJobsAreOutdated(
          db,
          job('unheard-of', async () => undefined),
        ),
      ),
    ).toBe('no queue for test.unheard-of');
    await ask('a', 'first');
    await eventually(() => expect(keys).toEqual(['a']));
    expect(worker.trouble()).toBeUndefined();
  });

  test('a schema that is not granted yet counts as outdated, and asking about it does not fail', async () => {
    const jobs = job('granted-last', async () => undefined);
    await migrate(jobs);
    await asOwner(clone.ownerUrl, (client) => client.query(`REVOKE USAGE ON SCHEMA jobs FROM "${appRole()}"`));
    expect(await database.system((db) => whyJobsAreOutdated(db, jobs))).toBe(
      'the job schema is not granted to this role',
    );
    await migrate(jobs);
    expect(await database.system((db) => whyJobsAreOutdated(db, jobs))).toBeUndefined();
  });

  test('what a module declares reaches a queue that is there already', async () => {
    await migrate(job('changing', async () => undefined, { expireInSeconds: 60 }));
    await migrate(job('changing', async () => undefined, { expireInSeconds: 120 }));
    const [queue] = await database.system((db) =>
      db.query<{ expire_seconds: number; heartbeat_seconds: number; policy: string }>(
        `SELECT expire_seconds, heartbeat_seconds, policy FROM jobs.queue WHERE name = 'test.changing'`,
      ),
    );
    expect(queue).toEqual({ expire_seconds: 150, heartbeat_seconds: 10, policy: 'short' });
  });

  test('the app role owns nothing, makes no queues, and reaches only the tables it works on', async () => {
    const owned = await asOwner(clone.ownerUrl, (client) =>
      client.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'jobs'::regnamespace AND relowner = $1::regrole
         UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'jobs'::regnamespace AND proowner = $1::regrole
         UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'jobs'::regnamespace AND typowner = $1::regrole
         UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'jobs' AND nspowner = $1::regrole`,
        [appRole()],
      ),
    );
    expect(owned.rows).toEqual([]);
    const granted = await asOwner(clone.ownerUrl, (client) =>
      client.query<{ name: string; may: string }>(
        `SELECT relname AS name, string_agg(what, ' ' ORDER BY what) AS may FROM pg_class,
           unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS what
         WHERE relnamespace = 'jobs'::regnamespace AND relkind IN ('r', 'p') AND has_table_privilege($1, oid, what)
         GROUP BY relname ORDER BY relname`,
        [appRole()],
      ),
    );
    expect(Object.fromEntries(granted.rows.map(({ name, may }) => [name, may]))).toEqual({
      held: 'DELETE INSERT SELECT UPDATE',
      job: 'INSERT SELECT UPDATE',
      job_common: 'DELETE INSERT SELECT UPDATE',
      job_dependency: 'DELETE SELECT',
      queue: 'SELECT',
      version: 'SELECT',
    });
    const making = database.system((db) => db.query(`SELECT jobs.create_queue('test.mine', '{"policy":"short"}')`));
    await expect(making).rejects.toThrow(/permission denied/);
    const renaming = database.system((db) => db.query(`UPDATE jobs.queue SET retry_limit = 0`));
    await expect(renaming).rejects.toThrow(/permission denied/);
  });
});

describe('asking for a job', () => {
  test('it runs as the app role, with its tenant, key, data and trace', async () => {
    propagation.setGlobalPropagator({
      inject: (_, carrier, setter) => setter.set(carrier, 'traceparent', '00-trace-span-01'),
      extract: (given, carrier, getter) => given.setValue(traceKey, getter.get(carrier, 'traceparent')),
      fields: () => ['traceparent'],
    });
    const traceKey = Symbol('trace');
    const ran: (JobContext & { trace: unknown })[] = [];
    const jobs = job('plain', async (given) => void ran.push({ ...given, trace: context.active().getValue(traceKey) }));
    await migrate(jobs);
    const worker = startWorker(jobs);
    await context.with(ROOT_CONTEXT, () => ask('a', 'plain', anna, { phase: 'one' }));
    await eventually(() => expect(ran).toHaveLength(1));
    propagation.disable();
    expect(ran[0]).toMatchObject({ tenantId: anna, key: 'a', data: { phase: 'one' }, attempt: 1, lastAttempt: false });
    const [row] = await database.system((db) => db.query(`SELECT data FROM jobs.job WHERE name = 'test.plain'`));
    expect(row).toMatchObject({ data: { tenant: anna, headers: { traceparent: '00-trace-span-01' } } });
    await eventually(async () => expect(await rowsOf('plain', 'a')).toMatchObject([{ state: 'completed' }]));
    await worker.stop();
  });

  test('a transaction that rolls back leaves no job', async () => {
    await migrate(job('rolled-back', async () => undefined));
    const change = database.tenant(anna, async (db) => {
      await enqueue(db, 'rolled-back', 'a');
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    expect(await rowsOf('rolled-back', 'a')).toEqual([]);
  });

  test('a job that does not exist is refused', async () => {
    await expect(ask('a', 'unheard-of')).rejects.toThrow('Queue test.unheard-of does not exist');
  });

  test('twice is once, ten at a time too; the same key of another tenant is another thing', async () => {
    await migrate(job('twice', async () => undefined));
    await ask('a', 'twice');
    await ask('a', 'twice', anna, { newer: true });
    await ask('a', 'twice', berta);
    await Promise.all(Array.from({ length: 10 }, () => ask('b', 'twice')));
    expect(await rowsOf('twice', 'a')).toHaveLength(2);
    expect(await rowsOf('twice', 'b')).toHaveLength(1);
  });

  test('a waiting job asked for again is not taken before that change is committed', async () => {
    let seen: unknown;
    const jobs = job('held-back', async ({ data }) => {
      seen = data['version'];
    });
    await migrate(jobs);
    await ask('a', 'held-back', anna, { version: 1 });
    await database.tenant(anna, async (db) => {
      await enqueue(db, 'held-back', 'a', { version: 2 });
      startWorker(jobs);
      await ask('b', 'held-back');
      await eventually(async () => expect(await rowsOf('held-back', 'b')).toMatchObject([{ state: 'completed' }]));
      expect(await rowsOf('held-back', 'a')).toMatchObject([{ state: 'created' }]);
    });
    await eventually(() => expect(seen).toBe(2));
  });

  test('asked for while it runs, it runs once more afterwards, and holds up nobody else', async () => {
    const first = gate();
    let running = 0;
    let most = 0;
    const ran: string[] = [];
    const jobs = job('busy', async ({ key }) => {
      if (key === 'a') most = Math.max(most, (running += 1));
      ran.push(key);
      if (key === 'a') await first.opened;
      if (key === 'a') running -= 1;
    });
    await migrate(jobs);
    startWorker(jobs);
    startWorker(jobs);
    await ask('a', 'busy');
    await eventually(() => expect(ran).toEqual(['a']));
    await ask('a', 'busy');
    await ask('a', 'busy');
    await ask('b', 'busy');
    await eventually(() => expect(ran).toEqual(['a', 'b']));
    expect((await rowsOf('busy', 'a')).map(({ state }) => state)).toEqual(['active', 'created']);
    first.open();
    await eventually(async () =>
      expect((await rowsOf('busy', 'a')).map(({ state }) => state)).toEqual(['completed', 'completed']),
    );
    expect(ran).toEqual(['a', 'b', 'a']);
    expect(most).toBe(1);
  });

  test('the database itself keeps a thing to one running job', async () => {
    await migrate(job('single', async () => undefined));
    const activate = () =>
      database.system((db) => db.query(`UPDATE jobs.job_common SET state = 'active' WHERE name = 'test.single'`));
    await ask('a', 'single');
    await activate();
    await ask('a', 'single');
    await expect(activate()).rejects.toThrow('one_active_per_key');
  });
});

describe('failing', () => {
  test('a handler that throws is run again after its delay, then the job ends as failed', async () => {
    const attempts: { attempt: number; lastAttempt: boolean; at: number }[] = [];
    const jobs = job('failing', async ({ attempt, lastAttempt }) => {
      attempts.push({ attempt, lastAttempt, at: performance.now() });
      throw new RangeError('a secret of the tenant');
    });
    await migrate(jobs);
    startWorker(jobs);
    await ask('a', 'failing');
    await eventually(async () => expect(await rowsOf('failing', 'a')).toMatchObject([{ state: 'failed' }]));
    expect(attempts).toMatchObject([
      { attempt: 1, lastAttempt: false },
      { attempt: 2, lastAttempt: false },
      { attempt: 3, lastAttempt: true },
    ]);
    for (const [index, { at }] of attempts.slice(1).entries())
      expect(at - (attempts[index]?.at ?? 0)).toBeGreaterThan(1_000);
    expect((await rowsOf('failing', 'a'))[0]?.output).toEqual({ error: 'RangeError' });
    expect(lines.join('\n')).toContain('a job failed permanently');
    await ask('a', 'failing');
    expect((await rowsOf('failing', 'a')).length).toBe(2);
  });

  test('a run that takes too long has its signal ended and counts as a failure', async () => {
    const reasons: unknown[] = [];
    const jobs = job(
      'slow',
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve();
          });
        }),
      { expireInSeconds: 1, retryLimit: 0 },
    );
    await migrate(jobs);
    startWorker(jobs);
    await ask('a', 'slow');
    await eventually(async () => expect(await rowsOf('slow', 'a')).toMatchObject([{ state: 'failed' }]));
    expect(String(reasons[0])).toContain('longer than 1 s');
  });
});

describe('stopping', () => {
  test('what runs may finish', async () => {
    const started = gate();
    const jobs = job('finishing', async () => {
      started.open();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    await migrate(jobs);
    const worker = startWorker(jobs);
    await ask('a', 'finishing');
    await started.opened;
    await worker.stop();
    expect(await rowsOf('finishing', 'a')).toMatchObject([{ state: 'completed' }]);
  });

  test('what does not finish in time goes back and is run elsewhere at once', async () => {
    const started = gate();
    const ended = gate();
    const jobs = (handle: JobSpec['handle']) => job('endless', handle);
    const endless: JobSpec['handle'] = ({ signal }) => {
      started.open();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.open();
          reject(new Error('stopped'));
        });
      });
    };
    await migrate(jobs(endless));
    const worker = startWorker(jobs(endless), 1);
    await ask('a', 'endless');
    await started.opened;
    await worker.stop();
    await ended.opened;
    expect(await rowsOf('endless', 'a')).toMatchObject([{ state: 'retry' }]);
    let attempt = 0;
    startWorker(
      jobs(async (given) => {
        attempt = given.attempt;
      }),
    );
    await eventually(() => expect(attempt).toBe(1), 3_000);
  });
});

describe('workers that die', () => {
  beforeAll(() => migrate(crashJobs(async () => undefined)));

  test('kill -9: another takes the job over within 20 seconds', async () => {
    const takenOver: number[] = [];
    for (const key of ['k1', 'k2', 'k3']) {
      const other = spawnWorker();
      await ask(key, 'crash');
      await eventually(() => expect(other.said).toContain(`started ${key}`));
      const heir = startWorker(
        crashJobs(async () => {
          takenOver.push(performance.now());
        }),
      );
      await eventually(() => expect(heir.trouble()).toBeUndefined());
      const killed = performance.now();
      other.process.kill('SIGKILL');
      const before = takenOver.length;
      await eventually(() => expect(takenOver.length).toBe(before + 1), 30_000);
      takenOver[before] = ((takenOver[before] ?? 0) - killed) / 1000;
      await eventually(async () =>
        expect(await rowsOf('crash', key)).toMatchObject([{ state: 'completed', retry_count: 1 }]),
      );
      await heir.stop();
    }
    process.stdout.write(`take-over after kill -9: ${takenOver.map((seconds) => seconds.toFixed(1)).join(', ')} s\n`);
    expect(Math.max(...takenOver)).toBeLessThan(20);
  });

  test('kill -9 and a restart under the same name: taken up at once', async () => {
    const first = spawnWorker('worker-0');
    await ask('again', 'crash');
    await eventually(() => expect(first.said).toContain('started again'));
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    const restarted = performance.now();
    const second = spawnWorker('worker-0');
    await eventually(() => expect(second.said).toContain('started again'));
    const seconds = (performance.now() - restarted) / 1000;
    process.stdout.write(`taken up after a restart: ${seconds.toFixed(1)} s, the start of the process included\n`);
    expect(seconds).toBeLessThan(6);
  });

  test('frozen past its heartbeat, then woken: its signal ends and its word no longer counts', async () => {
    const other = spawnWorker();
    await ask('frozen', 'crash');
    await eventually(() => expect(other.said).toContain('started frozen'));
    const release = gate();
    let running = false;
    startWorker(
      crashJobs(async ({ key }) => {
        // Not the one of the worker that died in the test before.
        if (key !== 'frozen') return;
        running = true;
        await release.opened;
      }),
    );
    other.process.kill('SIGSTOP');
    await eventually(() => expect(running).toBe(true), 30_000);
    const woken = performance.now();
    other.process.kill('SIGCONT');
    await eventually(() => expect(other.said).toContain('aborted frozen'));
    process.stdout.write(`told of the take-over after ${((performance.now() - woken) / 1000).toFixed(1)} s\n`);
    expect(await rowsOf('crash', 'frozen')).toMatchObject([{ state: 'active', retry_count: 1 }]);
    release.open();
    await eventually(async () =>
      expect(await rowsOf('crash', 'frozen')).toMatchObject([{ state: 'completed', retry_count: 1 }]),
    );
  });
});

test('nothing the engine did was denied to the app role', () => {
  expect(lines.filter((line) => line.includes('reported an error'))).toEqual([]);
  expect(lines.filter((line) => line.includes('permission denied'))).toEqual([]);
});
