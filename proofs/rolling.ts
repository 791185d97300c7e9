import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Caller,
  caller,
  eventually,
  freePort,
  moduleDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { tryRun } from '../dev/engines/runtime/shell.ts';
import { modules as previous } from './fixtures/previous-table.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { settleMs: 1_500, clients: 8 }, full: { settleMs: 60_000, clients: 16 } };
const main = join(import.meta.dirname, '../apps/server/src/main.ts');
const tableOf = (version: 'previous' | 'example') => join(import.meta.dirname, `fixtures/${version}-table.ts`);

interface Replica {
  readonly port: number;
  readyAt: number;
  /** Requests that it has not answered yet. */
  open: number;
  process: ChildProcess;
}

interface Tally {
  sent: number;
  failed: number;
  readonly faults: Map<string, number>;
}

/** Asks each process whether it is ready; only one that was within the last second is sent anything. */
async function watchReadiness(replicas: readonly Replica[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      replicas.map(async (replica) => {
        const answer = await fetch(`http://127.0.0.1:${replica.port}/readyz`, {
          headers: { connection: 'close' },
        }).catch(() => undefined);
        if (answer?.status === 200) replica.readyAt = performance.now();
      }),
    );
    await wait(100);
  }
}

/** A client that never repeats a request: whatever fails has failed. */
async function client(replicas: readonly Replica[], who: Caller, tally: Tally, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' };
  for (let turn = 0; !signal.aborted; turn += 1) {
    const ready = replicas.filter(({ readyAt }) => performance.now() - readyAt < 1_000);
    const chosen = ready[turn % Math.max(1, ready.length)];
    if (chosen === undefined) {
      await wait(20);
      continue;
    }
    const url = `http://127.0.0.1:${chosen.port}/api/v1/notes`;
    const write = turn % 3 === 0;
    const request = write
      ? { method: 'POST', headers, body: JSON.stringify({ title: 'rolling', body: 'text' }) }
      : { headers };
    tally.sent += 1;
    chosen.open += 1;
    const fault = await fetch(write ? url : `${url}?limit=5`, request).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === (write ? 201 : 200) ? undefined : `status ${answer.status}`;
      },
      (error: unknown) =>
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
    );
    chosen.open -= 1;
    if (fault === undefined) continue;
    tally.failed += 1;
    tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + 1);
  }
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const database = await moduleDatabase(previous);
  const vhost = await testVhost();
  const common = { ...(await testEnvironment(previous, database, vhost)), DRAIN_SECONDS: '3', CHECK_ANSWERS: 'false' };
  const start = (version: 'previous' | 'example', port: number) =>
    spawn(process.execPath, [main, 'serve', '--modules', tableOf(version)], {
      env: { ...common, EXAMPLE_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const replicas: Replica[] = [];
  for (let index = 0; index < 2; index += 1) {
    const port = await freePort();
    replicas.push({ port, readyAt: -Infinity, open: 0, process: start('previous', port) });
  }
  const stopping = new AbortController();
  const tally: Tally = { sent: 0, failed: 0, faults: new Map() };
  const isReady = (replica: Replica, since: number) =>
    eventually(() => {
      if (replica.readyAt < since) throw new Error('not ready yet');
    }, 90_000);
  const background = [watchReadiness(replicas, stopping.signal)];
  try {
    for (const replica of replicas) await isReady(replica, 0);
    const callers = await Promise.all(Array.from({ length: size.clients }, () => caller()));
    background.push(...callers.map((who) => client(replicas, who, tally, stopping.signal)));
    await wait(size.settleMs);
    say(`${tally.sent} requests to two processes of N−1, ${tally.failed} failed`);

    const migrated = await tryRun(process.execPath, [main, 'migrate', 'up', '--modules', tableOf('example')], {
      env: { ...common, MIGRATE_DATABASE_URL: database.ownerUrl },
    });
    say(`migrate up: exit ${migrated.code}, ${migrated.stdout.trim()}`);
    await wait(size.settleMs);
    for (const replica of replicas) {
      replica.process.kill('SIGTERM');
      await once(replica.process, 'exit');
      const began = performance.now();
      replica.process = start('example', replica.port);
      await isReady(replica, began);
      await wait(size.settleMs);
      say(`a process of N−1 replaced by one of N: ${tally.sent} requests, ${tally.failed} failed`);
    }
    const { sent, failed } = tally;
    for (const [fault, count] of tally.faults) say(`${count} × ${fault}`);

    // The control: a process that is killed instead of asked to stop, while it has requests, must cost some.
    const [victim] = replicas;
    await eventually(() => {
      if (victim === undefined || victim.open === 0) throw new Error('no client has sent it anything');
      victim.process.kill('SIGKILL');
    }, 30_000);
    await wait(1_500);
    const control = tally.failed - failed;
    say(`control, one process killed: ${control} failed`);
    return verdictOf(
      {
        'the migration was applied': migrated.code === 0,
        'no request failed': failed === 0,
        'requests were sent all along': sent > 100,
        'the control fails requests': control > 0,
      },
      `failed requests ${failed} of ${sent} while the schema moved and two processes went from N−1 to N; control ${control}`,
    );
  } finally {
    stopping.abort();
    for (const { process: one } of replicas) one.kill('SIGKILL');
    await Promise.all(background);
    await wait(300);
    await vhost.drop();
    await database.drop();
  }
}

export const proof: Proof = {
  promise:
    'A new version comes in under load without a failed request: the schema first, then one process after the other.',
  method:
    '2 processes of N−1 under load; migrate up; each replaced by N; the client chooses one ready within the last second and never repeats',
  bar: 'failed requests 0; the control (a killed process) fails some',
  run,
};
