import { type Api, mustHave } from '../engines/clusters/api.ts';
import { nodeName } from '../engines/clusters/fleet.ts';
import { fleetSize } from '../seed/cluster.ts';
import { branchNode } from '../seed/workloads.ts';

/** The nodes of the demo's cluster, as they are now. */

interface Listed {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly spec: { readonly nodeName?: string; readonly unschedulable?: boolean };
  }[];
}

async function list(api: Api, path: string): Promise<Listed['items']> {
  const answer = await api.call('GET', path);
  mustHave(answer, `GET ${path}`);
  return (JSON.parse(answer.text) as Listed).items;
}

/** One that runs a pod of this workload; what runs on the branches' node could go nowhere else. */
export async function nodeWith(api: Api, namespace: string, workload: string): Promise<string> {
  const selector = encodeURIComponent(`app.kubernetes.io/name=${workload}`);
  const pods = await list(api, `/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`);
  const node = pods.map(({ spec }) => spec.nodeName).find((name) => name !== undefined && name !== branchNode);
  if (node === undefined)
    throw new Error(`no pod of ${workload} runs yet. Next step: wait until the demo says that its cluster is ready`);
  return node;
}

/** Whatever was drained or cordoned takes pods again. */
export async function uncordonAll(api: Api): Promise<void> {
  const fleet = new Set(Array.from({ length: fleetSize }, (_, index) => nodeName(index)));
  for (const { metadata, spec } of await list(api, '/api/v1/nodes')) {
    if (spec.unschedulable !== true || !fleet.has(metadata.name)) continue;
    const path = `/api/v1/nodes/${metadata.name}`;
    mustHave(await api.call('PATCH', path, { spec: { unschedulable: null } }), `PATCH ${path}`);
  }
}
