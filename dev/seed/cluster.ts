import { setTimeout as wait } from 'node:timers/promises';
import { type Client, isApiError, type Schemas } from '@wheelhouse/sdk';
import type { ClusterAccess } from './tokens.ts';

/** Everything by the public API, as anybody would do it. */

export type Cluster = Schemas['platform']['Cluster'];
export type Health = Schemas['k8s-monitor']['Health'];

export type RegisterCluster = { readonly name: string; readonly description: string } & (
  | ClusterAccess
  | { readonly kubeconfig: string }
);

export const clusterName = 'demo';
export const fleetSize = 20;

export const descriptions = {
  waiting:
    'Its Kubernetes is being made on this machine: 8 to 12 minutes the first time, seconds later. The terminal tells how far it is.',
  running: '20 nodes simulated by KWOK, on a real Kubernetes API server on this machine.',
} as const;

export async function findCluster(client: Client, name: string): Promise<Cluster | undefined> {
  const { data: page } = await client.get('/platform/api/v1/clusters', { query: { q: name } });
  return page.data.find((cluster) => cluster.name === name);
}

/** With the credentials there are; why it is not Ready, if it is not, stands in its message. */
export async function register(client: Client, body: RegisterCluster): Promise<Cluster> {
  return (await client.post('/platform/api/v1/clusters', { body })).data;
}

/** Gives the cluster the credentials that the product keeps. */
export async function giveAccess(client: Client, id: string, access: ClusterAccess): Promise<void> {
  const body = { description: descriptions.running, ...access };
  await client.patch('/platform/api/v1/clusters/{id}', { params: { id }, body });
}

export async function clusterById(client: Client, id: string): Promise<Cluster> {
  return (await client.get('/platform/api/v1/clusters/{id}', { params: { id } })).data;
}

/** As healthy as it was made. */
export function isWhole({ readyNodes, totalNodes, issues_total }: Health): boolean {
  return readyNodes === totalNodes && totalNodes >= fleetSize && issues_total === 0;
}

/** Until the cluster's health is as `isGood` wants it; the last that was seen when it never is. */
export async function awaitHealth(
  client: Client,
  id: string,
  isGood: (health: Health) => boolean,
  { limitMs, signal }: { readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Health | undefined> {
  let last: Health | undefined;
  for (const deadline = performance.now() + limitMs; performance.now() < deadline && signal?.aborted !== true; ) {
    last = await client.get('/k8s-monitor/api/health', { query: { cluster_id: id }, retries: 0 }).then(
      ({ data }) => data,
      (error: unknown) => {
        // Until the cluster was first observed there is no health to tell of.
        if (isApiError(error, 'not_found', 'unavailable')) return undefined;
        throw error;
      },
    );
    if (last !== undefined && !last.stale && isGood(last)) return last;
    await wait(500);
  }
  return last;
}
