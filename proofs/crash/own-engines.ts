import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reset } from '../../dev/engines/commands/down.ts';
import { environmentOf } from '../../dev/engines/commands/env.ts';
import { upOnly } from '../../dev/engines/commands/up.ts';
import { processesOf } from '../../dev/engines/runtime/daemon.ts';
import { type Engine, groups } from '../../dev/engines/runtime/engine.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { listenerOn, signal } from '../../dev/engines/runtime/proc.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';

/** Engines that are killed without harm to anybody else. */
export interface OwnEngines {
  /** From now on whatever is opened, here or in a process started from here, is on these. */
  readonly use: () => void;
  /** With all its processes. */
  readonly kill: (engine: Engine) => Promise<void>;
  /** Of one that was killed: all that it had written. */
  readonly wipe: (engine: Engine) => Promise<void>;
  /** Resolves when it is up. */
  readonly start: (engine: Engine) => Promise<void>;
  /** Resolves when its port is open again, which is a little earlier. */
  readonly back: (engine: Engine) => Promise<void>;
  /** What is opened later is on the usual ones again. */
  readonly remove: () => Promise<void>;
}

/** Where each is found. */
const settings: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['DATABASE_URL', 'MIGRATE_DATABASE_URL'],
  rabbitmq: ['RABBITMQ_URL', 'RABBITMQ_MANAGEMENT_URL'],
};

export async function openOwnEngines(engines: readonly Engine[]): Promise<OwnEngines> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-engines-')));
  const progress = new ConsoleProgress(() => undefined);
  const start = async (several: readonly Engine[]) => {
    for (const { engine, outcome, reason } of await upOnly(home, several, progress))
      if (outcome !== 'started') throw new Error(`${engine.name} did not start: ${reason ?? outcome}`);
  };
  const kill = async ({ name }: Engine) => {
    for (;;) {
      const pids = await processesOf(home, name);
      if (pids.length === 0) return;
      for (const pid of pids) signal(pid, 'SIGKILL');
      await wait(20);
    }
  };
  const names = engines.flatMap(({ name }) => settings[name] ?? []);
  const usual = names.map((name) => [name, process.env[name]]);
  const own = await environmentOf(home);
  const remove = async () => {
    Object.assign(process.env, Object.fromEntries(usual));
    // Nobody waits for what they still have to say.
    await Promise.all(engines.map(kill));
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
    progress.end();
  };
  await start(engines).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    use: () => void Object.assign(process.env, Object.fromEntries(names.map((name) => [name, own[name]]))),
    kill,
    wipe: ({ name }) => rm(join(home.dir, name, 'data'), { recursive: true, force: true }),
    start: (engine) => start([engine]),
    back: async ({ name }) => {
      while ((await listenerOn(home.port(name === 'rabbitmq' ? name : 'postgresql'))) === undefined) await wait(20);
    },
    remove,
  };
}
