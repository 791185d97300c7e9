import type { Kube } from '@wheelhouse/testkit';

/** Platform's account in one cluster, with the rights of deploy/rbac/platform.yaml, which can be taken from it alone. */
export interface Account {
  /** The same kubeconfig, written as JSON, with its token. */
  readonly kubeconfigLike: (kubeconfig: string) => string;
  readonly withdraw: (namespace: string) => Promise<void>;
}

const rbac = 'rbac.authorization.k8s.io';
const granted = [
  { group: '', resources: ['namespaces'], verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'] },
  { group: '', resources: ['pods', 'services'], verbs: ['get', 'list', 'watch'] },
  { group: 'apps', resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
  { group: rbac, resources: ['rolebindings'], verbs: ['get', 'create', 'patch', 'delete'] },
  { group: rbac, resources: ['clusterroles'], verbs: ['bind'] },
];

export async function ownAccount({ client, serviceAccount }: Kube): Promise<Account> {
  const rights = granted.flatMap(({ group, resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb }))),
  );
  const { token, setRights } = await serviceAccount(rights);
  return {
    kubeconfigLike: (kubeconfig) => {
      const config: { readonly users: readonly { readonly name: string }[] } = JSON.parse(kubeconfig);
      return JSON.stringify({ ...config, users: config.users.map(({ name }) => ({ name, user: { token } })) });
    },
    withdraw: async (namespace) => {
      await setRights([]);
      const path = `/apis/${rbac}/v1/namespaces/${namespace}/rolebindings/wheelhouse-cloudspace`;
      const { metadata } = await client.get<{ metadata: { uid: string } }>(path);
      await client.delete(path, { uid: metadata.uid });
    },
  };
}
