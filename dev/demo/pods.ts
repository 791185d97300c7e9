import type { Api } from '../engines/clusters/api.ts';
import type { PodFault } from './fault.ts';
import { callIfThere, type Condition, minutesAgo, patch, played, read } from './in-cluster.ts';
import { behaviour } from './releases.ts';

/** Pods of the demo's cluster that are in trouble, and those that replace them. */

interface Pod {
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

interface ContainerStatus {
  readonly lastState?: { readonly terminated?: object };
}

/** One that is in trouble already will do. */
export async function troubleOnePod(api: Api, fault: PodFault): Promise<void> {
  const pods = (await podsOf(api, fault)).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  if (pods.some(({ metadata }) => metadata.annotations?.[behaviour] === fault.behaves)) return;
  const pod = pods.find(isReady);
  if (pod === undefined)
    throw new Error(
      `no pod of ${fault.deployment} is ready. Next step: wait until the demo says that its cluster is ready`,
    );
  const path = pathOf(pod);
  await patch(api, path, { metadata: { annotations: { [behaviour]: fault.behaves } } });
  const { status } = await played<Pod>(api, path, (now) => !isReady(now));
  await patch(api, `${path}/status`, { status: aged(status, fault.lastEnd) });
}

/** Rules wait some minutes before they speak of a pod; it looks as if they had passed. */
function aged({ conditions = [], containerStatuses = [] }: Pod['status'] = {}, lastEnd: PodFault['lastEnd']): object {
  const at = minutesAgo(6);
  return {
    conditions: conditions.map((one) =>
      one.status === 'False' && one.type.endsWith('Ready') ? { ...one, lastTransitionTime: at } : one,
    ),
    containerStatuses: containerStatuses.map((one) =>
      one.lastState?.terminated === undefined
        ? one
        : {
            ...one,
            lastState: { terminated: { ...one.lastState.terminated, ...lastEnd, startedAt: at, finishedAt: at } },
          },
    ),
  };
}

export async function replaceTroubledPods(api: Api, fault: PodFault): Promise<void> {
  for (const pod of await podsOf(api, fault))
    if (pod.metadata.annotations?.[behaviour] === fault.behaves) await callIfThere(api, 'DELETE', pathOf(pod));
}

/**
 * Kubernetes marks the pods of a node that has fallen silent as not ready. KWOK's nodes never do: they say of themselves
 * that they are not ready, and the pods on them would count until they are evicted, five minutes later.
 */
export async function markPods(api: Api, node: string): Promise<void> {
  for (const pod of await podsOn(api, node)) {
    if (!isReady(pod)) continue;
    const marked = (pod.status?.conditions ?? []).map((one) =>
      one.type === 'Ready'
        ? { ...one, status: 'False', reason: 'NodeNotReady', lastTransitionTime: minutesAgo(0) }
        : one,
    );
    await callIfThere(api, 'PATCH', `${pathOf(pod)}/status`, { status: { conditions: marked } });
  }
}

/** It is the kubelet that takes the mark off again. KWOK does not; pods that bear it are replaced by new ones. */
export async function replaceMarkedPods(api: Api, node: string): Promise<void> {
  for (const pod of await podsOn(api, node)) if (!isReady(pod)) await callIfThere(api, 'DELETE', pathOf(pod));
}

function pathOf({ metadata: { namespace, name } }: Pod): string {
  return `/api/v1/namespaces/${namespace}/pods/${name}`;
}

async function podsOn(api: Api, node: string): Promise<readonly Pod[]> {
  return (await read<PodList>(api, `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`)).items;
}

async function podsOf(api: Api, { namespace, deployment }: PodFault): Promise<readonly Pod[]> {
  const selector = encodeURIComponent(`app.kubernetes.io/name=${deployment}`);
  return (await read<PodList>(api, `/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`)).items;
}

interface PodList {
  readonly items: readonly Pod[];
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
}
