import { randomUUID } from 'node:crypto';
import type { ClusterClient } from '@wheelhouse/kubernetes';

/** As a role names it; a subresource stands behind a slash (`pods/eviction`). */
export interface GrantedRight {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

export interface ServiceAccount {
  /** Ends in an hour. */
  readonly token: string;
  /** In place of those it has. */
  readonly setRights: (rights: readonly GrantedRight[]) => Promise<void>;
}

/** Makes an object of a collection, and removes it in the end. */
type Make = (collection: string, object: Named) => Promise<void>;
interface Named {
  readonly [field: string]: unknown;
  readonly metadata: { readonly name: string };
}

const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const apiVersion = `${group}/v1`;
const namespace = 'default';

export async function makeServiceAccount(
  client: ClusterClient,
  make: Make,
  rights: readonly GrantedRight[],
): Promise<ServiceAccount> {
  const name = `test-${randomUUID()}`;
  const metadata = { name };
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await make(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  await make(`${rbac}/clusterroles`, { apiVersion, kind: 'ClusterRole', metadata, rules: rulesOf(rights) });
  await make(`${rbac}/clusterrolebindings`, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const { status } = await client.create<{ readonly status: { readonly token: string } }>(`${accounts}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3_600 },
  });
  return {
    token: status.token,
    setRights: async (wanted) => {
      await client.patch(`${rbac}/clusterroles/${name}`, { rules: rulesOf(wanted) });
    },
  };
}

function rulesOf(rights: readonly GrantedRight[]) {
  return rights.map(({ group: apiGroup, resource, verb }) => ({
    apiGroups: [apiGroup],
    resources: [resource],
    verbs: [verb],
  }));
}
