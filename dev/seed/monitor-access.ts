import { join } from 'node:path';
import { withApi } from '../engines/clusters/engine-api.ts';
import { kube, serverUrl } from '../engines/clusters/cluster.ts';
import { kubeconfigFor } from '../engines/clusters/identities.ts';
import type { Home } from '../engines/runtime/home.ts';
import { kubectl } from './kubectl.ts';
import { type MonitorToken, monitorToken } from './tokens.ts';

/** How the product comes into the cluster: with the least rights, as docs/guides/clusters.md tells everybody to do it. */
export interface MonitorAccess extends MonitorToken {
  readonly server: string;
}

const manifest = join(import.meta.dirname, '../../deploy/rbac/k8s-monitor.yaml');

export async function monitorAccess(home: Home): Promise<MonitorAccess> {
  await kubectl(home, ['apply', '-f', manifest]);
  return { server: serverUrl(home, kube), ...(await withApi(home, kube, monitorToken)) };
}

/**
 * What can be known before the cluster runs: its address, its authority, and a certificate of that authority. The
 * cluster gives this one no rights; the monitor's token takes its place as soon as there is one.
 */
export function accessBeforeItRuns(home: Home): Promise<string> {
  return kubeconfigFor(home, kube, { name: 'demo-early', commonName: 'demo:early' });
}
