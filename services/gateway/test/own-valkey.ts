import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { reset } from '../../../dev/engines/commands/down.ts';
import { environmentOf } from '../../../dev/engines/commands/env.ts';
import { up } from '../../../dev/engines/commands/up.ts';
import { processesOf } from '../../../dev/engines/runtime/daemon.ts';
import { groups } from '../../../dev/engines/runtime/engine.ts';
import { openHome } from '../../../dev/engines/runtime/home.ts';
import { signal } from '../../../dev/engines/runtime/proc.ts';
import { ConsoleProgress } from '../../../dev/engines/runtime/progress.ts';

/** A Valkey of one's own, to be killed and stopped. */
export interface OwnValkey {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly ask: (...words: readonly string[]) => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

export async function ownValkey(): Promise<OwnValkey> {
  const progress = new ConsoleProgress(() => undefined);
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-own-valkey-')));
  const { VALKEY_URL: url = '' } = await environmentOf(home);
  const send = async (name: NodeJS.Signals) => {
    for (const pid of await processesOf(home, 'valkey')) signal(pid, name);
  };
  const start = async () => {
    const [result] = await up(home, ['valkey'], progress);
    if (result?.outcome === 'failed') throw new Error(result.reason);
  };
  await start();
  return {
    url,
    start,
    kill: () => send('SIGKILL'),
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    ask: async (...words) => {
      const client = await createClient({ url, RESP: 2 }).connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
    remove: async () => {
      await send('SIGCONT');
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
    },
  };
}
