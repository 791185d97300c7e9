import { join } from 'node:path';
import { withApi } from '../engines/clusters/engine-api.ts';
import { kube, serverUrl } from '../engines/clusters/cluster.ts';
import { kubeconfigFor } from '../engines/clusters/identities.ts';
import type { Home } from '../engines/runtime/home.ts';
import { kubectl } from './kubectl.ts';
import { accessBy, type ClusterAccess, registeredTokens } from './tokens.ts';

const manifests = ['k8s-monitor.yaml', 'platform.yaml'].map((file) =>
  join(import.meta.dirname, '../../deploy/rbac', file),
);

export async function clusterAccess(home: Home): Promise<ClusterAccess> {
  await kubectl(home, ['apply', ...manifests.flatMap((file) => ['-f', file])]);
  return accessBy(serverUrl(home, kube), await withApi(home, kube, registeredTokens));
}

/**
 * What can be known before the cluster runs: its address, its authority, and a certificate of that authority. The
 * cluster gives this one no rights; the tokens take its place as soon as there are any.
 */
export function accessBeforeItRuns(home: Home): Promise<string> {
  return kubeconfigFor(home, kube, { name: 'demo-early', commonName: 'demo:early' });
}
