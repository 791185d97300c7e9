import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { type Relay, startRelay } from './relay.ts';

/** Stands before an API server. */
export interface ClusterRelay extends Relay {
  /** The same access, through the relay. */
  readonly access: ClusterAccess;
}

export async function relayBefore(access: ClusterAccess): Promise<ClusterRelay> {
  const relay = await startRelay(new URL(access.server).host);
  return { ...relay, access: { ...access, server: `https://${relay.place}` } };
}
