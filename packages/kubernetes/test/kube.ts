import { type ClusterAccess, type ClusterClient, type ClusterClientOptions, openCluster } from '../src/index.ts';

export const userAgent = 'wheelhouse-test';

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
