import { eventually, type Kube } from '@wheelhouse/testkit';
import type { Place } from './stage.ts';

/** Where a fault strikes: a place, and the app that is being deployed or deleted there. */
export interface Target extends Place {
  readonly name: string;
  readonly appId: string;
}

/** Does it, and answers what undoes it where others would be disturbed by it. */
export type Strike = (target: Target) => Promise<(() => Promise<unknown>) | void>;

interface Read {
  readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly hard?: object;
    readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
  };
}

const inside = ({ namespace }: Place) => `/api/v1/namespaces/${namespace}`;
const deploymentOf = ({ namespace, name }: Target) => `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

async function remove({ client }: Kube, path: string): Promise<void> {
  const { metadata } = await client.get<Read>(path);
  await client.delete(path, { uid: metadata.uid });
}

async function podsOf(target: Target): Promise<readonly Read[]> {
  const path = `${inside(target)}/pods?labelSelector=wheelhouse.dev/app=${target.appId}`;
  const { items } = await target.stage.kube.client.get<{ readonly items: readonly Read[] }>(path);
  return items;
}

/** Until the cluster itself has found that no node takes the pods that stand in for those that were lost. */
const untilNobodyTakesThem = (target: Target) =>
  eventually(async () => {
    const pods = await podsOf(target);
    const waiting = pods.filter(({ status }) => status?.conditions?.some(({ reason }) => reason === 'Unschedulable'));
    if (waiting.length === 0 || waiting.length < pods.length) throw new Error('its pods are still on the node');
  }, 150_000);

/** Nobody listens any more. */
export const stopped: Strike = ({ relay }) => relay.close();

/** As on a dead network: nothing is answered, and nobody is told. */
export const silent: Strike = async ({ relay }) => relay.freeze();

/** The machine is gone, and the cluster knows; others would miss the node that tests clean up. */
export const nodeGone: Strike = async ({ stage: { kube }, node }) => {
  const path = `/api/v1/nodes/${node}`;
  const { metadata, ...rest } = await kube.client.get<Read & { metadata: Record<string, unknown> }>(path);
  await remove(kube, path);
  const { name, labels, annotations } = metadata;
  return () => kube.client.create('/api/v1/nodes', { ...rest, metadata: { name, labels, annotations } });
};

/** Its pods go with it, once the cluster has noticed that nobody runs them. */
export const nodeGoneWithPods: Strike = async (target) => {
  const undo = await nodeGone(target);
  await untilNobodyTakesThem(target);
  return undo;
};

export const noNodeFits: Strike = ({ stage: { kube }, node }) => kube.cordon(node, true);

/** A pod is evicted, and no node takes another. */
export const evictedForGood: Strike = async (target) => {
  await noNodeFits(target);
  await evict(target);
  await untilNobodyTakesThem(target);
};

async function evict(target: Target): Promise<void> {
  for (const { metadata } of await podsOf(target))
    await remove(target.stage.kube, `${inside(target)}/pods/${metadata.name}`);
}

/** Somebody's quota, which leaves room for no other of these. */
const quota =
  (hard: Readonly<Record<string, string>>): Strike =>
  async (target) => {
    const { client } = target.stage.kube;
    const quotas = `${inside(target)}/resourcequotas`;
    const metadata = { name: 'full' };
    await client.create(quotas, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } });
    // It counts once it has been counted.
    await eventually(async () => {
      const { status } = await client.get<Read>(`${quotas}/full`);
      if (status?.hard === undefined) throw new Error('the quota does not count yet');
    });
  };

export const quotaOfPods = quota({ pods: '0' });
export const quotaOfDeployments = quota({ 'count/deployments.apps': '0' });

export const evictedIntoFullQuota: Strike = async (target) => {
  await quotaOfPods(target);
  await evict(target);
};

export const rightsWithdrawn: Strike = async ({ account, namespace }) => {
  if (account === undefined) throw new Error('the account that all share is not to be touched');
  await account.withdraw(namespace);
};

/** The Deployment is deleted, and somebody holds it. */
export const finalizerStuck: Strike = async (target) => {
  const { client } = target.stage.kube;
  await client.patch(deploymentOf(target), { metadata: { finalizers: ['example.com/hold'] } });
  await remove(target.stage.kube, deploymentOf(target));
};

/** Only held, not deleted: that is for others to do. */
export const finalizerSet: Strike = async (target) => {
  await target.stage.kube.client.patch(deploymentOf(target), { metadata: { finalizers: ['example.com/hold'] } });
};

export const namespaceDeleted: Strike = async ({ stage: { kube }, namespace }) => {
  await remove(kube, `/api/v1/namespaces/${namespace}`);
};

/** A pod that was ready says that it is not, as one does whose readiness probe fails from now on. */
export const unreadyAgain: Strike = async (target) => {
  for (const { metadata, status } of await podsOf(target)) {
    const conditions = status?.conditions?.map((one) =>
      one.type.endsWith('Ready') ? { ...one, status: 'False' } : one,
    );
    const path = `${inside(target)}/pods/${metadata.name}/status`;
    await target.stage.kube.client.patch(path, { status: { conditions } });
  }
};

export const nothing: Strike = async () => undefined;
