import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { engineSetting } from '@wheelhouse/testkit';
import {
  type ClusterAccess,
  accessFromKubeconfig,
  type ClusterClient,
  type ClusterClientOptions,
  openCluster,
} from '../src/index.ts';

/** The real cluster of this clone, as its administrator. */
export async function adminAccess(cluster: 'KUBECONFIG' | 'KUBE2_KUBECONFIG' = 'KUBECONFIG'): Promise<ClusterAccess> {
  return accessFromKubeconfig(await readFile(engineSetting(cluster), 'utf8'));
}

export const userAgent = 'wheelhouse-test';

export function portOf({ server }: ClusterAccess): number {
  return Number(new URL(server).port);
}

export function at(access: ClusterAccess, port: number): ClusterAccess {
  return { ...access, server: `https://127.0.0.1:${port}` };
}

/** Closes every client of a test after it. */
export class Clients {
  readonly #open: ClusterClient[] = [];

  open(access: ClusterAccess, options: Partial<ClusterClientOptions> = {}): ClusterClient {
    const client = openCluster(access, { userAgent, ...options });
    this.#open.push(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((client) => client.close()));
  }
}

export interface Made {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
}

export interface Namespace {
  readonly name: string;
  /** `/api/v1/namespaces/NAME` */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

export async function makeNamespace(client: ClusterClient): Promise<Namespace> {
  const name = `test-${randomBytes(4).toString('hex')}`;
  const metadata = { name };
  const { metadata: made } = await client.create<Made>('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata,
  });
  const path = `/api/v1/namespaces/${name}`;
  return { name, path, remove: () => client.delete(path, { uid: made.uid }) };
}

export function configMap(name: string, value: string, labels: Readonly<Record<string, string>> = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { value } };
}

/** A pod that nobody schedules and nobody plays: it does what a test writes into its status. */
export function pod(name: string, labels: Readonly<Record<string, string>> = {}): object {
  const spec = {
    schedulerName: 'nobody',
    automountServiceAccountToken: false,
    containers: [{ name: 'c', image: 'c' }],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec };
}

export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
