import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay } from '@wheelhouse/testkit';
import { etcd } from '../../../dev/engines/catalogue/etcd.ts';
import { kubeApiserver } from '../../../dev/engines/catalogue/kube-apiserver.ts';
import { kubeControllerManager } from '../../../dev/engines/catalogue/kube-controller-manager.ts';
import { kubeScheduler } from '../../../dev/engines/catalogue/kube-scheduler.ts';
import { kwok } from '../../../dev/engines/catalogue/kwok.ts';
import type { Api } from '../../../dev/engines/clusters/api.ts';
import { adminKubeconfig, kube, serverUrl } from '../../../dev/engines/clusters/cluster.ts';
import { apiOf } from '../../../dev/engines/clusters/engine-api.ts';
import { setFleetSize } from '../../../dev/engines/clusters/fleet.ts';
import { reset } from '../../../dev/engines/commands/down.ts';
import { upOnly } from '../../../dev/engines/commands/up.ts';
import { groups } from '../../../dev/engines/runtime/engine.ts';
import { openHome } from '../../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../../dev/engines/runtime/progress.ts';
import { killServer, startServer } from '../../watch-survives/faults.ts';

/** A whole cluster with KWOK's nodes, whose API server is restarted without harm to anybody else. */
export interface OwnCluster {
  /** Past the relay. */
  readonly api: Api;
  /** Through it. */
  readonly kubeconfig: string;
  /** Nobody comes through the relay until it is reopened. */
  readonly shut: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  readonly killServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openOwnCluster(nodes: number, say: (text: string) => void): Promise<OwnCluster> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-apps-')));
  const progress = new ConsoleProgress(() => undefined);
  const closing: (() => Promise<unknown>)[] = [
    async () => {
      await killServer(home);
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
      progress.end();
    },
  ];
  const close = async () => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    const wanted = [etcd, kubeApiserver, kubeControllerManager, kubeScheduler, kwok];
    for (const { engine, outcome, reason } of await upOnly(home, wanted, progress))
      if (outcome !== 'started') throw new Error(`${engine.name} did not start: ${reason ?? outcome}`);
    const api = await apiOf(home, kube);
    closing.push(async () => api.close());
    await setFleetSize(api, nodes, say);
    const relay = await startRelay(`127.0.0.1:${home.port('kubeApiserver')}`);
    closing.push(relay.close);
    const given = await readFile(adminKubeconfig(home, kube), 'utf8');
    return {
      api,
      kubeconfig: given.replace(serverUrl(home, kube), `https://${relay.place}`),
      shut: relay.close,
      reopen: relay.reopen,
      killServer: () => killServer(home),
      startServer: () => startServer(home),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
