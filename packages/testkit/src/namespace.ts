import { randomBytes } from 'node:crypto';
import type { ClusterClient } from '@wheelhouse/kubernetes';

export interface Namespace {
  readonly name: string;
  /** `/api/v1/namespaces/NAME` */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** One of the caller's own, with nothing in it. */
export async function makeNamespace(client: ClusterClient): Promise<Namespace> {
  const name = `test-${randomBytes(4).toString('hex')}`;
  const { metadata } = await client.create<{ readonly metadata: { readonly uid: string } }>('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
  const path = `/api/v1/namespaces/${name}`;
  return { name, path, remove: () => client.delete(path, { uid: metadata.uid }) };
}
