import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rabbitmq } from '../../dev/engines/catalogue/rabbitmq.ts';
import { reset } from '../../dev/engines/commands/down.ts';
import { environmentOf } from '../../dev/engines/commands/env.ts';
import { upOnly } from '../../dev/engines/commands/up.ts';
import { processesOf } from '../../dev/engines/runtime/daemon.ts';
import { groups } from '../../dev/engines/runtime/engine.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { listenerOn, signal } from '../../dev/engines/runtime/proc.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { CannotTell } from '../runner/proof.ts';

/** A RabbitMQ that is killed without harm to anybody else. */
export interface OwnBroker {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Resolves when its port is open again. */
  readonly back: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Whatever is opened after it, here or in a process started from here, is on this one. */
export async function openOwnBroker(): Promise<OwnBroker> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-outage-')));
  const progress = new ConsoleProgress(() => undefined);
  const port = home.port('rabbitmq');
  const isListening = async () => (await listenerOn(port)) !== undefined;
  const kill = async () => {
    for (const pid of await processesOf(home, 'rabbitmq')) signal(pid, 'SIGKILL');
    while (await isListening()) await wait(20);
  };
  const start = async () => {
    const [result] = await upOnly(home, [rabbitmq], progress);
    if (result?.outcome !== 'started') throw new CannotTell(`RabbitMQ did not start: ${result?.reason}`);
  };
  await start();
  const { RABBITMQ_URL, RABBITMQ_MANAGEMENT_URL } = await environmentOf(home);
  Object.assign(process.env, { RABBITMQ_URL, RABBITMQ_MANAGEMENT_URL });
  return {
    kill,
    start,
    back: async () => {
      while (!(await isListening())) await wait(20);
    },
    remove: async () => {
      // Nobody waits for what it still has to say.
      await kill();
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
      progress.end();
    },
  };
}
