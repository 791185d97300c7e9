import { type Api, mustHave } from '../engines/clusters/api.ts';
import type { Proposal } from '../seed/propose.ts';
import { type Fault, faultsIn } from './faults.ts';
import { uncordonAll } from './nodes.ts';

/** A demo begins whole, whatever the last one left broken. */
export async function fixAll(api: Api): Promise<void> {
  for (const fault of Object.values(faultsIn())) await fixFault(api, fault);
  await uncordonAll(api);
}

export async function breakFault(
  api: Api,
  { path, broken, proposal }: Fault,
  propose?: (proposal: Proposal) => Promise<void>,
): Promise<void> {
  if (broken !== undefined) await patch(api, path, broken);
  if (proposal !== undefined) await propose?.(await proposal(api));
}

export async function fixFault(api: Api, { path, whole, node }: Fault): Promise<void> {
  await patch(api, path, whole);
  if (node !== undefined) await replaceMarkedPods(api, node);
}

/**
 * While a node is not ready Kubernetes marks its pods so, and it is the kubelet that takes the mark off again. KWOK
 * does not; pods that bear it are replaced by new ones.
 */
async function replaceMarkedPods(api: Api, node: string): Promise<void> {
  const list = await api.call('GET', `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`);
  mustHave(list, `listing the pods of ${node}`);
  for (const { metadata, status } of (JSON.parse(list.text) as { items: readonly Pod[] }).items) {
    const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
    if (isReady === true) continue;
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
    const answer = await api.call('DELETE', path);
    if (answer.status !== 404) mustHave(answer, `DELETE ${path}`);
  }
}

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

async function patch(api: Api, path: string, change: object): Promise<void> {
  const answer = await api.call('PATCH', path, change);
  if (answer.status === 404)
    throw new Error(`the demo's cluster has no ${path}. Next step: wait until the demo says that its cluster is ready`);
  mustHave(answer, `PATCH ${path}`);
}
