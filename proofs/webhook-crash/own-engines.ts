import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresql } from '../../dev/engines/catalogue/postgresql.ts';
import { rabbitmq } from '../../dev/engines/catalogue/rabbitmq.ts';
import { reset } from '../../dev/engines/commands/down.ts';
import { environmentOf } from '../../dev/engines/commands/env.ts';
import { upOnly } from '../../dev/engines/commands/up.ts';
import { processesOf } from '../../dev/engines/runtime/daemon.ts';
import { type Engine, groups } from '../../dev/engines/runtime/engine.ts';
import { type Home, openHome } from '../../dev/engines/runtime/home.ts';
import { signal } from '../../dev/engines/runtime/proc.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { CannotTell } from '../runner/proof.ts';

/** An engine that is killed without harm to anybody else. */
export interface OwnEngine {
  /** With all its processes; resolves when it is back. */
  readonly killAndStart: () => Promise<void>;
}

export interface OwnEngines {
  readonly postgresql: OwnEngine;
  /** Comes back without anything it had. */
  readonly rabbitmq: OwnEngine;
  readonly remove: () => Promise<void>;
}

const progress = new ConsoleProgress(() => undefined);

/** Whatever is opened after it, here or in a process started from here, is on these. */
export async function openOwnEngines(): Promise<OwnEngines> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-webhooks-')));
  await start(home, [postgresql, rabbitmq]);
  const { DATABASE_URL, MIGRATE_DATABASE_URL, RABBITMQ_URL, RABBITMQ_MANAGEMENT_URL } = await environmentOf(home);
  Object.assign(process.env, { DATABASE_URL, MIGRATE_DATABASE_URL, RABBITMQ_URL, RABBITMQ_MANAGEMENT_URL });
  return {
    postgresql: {
      killAndStart: async () => {
        await kill(home, postgresql);
        await start(home, [postgresql]);
      },
    },
    rabbitmq: {
      killAndStart: async () => {
        await kill(home, rabbitmq);
        await rm(join(home.dir, 'rabbitmq', 'data'), { recursive: true, force: true });
        await start(home, [rabbitmq]);
      },
    },
    remove: async () => {
      // Nobody waits for what they still have to say.
      await Promise.all([kill(home, postgresql), kill(home, rabbitmq)]);
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
      progress.end();
    },
  };
}

async function start(home: Home, engines: readonly Engine[]): Promise<void> {
  const results = await upOnly(home, engines, progress);
  for (const { engine, outcome, reason } of results)
    if (outcome !== 'started') throw new CannotTell(`${engine.name} did not start: ${reason ?? outcome}`);
}

async function kill(home: Home, { name }: Engine): Promise<void> {
  for (;;) {
    const pids = await processesOf(home, name);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await wait(20);
  }
}
