import type { Api } from '../engines/clusters/api.ts';
import { nodeName } from '../engines/clusters/fleet.ts';
import { fleetSize } from '../seed/cluster.ts';
import { branchNode } from '../seed/workloads.ts';
import { patch, played, read } from './in-cluster.ts';
import { behaviour } from './releases.ts';

/** The nodes of the demo's cluster, as they are now. */

interface Listed {
  readonly items: readonly Item[];
}

interface Item {
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly nodeName?: string; readonly unschedulable?: boolean };
}

/** One that runs a pod of this workload; what runs on the branches' node could go nowhere else. */
export async function nodeWith(api: Api, namespace: string, workload: string): Promise<string> {
  const selector = encodeURIComponent(`app.kubernetes.io/name=${workload}`);
  const { items: pods } = await read<Listed>(api, `/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`);
  const node = pods.map(({ spec }) => spec.nodeName).find((name) => name !== undefined && name !== branchNode);
  if (node === undefined)
    throw new Error(`no pod of ${workload} runs yet. Next step: wait until the demo says that its cluster is ready`);
  return node;
}

const pathOf = (name: string) => `/api/v1/nodes/${name}`;

/** Whatever was drained or cordoned takes pods again. */
export async function uncordonAll(api: Api): Promise<void> {
  for (const { metadata, spec } of await fleet(api))
    if (spec.unschedulable === true) await patch(api, pathOf(metadata.name), { spec: { unschedulable: null } });
}

export async function untilCordoned(api: Api, name: string): Promise<void> {
  await played<Item>(api, pathOf(name), ({ spec }) => spec.unschedulable === true);
}

export async function setBehaviour(api: Api, name: string, behaves: string | null): Promise<void> {
  await patch(api, pathOf(name), { metadata: { annotations: { [behaviour]: behaves } } });
}

/** Those that were told to behave so. */
export async function healAll(api: Api, behaves: string): Promise<void> {
  for (const { metadata } of await fleet(api))
    if (metadata.annotations?.[behaviour] === behaves) await setBehaviour(api, metadata.name, null);
}

async function fleet(api: Api): Promise<readonly Item[]> {
  const names = new Set(Array.from({ length: fleetSize }, (_, index) => nodeName(index)));
  return (await read<Listed>(api, '/api/v1/nodes')).items.filter(({ metadata }) => names.has(metadata.name));
}
