import { setTimeout as wait } from 'node:timers/promises';
import { etcd } from '../../dev/engines/catalogue/etcd.ts';
import { kubeApiserver } from '../../dev/engines/catalogue/kube-apiserver.ts';
import { upOnly } from '../../dev/engines/commands/up.ts';
import { processesOf } from '../../dev/engines/runtime/daemon.ts';
import type { Home } from '../../dev/engines/runtime/home.ts';
import { listenerOn, signal } from '../../dev/engines/runtime/proc.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { compactEtcd } from './etcd-compaction.ts';
import type { Network } from './network.ts';

export interface Ground {
  readonly home: Home;
  readonly network: Network;
}

/** How an API server goes away, and how it comes back; `mend` returns when it can be reached again. */
export interface Fault {
  readonly name: 'killed' | 'stopped' | 'black-holed' | 'compacted';
  /** It takes as long as the API server's start. */
  readonly starts: boolean;
  readonly cut: (ground: Ground) => Promise<void>;
  readonly mend: (ground: Ground) => Promise<void>;
}

const daemon = 'kube-apiserver';

async function signalServer(home: Home, name: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(home, daemon)) signal(pid, name);
}

/** Returns when the kernel has let go of its port too. */
export async function killServer(home: Home): Promise<void> {
  await signalServer(home, 'SIGKILL');
  while ((await listenerOn(home.port('kubeApiserver'))) !== undefined) await wait(20);
}

export async function startServer(home: Home): Promise<void> {
  const progress = new ConsoleProgress(() => undefined);
  const results = await upOnly(home, [etcd, kubeApiserver], progress);
  progress.end();
  const failed = results.find(({ outcome }) => outcome !== 'started' && outcome !== 'was healthy');
  if (failed !== undefined) throw new Error(`${failed.engine.name}: ${failed.reason}`);
}

export const faults: readonly Fault[] = [
  {
    name: 'black-holed',
    starts: false,
    cut: ({ network }) => network.cut(),
    mend: ({ network }) => network.mend(),
  },
  {
    // An API server that runs on still knows the changes by itself; one that starts anew asks etcd, which has forgotten.
    name: 'compacted',
    starts: true,
    cut: ({ network }) => network.cut(),
    mend: async ({ home, network }) => {
      await killServer(home);
      await compactEtcd(home);
      await startServer(home);
      await network.mend();
    },
  },
  {
    name: 'stopped',
    starts: false,
    cut: ({ home }) => signalServer(home, 'SIGSTOP'),
    mend: ({ home }) => signalServer(home, 'SIGCONT'),
  },
  {
    name: 'killed',
    starts: true,
    cut: ({ home }) => killServer(home),
    mend: ({ home }) => startServer(home),
  },
];
