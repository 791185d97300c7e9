import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, incident, observations, startHouse } from './house.ts';
import { crashing } from './seen.ts';

/** Workers in processes of their own, one of which is killed while it looks. */
let house: House;
const workers = new Map<string, ChildProcess>();
beforeAll(async () => {
  house = await startHouse({ workers: false });
});
afterAll(async () => {
  for (const name of workers.keys()) await kill(name);
  await house.stop();
});

function start(name: string): void {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
    env: {
      ...process.env,
      // That of the engines, which is nobody's to migrate here.
      MIGRATE_DATABASE_URL: '',
      ...house.environment,
      ...Object.fromEntries(
        Object.entries(house.addresses).map(([module, url]) => [
          `${module.toUpperCase().replaceAll('-', '_')}_URL`,
          url,
        ]),
      ),
      WORKER_NAME: name,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  workers.set(name, worker);
}

async function kill(name: string): Promise<void> {
  const worker = workers.get(name);
  workers.delete(name);
  if (worker === undefined) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

const many = 12;

test('whoever comes after it looks at the rest, and each observation ends once', async () => {
  const places = [house.place(), house.place()];
  const silent = Promise.withResolvers<void>();
  house.neighbours.evidence = async () => {
    // Until somebody has died of waiting.
    await Promise.race([silent.promise, wait(60_000)]);
    return crashing();
  };
  start('one');
  for (const { tenantId, clusterId } of places)
    await house.say(tenantId, ...Array.from({ length: many }, () => incident({ clusterId }, house.clock)));
  await eventually(() => expect(house.neighbours.evidenceAsked.length).toBeGreaterThanOrEqual(4));
  await kill('one');
  silent.resolve();
  start('two');
  // It comes back under its name, and gives back at once what it held.
  start('one');
  for (const { who, tenantId } of places) {
    await eventually(async () => {
      // On a busy machine its time may be over before anybody comes.
      const ended = await house.get(who, `${observations}?status=complete,not_observable`);
      expect(ended.total).toBe(many);
    });
    expect((await house.get(who, observations)).total).toBe(many);
    const told = await house.told(tenantId);
    expect(new Set(told.map(({ observation_id: id }) => id)).size).toBe(many);
    expect(told).toHaveLength(many);
  }
});
