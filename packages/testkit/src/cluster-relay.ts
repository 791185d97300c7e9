import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { type Relay, startRelay } from './relay.ts';

/** Stands before an API server. */
export interface ClusterRelay extends Relay {
  /** The same access, through the relay. */
  readonly access: ClusterAccess;
}

/** The same kubeconfig, written as JSON, through the relay. */
export function kubeconfigThrough(kubeconfig: string, { access: { server } }: ClusterRelay): string {
  const config: { readonly clusters: readonly { readonly cluster: object }[] } = JSON.parse(kubeconfig);
  const clusters = config.clusters.map((one) => ({ ...one, cluster: { ...one.cluster, server } }));
  return JSON.stringify({ ...config, clusters });
}

export async function relayBefore(access: ClusterAccess): Promise<ClusterRelay> {
  const relay = await startRelay(new URL(access.server).host);
  return { ...relay, access: { ...access, server: `https://${relay.place}` } };
}
