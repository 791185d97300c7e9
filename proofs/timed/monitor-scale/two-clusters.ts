import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcd } from '../../../dev/engines/catalogue/etcd.ts';
import { kube2Apiserver, kubeApiserver } from '../../../dev/engines/catalogue/kube-apiserver.ts';
import type { Api } from '../../../dev/engines/clusters/api.ts';
import { apiOf } from '../../../dev/engines/clusters/engine-api.ts';
import { adminKubeconfig, kube, kube2 } from '../../../dev/engines/clusters/cluster.ts';
import { reset } from '../../../dev/engines/commands/down.ts';
import { type FleetSize, restoreFleet } from '../../../dev/engines/commands/kept-fleet.ts';
import { upOnly } from '../../../dev/engines/commands/up.ts';
import { groups } from '../../../dev/engines/runtime/engine.ts';
import { openHome } from '../../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../../dev/engines/runtime/progress.ts';

/** Two API servers on one etcd: behind one stands the fleet, behind the other nothing. */
export interface TwoClusters {
  /** Writes to the fleet's. */
  readonly api: Api;
  readonly kubeconfigs: { readonly fleet: string; readonly empty: string };
  readonly close: () => Promise<void>;
}

export async function openTwoClusters(size: FleetSize, say: (text: string) => void): Promise<TwoClusters> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-scale-')));
  const progress = new ConsoleProgress(say);
  const close = async () => {
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
    progress.end();
  };
  try {
    await restoreFleet(home, size, progress);
    const results = await upOnly(home, [etcd, kubeApiserver, kube2Apiserver], progress);
    const failed = results.find(({ outcome }) => outcome !== 'started');
    if (failed !== undefined) throw new Error(`${failed.engine.name}: ${failed.reason}`);
    const api = await apiOf(home, kube);
    return {
      api,
      kubeconfigs: {
        fleet: await readFile(adminKubeconfig(home, kube), 'utf8'),
        empty: await readFile(adminKubeconfig(home, kube2), 'utf8'),
      },
      close: async () => {
        api.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
