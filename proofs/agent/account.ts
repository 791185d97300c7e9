import { randomUUID } from 'node:crypto';
import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { type Kube } from '@wheelhouse/testkit';
import { agentHome } from '../../dev/seed/agent-home.ts';

/** An account of its own with the agent's rights: in the API server's audit log nobody else goes by its name. */
export interface AgentAccount {
  readonly access: ClusterAccess;
  readonly username: string;
  readonly remove: () => Promise<void>;
}

const namespace = 'wheelhouse';
const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

export async function agentAccount({ client, access }: Kube): Promise<AgentAccount> {
  // Makes the role, if it is not there yet.
  await agentHome('kube');
  const name = `proof-${randomUUID()}`;
  await client.create(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  await client.create(bindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'wheelhouse-action-agent' },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const { status } = await client.create<{ readonly status: { readonly token: string } }>(`${accounts}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3_600 * 24 },
  });
  const { server, certificateAuthority } = access;
  return {
    access: {
      server,
      token: status.token,
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    },
    username: `system:serviceaccount:${namespace}:${name}`,
    remove: async () => {
      for (const path of [`${bindings}/${name}`, `${accounts}/${name}`]) {
        const { metadata } = await client.get<{ readonly metadata: { readonly uid: string } }>(path);
        await client.delete(path, { uid: metadata.uid });
      }
    },
  };
}
