import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { accessFromKubeconfig, type ClusterAccess, type ClusterClient, openCluster } from '@wheelhouse/kubernetes';
import { engineSetting } from '@wheelhouse/testkit';
import type { Right } from '../src/clusters/needed-rights.ts';

/** The real clusters, seen by their admin, who makes what the tests register. */
export interface Kube {
  readonly kubeconfig: string;
  readonly access: ClusterAccess;
  readonly client: ClusterClient;
  /** A service account with these rights and a token that ends in an hour. */
  readonly serviceAccount: (rights: readonly Right[]) => Promise<ServiceAccount>;
  /** Removes what was made. */
  readonly close: () => Promise<void>;
}

export interface ServiceAccount {
  readonly token: string;
  /** In place of those it has. */
  readonly setRights: (rights: readonly Right[]) => Promise<void>;
}

/** All that deploy/rbac/k8s-monitor.yaml makes but the namespace, which the action agent's account is in too. */
export const ofMonitor = [
  'serviceaccount/wheelhouse-monitor',
  'secret/wheelhouse-monitor-token',
  'clusterrole/wheelhouse-monitor',
  'clusterrolebinding/wheelhouse-monitor',
];

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const namespace = 'default';

export function openKube(setting: 'KUBECONFIG' | 'KUBE2_KUBECONFIG' = 'KUBECONFIG'): Kube {
  const kubeconfig = readFileSync(engineSetting(setting), 'utf8');
  const access = accessFromKubeconfig(kubeconfig);
  const client = openCluster(access, { userAgent: 'platform-test' });
  const made: string[] = [];
  const make = async (collection: string, name: string, object: object) => {
    await client.create(collection, { ...object, metadata: { name } });
    made.push(`${collection}/${name}`);
  };
  return {
    kubeconfig,
    access,
    client,
    serviceAccount: async (rights) => {
      const name = `platform-test-${randomUUID()}`;
      const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
      await make(accounts, name, { apiVersion: 'v1', kind: 'ServiceAccount' });
      await make(`${rbac}/clusterroles`, name, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        rules: rulesOf(rights),
      });
      await make(`${rbac}/clusterrolebindings`, name, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name, namespace }],
      });
      const { status } = await client.create<{ readonly status: { readonly token: string } }>(
        `${accounts}/${name}/token`,
        {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenRequest',
          spec: { expirationSeconds: 3_600 },
        },
      );
      return {
        token: status.token,
        setRights: async (wanted) => {
          await client.patch(`${rbac}/clusterroles/${name}`, { rules: rulesOf(wanted) });
        },
      };
    },
    close: async () => {
      for (const path of made.toReversed()) {
        const { metadata } = await client.get<{ readonly metadata: { readonly uid: string } }>(path);
        await client.delete(path, { uid: metadata.uid });
      }
      await client.close();
    },
  };
}

function rulesOf(rights: readonly Right[]) {
  return rights.map(({ group, resource, verb }) => ({ apiGroups: [group], resources: [resource], verbs: [verb] }));
}

/** Stands before an API server, and can be taken away. */
export interface Relay {
  readonly server: string;
  /** Ends the port and all connections through it. */
  readonly away: () => Promise<void>;
  readonly back: () => Promise<void>;
}

export async function startRelay(to: string): Promise<Relay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) keep(socket);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const own = await listening(0);

  async function listening(at: number): Promise<number> {
    relay.listen(at, '127.0.0.1');
    await once(relay, 'listening');
    const address = relay.address();
    if (address === null || typeof address === 'string') throw new Error('the relay has no port');
    return address.port;
  }
  return {
    server: `https://127.0.0.1:${own}`,
    away: async () => {
      if (!relay.listening) return;
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    back: async () => void (await listening(own)),
  };
}
