import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureAuthority, ensureCertificate, ensureSigningKey, type Identity } from '../runtime/certificates.ts';
import type { Home } from '../runtime/home.ts';
import { adminKubeconfig, type Cluster, serverUrl } from './cluster.ts';

/** Who is who in a cluster. Each cluster has an authority of its own, so credentials of one are nothing to the other. */

const loopback = 'DNS:localhost,IP:127.0.0.1';

/** Names in the audit log; those that begin with `engines:` are ours and never the product's. */
export const identities = {
  apiserver: { name: 'apiserver', commonName: 'kube-apiserver', alternativeNames: `${loopback},IP:10.96.0.1` },
  apiserverToKubelet: {
    name: 'apiserver-kubelet-client',
    commonName: 'kube-apiserver-kubelet-client',
    organization: 'system:masters',
  },
  frontProxy: { name: 'front-proxy', commonName: 'front-proxy' },
  controllerManager: {
    name: 'controller-manager',
    commonName: 'system:kube-controller-manager',
    alternativeNames: loopback,
  },
  scheduler: { name: 'scheduler', commonName: 'system:kube-scheduler', alternativeNames: loopback },
  kwok: { name: 'kwok', commonName: 'engines:kwok', organization: 'system:masters', alternativeNames: loopback },
  metricsServer: {
    name: 'metrics-server',
    commonName: 'engines:metrics-server',
    organization: 'system:masters',
    alternativeNames: `${loopback},DNS:metrics-server.kube-system.svc`,
  },
  /** What `up` and `nodes` use; left out of the audit log. */
  engines: { name: 'engines', commonName: 'engines:up', organization: 'system:masters' },
  /** What people and tests use. */
  admin: { name: 'admin', commonName: 'engines:admin', organization: 'system:masters' },
} as const satisfies Readonly<Record<string, Identity>>;

export function pkiFolder(home: Home, cluster: Cluster): string {
  return join(home.dir, cluster.name, 'pki');
}

export async function ensureClusterAuthority(home: Home, cluster: Cluster): Promise<void> {
  await mkdir(join(home.dir, cluster.name), { recursive: true });
  await ensureAuthority(pkiFolder(home, cluster), `wheelhouse engines ${cluster.name}`);
  await ensureSigningKey(pkiFolder(home, cluster));
  const kubeconfig = await kubeconfigFor(home, cluster, identities.admin);
  await writeFile(adminKubeconfig(home, cluster), kubeconfig, { mode: 0o600 });
}

export async function kubeconfigFor(home: Home, cluster: Cluster, identity: Identity): Promise<string> {
  const { certificate, key } = await ensureCertificate(pkiFolder(home, cluster), identity);
  const user = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
  return kubeconfigOf(home, cluster, { name: identity.commonName, user });
}

/** With the user as kubeconfigs write it. */
export async function kubeconfigOf(
  home: Home,
  cluster: Cluster,
  { name, user }: { readonly name: string; readonly user: Readonly<Record<string, string>> },
): Promise<string> {
  const authority = await readFile(join(pkiFolder(home, cluster), 'ca.crt'), 'utf8');
  // JSON is YAML, and kubeconfig readers take it.
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': cluster.name,
    clusters: [
      {
        name: cluster.name,
        cluster: { server: serverUrl(home, cluster), 'certificate-authority-data': base64(authority) },
      },
    ],
    users: [{ name, user }],
    contexts: [{ name: cluster.name, context: { cluster: cluster.name, user: name } }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Puts what an engine reads into its own folder, readable by its own user only. In docker that is who wrote it. */
export async function handOver(
  home: Home,
  folder: string,
  owner: number,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const give = async (path: string) => (home.isComposed ? undefined : chown(path, owner, owner));
  await mkdir(join(home.dir, folder), { recursive: true, mode: 0o750 });
  await give(join(home.dir, folder));
  for (const [name, content] of Object.entries(files)) {
    const path = join(home.dir, folder, name);
    await writeFile(path, content, { mode: 0o600 });
    await give(path);
  }
}

/** The authority, and one identity's certificate and key, under the file names the engines' flags use. */
export async function certificateFiles(
  home: Home,
  cluster: Cluster,
  identity: Identity,
  as = 'tls',
): Promise<Readonly<Record<string, string>>> {
  const { certificate, key } = await ensureCertificate(pkiFolder(home, cluster), identity);
  return {
    [`${as}.crt`]: certificate,
    [`${as}.key`]: key,
    'ca.crt': await readFile(join(pkiFolder(home, cluster), 'ca.crt'), 'utf8'),
  };
}
