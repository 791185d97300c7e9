import { type Api, apiOf, mustHave } from '../engines/clusters/api.ts';
import { kube } from '../engines/clusters/cluster.ts';
import type { Home } from '../engines/runtime/home.ts';
import { type Fault, type FaultKind, faultKinds, faultsIn, isFaultKind } from './faults.ts';

/** From another terminal, on the running demo. */

export async function breakIt(home: Home, word: string | undefined, say: (line: string) => void): Promise<number> {
  if (word === undefined || !isFaultKind(word)) return unknownKind('break', word, say);
  const fault = faultsIn()[word];
  await withApi(home, (api) => breakFault(api, fault));
  say(fault.did);
  say(`${fault.lookFor} Undo: npm run demo -- fix ${word}`);
  return 0;
}

export async function fixIt(home: Home, word: string | undefined, say: (line: string) => void): Promise<number> {
  if (word !== undefined && !isFaultKind(word)) return unknownKind('fix', word, say);
  const kinds: readonly FaultKind[] = word === undefined ? faultKinds : [word];
  const faults = faultsIn();
  await withApi(home, async (api) => {
    for (const kind of kinds) await fixFault(api, faults[kind]);
  });
  say(word === undefined ? 'Everything that break can break is whole again.' : faults[word].undid);
  say('Within seconds the score is back where it was.');
  return 0;
}

/** A demo begins whole, whatever the last one left broken. */
export function fixAll(home: Home): Promise<void> {
  return withApi(home, async (api) => {
    for (const fault of Object.values(faultsIn())) await fixFault(api, fault);
  });
}

export async function breakFault(api: Api, { path, broken }: Fault): Promise<void> {
  await patch(api, path, broken);
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
    throw new Error(`the demo's cluster has no ${path}. Next step: npm run demo, and wait until its cluster is ready`);
  mustHave(answer, `PATCH ${path}`);
}

async function withApi<T>(home: Home, work: (api: Api) => Promise<T>): Promise<T> {
  let api: Api | undefined;
  try {
    api = await apiOf(home, kube);
    mustHave(await api.call('GET', '/readyz'), '/readyz');
  } catch (error) {
    api?.close();
    throw new Error("the demo's cluster does not answer. Next step: npm run demo, and wait until it is ready", {
      cause: error,
    });
  }
  try {
    return await work(api);
  } finally {
    api.close();
  }
}

function unknownKind(command: string, word: string | undefined, say: (line: string) => void): number {
  const what = word === undefined ? `${command} what?` : `There is nothing called "${word}" to ${command}.`;
  say(`${what} There are ${faultKinds.join(', ')}. Next step: npm run demo -- ${command} ${faultKinds[0]}`);
  return 2;
}
