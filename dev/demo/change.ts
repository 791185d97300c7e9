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
  { path, broken, proposal, node, isSilent }: Fault,
  propose?: (proposal: Proposal) => Promise<void>,
): Promise<void> {
  if (broken !== undefined) await patch(api, path, broken);
  if (node !== undefined && isSilent === true) await markPods(api, node);
  if (proposal !== undefined) await propose?.(await proposal(api));
}

export async function fixFault(api: Api, { path, whole, node }: Fault): Promise<void> {
  await patch(api, path, whole);
  if (node !== undefined) await replaceMarkedPods(api, node);
}

/**
 * Kubernetes marks the pods of a node that has fallen silent as not ready. KWOK's nodes never do: they say of themselves
 * that they are not ready, and the pods on them would count until they are evicted, five minutes later.
 */
async function markPods(api: Api, node: string): Promise<void> {
  for (const { metadata, status } of await podsOn(api, node)) {
    const conditions = status?.conditions ?? [];
    if (!isReady(status)) continue;
    const marked = conditions.map((one) =>
      one.type === 'Ready' ? { ...one, status: 'False', reason: 'NodeNotReady', lastTransitionTime: now() } : one,
    );
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`;
    const answer = await api.call('PATCH', path, { status: { conditions: marked } });
    if (answer.status !== 404) mustHave(answer, `PATCH ${path}`);
  }
}

const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

/** It is the kubelet that takes the mark off again. KWOK does not; pods that bear it are replaced by new ones. */
async function replaceMarkedPods(api: Api, node: string): Promise<void> {
  for (const { metadata, status } of await podsOn(api, node)) {
    if (isReady(status)) continue;
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
    const answer = await api.call('DELETE', path);
    if (answer.status !== 404) mustHave(answer, `DELETE ${path}`);
  }
}

async function podsOn(api: Api, node: string): Promise<readonly Pod[]> {
  const list = await api.call('GET', `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`);
  mustHave(list, `listing the pods of ${node}`);
  return (JSON.parse(list.text) as { readonly items: readonly Pod[] }).items;
}

const isReady = (status: Pod['status']) =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Under a name of its own: whoever asks what was changed, and by whom, is told the truth. */
async function patch(api: Api, path: string, change: object): Promise<void> {
  const answer = await api.call('PATCH', `${path}?fieldManager=demo`, change);
  if (answer.status === 404)
    throw new Error(`the demo's cluster has no ${path}. Next step: wait until the demo says that its cluster is ready`);
  mustHave(answer, `PATCH ${path}`);
}
