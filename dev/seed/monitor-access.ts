import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiOf, mustHave } from '../engines/clusters/api.ts';
import { kube, serverUrl } from '../engines/clusters/cluster.ts';
import { kubeconfigFor } from '../engines/clusters/identities.ts';
import type { Home } from '../engines/runtime/home.ts';
import { kubectl } from './kubectl.ts';

/** How the product comes into the cluster: with the least rights, as docs/guides/clusters.md tells everybody to do it. */
export interface MonitorAccess {
  readonly server: string;
  readonly certificate_authority: string;
  readonly token: string;
}

const manifest = join(import.meta.dirname, '../../deploy/rbac/k8s-monitor.yaml');
const secretPath = '/api/v1/namespaces/wheelhouse/secrets/wheelhouse-monitor-token';
const tokenWithinMs = 30_000;

export async function monitorAccess(home: Home): Promise<MonitorAccess> {
  await kubectl(home, ['apply', '-f', manifest]);
  const api = await apiOf(home, kube);
  try {
    for (const deadline = performance.now() + tokenWithinMs; ; await wait(200)) {
      const answer = await api.call('GET', secretPath);
      mustHave(answer, `GET ${secretPath}`);
      const { data = {} } = JSON.parse(answer.text) as { data?: Readonly<Record<string, string>> };
      const [token, authority] = [data['token'], data['ca.crt']].map((text = '') =>
        Buffer.from(text, 'base64').toString(),
      );
      if (token && authority) return { server: serverUrl(home, kube), certificate_authority: authority, token };
      if (performance.now() > deadline)
        throw new Error(`the cluster made no token for its monitor within ${tokenWithinMs / 1000} s`);
    }
  } finally {
    api.close();
  }
}

/**
 * What can be known before the cluster runs: its address, its authority, and a certificate of that authority. The
 * cluster gives this one no rights; the monitor's token takes its place as soon as there is one.
 */
export function accessBeforeItRuns(home: Home): Promise<string> {
  return kubeconfigFor(home, kube, { name: 'demo-early', commonName: 'demo:early' });
}
