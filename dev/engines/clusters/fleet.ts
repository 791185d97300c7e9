import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from './api.ts';

/** KWOK's nodes: the fleet is as large as it was last told to be. */

const label = 'wheelhouse.dev/fleet';
const readyWithin = 120_000;

export interface NodeItem {
  readonly metadata: { readonly name: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Runs `work` for each item, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

export function nodeName(index: number): string {
  return `kwok-${String(index).padStart(4, '0')}`;
}

function kwokNode(name: string) {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        [label]: 'kwok',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
      },
      annotations: {
        'kwok.x-k8s.io/node': 'fake',
        'metrics.k8s.io/resource-metrics-path': `/metrics/nodes/${name}/metrics/resource`,
      },
    },
    status: nodeSize,
  };
}

const size = { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };
export const nodeSize = { capacity: size, allocatable: size };

export async function listNodes(api: Api, selector: string): Promise<readonly NodeItem[]> {
  const answer = await api.call('GET', `/api/v1/nodes?labelSelector=${encodeURIComponent(selector)}&resourceVersion=0`);
  mustHave(answer, 'listing nodes');
  return (JSON.parse(answer.text) as { items: NodeItem[] }).items;
}

export function isReady(node: NodeItem): boolean {
  return (
    node.status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false
  );
}

/** Makes the fleet `count` nodes large and waits until each is Ready. */
export async function setFleetSize(api: Api, count: number, say: (text: string) => void): Promise<void> {
  const there = new Set((await listNodes(api, `${label}=kwok`)).map((node) => node.metadata.name));
  const wanted = new Set(Array.from({ length: count }, (_, index) => nodeName(index)));
  const added = [...wanted].filter((name) => !there.has(name));
  const removed = [...there].filter((name) => !wanted.has(name));
  say(`${there.size} nodes now; adding ${added.length}, removing ${removed.length}`);
  await inParallel(added, 24, async (name) =>
    mustHave(await api.call('POST', '/api/v1/nodes', kwokNode(name)), `making ${name}`),
  );
  await inParallel(removed, 24, async (name) => {
    const answer = await api.call('DELETE', `/api/v1/nodes/${name}`);
    if (answer.status !== 404) mustHave(answer, `removing ${name}`);
  });
  await untilReady(api, count, say);
}

async function untilReady(api: Api, count: number, say: (text: string) => void): Promise<void> {
  const deadline = performance.now() + readyWithin;
  for (let told = -1; ; ) {
    const nodes = await listNodes(api, `${label}=kwok`);
    const ready = nodes.filter(isReady).length;
    if (nodes.length === count && ready === count) return;
    if (performance.now() > deadline) {
      throw new Error(
        `${ready} of ${count} nodes are Ready after ${readyWithin / 1000} s. Next step: look at the log of kwok`,
      );
    }
    if (ready !== told) say(`${ready} of ${count} Ready`);
    told = ready;
    await wait(500);
  }
}
