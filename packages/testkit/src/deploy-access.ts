import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accessFromKubeconfig, type ClusterAccess, KubernetesError, openCluster } from '@wheelhouse/kubernetes';
import { adminAccess, type KubeSetting } from './admin-access.ts';
import { engineSetting } from './engines.ts';
import { eventually } from './eventually.ts';

/** How platform comes into a cluster to deploy: with the rights of deploy/rbac/platform.yaml, and no others. */
export interface DeployAccess {
  readonly access: ClusterAccess;
  /** The same, as `deploy_access` takes it. */
  readonly kubeconfig: string;
}

const manifest = join(import.meta.dirname, '../../../deploy/rbac/platform.yaml');
const tokenSecret = '/api/v1/namespaces/wheelhouse/secrets/wheelhouse-platform-token';
const made = new Map<KubeSetting, Promise<DeployAccess>>();

/**
 * Applies the manifest under its own names, and answers once its roles and its policies count. All tests share that
 * account: several processes may do this at once, and nobody takes it away again.
 */
export function deployAccess(setting: KubeSetting = 'KUBECONFIG'): Promise<DeployAccess> {
  const found = made.get(setting) ?? make(setting);
  made.set(setting, found);
  found.catch(() => made.delete(setting));
  return found;
}

async function make(setting: KubeSetting): Promise<DeployAccess> {
  const words = ['apply', '-f', manifest, '--kubeconfig', engineSetting(setting)];
  // Refused when somebody else makes the same in that moment, or while the namespace goes.
  await eventually(() => promisify(execFile)(engineSetting('KUBECTL'), words));
  const kubeconfig = kubeconfigOf(adminAccess(setting), await tokenOf(setting));
  const access = accessFromKubeconfig(kubeconfig);
  await untilItCounts(access);
  return { access, kubeconfig };
}

/** Once Kubernetes has filled its Secret. */
async function tokenOf(setting: KubeSetting): Promise<string> {
  const admin = openCluster(adminAccess(setting), { userAgent: 'wheelhouse-test' });
  try {
    return await eventually(async () => {
      const { data } = await admin.get<{ readonly data?: { readonly token?: string } }>(tokenSecret);
      if (data?.token === undefined) throw new Error('the cluster has made no token for wheelhouse-platform yet');
      return Buffer.from(data.token, 'base64').toString();
    });
  } finally {
    await admin.close();
  }
}

function kubeconfigOf({ server, certificateAuthority = '' }: ClusterAccess, token: string): string {
  return JSON.stringify({
    'current-context': 'deploy',
    contexts: [{ name: 'deploy', context: { cluster: 'deploy', user: 'deploy' } }],
    clusters: [
      {
        name: 'deploy',
        cluster: { server, 'certificate-authority-data': Buffer.from(certificateAuthority).toString('base64') },
      },
    ],
    users: [{ name: 'deploy', user: { token } }],
  });
}

/** An API server takes a moment to learn of roles, and another of policies: until then it refuses too much, then too little. */
async function untilItCounts(access: ClusterAccess): Promise<void> {
  const client = openCluster(access, { userAgent: 'wheelhouse-test' });
  const probe = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'wheelhouse-test-no-cloudspace' } };
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'wheelhouse-test-no-cloudspace' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'wheelhouse-cloudspace' },
  };
  const isKept = async (path: string, object: object) => {
    const why = await client.create(`${path}?dryRun=All`, object).then(
      () => 'nobody refused it',
      (error: unknown) => (error instanceof KubernetesError ? error.message : String(error)),
    );
    if (!why.includes('ValidatingAdmissionPolicy')) throw new Error(`the policies do not count yet: ${why}`);
  };
  try {
    await eventually(() => isKept('/api/v1/namespaces', probe));
    await eventually(() => isKept('/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', binding));
  } finally {
    await client.close();
  }
}
