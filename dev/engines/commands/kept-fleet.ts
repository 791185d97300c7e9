import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcd } from '../catalogue/etcd.ts';
import { kubeApiserver } from '../catalogue/kube-apiserver.ts';
import { apply } from '../clusters/api.ts';
import { apiOf } from '../clusters/engine-api.ts';
import { kube } from '../clusters/cluster.ts';
import { inParallel } from '../clusters/fleet.ts';
import { standingNodeName, writeStandingNodes, writeStandingPods } from '../clusters/standing.ts';
import { workloadPods, writeStandingWorkloads } from '../clusters/standing-workloads.ts';
import { obtain, type Recipe } from '../runtime/cache.ts';
import { groups, ownedFolder } from '../runtime/engine.ts';
import { type Home, openHome } from '../runtime/home.ts';
import { ConsoleProgress, type Progress } from '../runtime/progress.ts';
import { run } from '../runtime/shell.ts';
import { users } from '../runtime/users.ts';
import { versions } from '../versions.ts';
import { down, reset } from './down.ts';
import { upOnly } from './up.ts';

/** A standing fleet is written once for each size; what is kept of it is etcd's data folder, in the cache. */
export interface FleetSize {
  readonly nodes: number;
  readonly pods: number;
}

const namespace = 'fleet';
const width = 48;
const writers = ['standing', 'standing-workloads'];
/** Raised by hand when `write` below changes what it writes. */
const edition = '1';

/** The fleet's cluster has no controllers: nobody ages its nodes or clears its pods away, so a copy wakes as it was. */
export async function restoreFleet(home: Home, size: FleetSize, progress: Progress): Promise<void> {
  const kept = await obtain(keptFleet(size), progress);
  const folder = await ownedFolder(home, users.etcd, 'etcd');
  await copy(join(kept, 'data'), folder);
}

function keptFleet(size: FleetSize): Recipe {
  return {
    name: `fleet-${size.nodes}-${size.pods}`,
    title: `a fleet of ${size.nodes} nodes and ${size.pods} pods`,
    inputs: async () => [
      versions.kubernetes,
      versions.etcd,
      ...(await Promise.all(
        writers.map((file) => readFile(join(import.meta.dirname, `../clusters/${file}.ts`), 'utf8')),
      )),
      edition,
    ],
    make: async (into, log, step) => {
      const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-fleet-')));
      const progress = new ConsoleProgress((line) => log(`${line}\n`));
      try {
        await write(home, size, progress, step);
        await down(home, groups, progress);
        await mkdir(into, { recursive: true });
        await copy(join(home.dir, 'etcd/data'), into);
      } finally {
        await reset(home, groups, progress);
        progress.end();
      }
    },
  };
}

async function write(
  home: Home,
  { nodes, pods }: FleetSize,
  progress: Progress,
  step: (text: string) => void,
): Promise<void> {
  const failed = (await upOnly(home, [etcd, kubeApiserver], progress)).find(({ outcome }) => outcome !== 'started');
  if (failed !== undefined) throw new Error(`${failed.engine.name}: ${failed.reason}`);
  const api = await apiOf(home, kube, undefined, width);
  try {
    step('nodes');
    await writeStandingNodes(api, nodes, width);
    // New nodes are born with a taint that a controller takes off once they are Ready.
    await inParallel([...Array(nodes).keys()], width, async (index) => {
      await api.call('PATCH', `/api/v1/nodes/${standingNodeName(index)}`, { spec: { taints: null } });
    });
    await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
    await apply(api, `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
    await writeStandingWorkloads(api, namespace, pods, width);
    let written = 0;
    const count = () => {
      written += 1;
      step(`${written} of ${pods} pods`);
    };
    await writeStandingPods(api, namespace, pods, nodes, width, count, workloadPods());
  } finally {
    api.close();
  }
}

/** With owners and modes; where the file system can, without copying a byte. */
async function copy(from: string, into: string): Promise<void> {
  await run('cp', ['--archive', '--reflink=auto', from, into]);
}
