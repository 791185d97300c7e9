import { randomBytes } from 'node:crypto';
import { type Api, apply, mustHave } from '../../dev/engines/clusters/api.ts';
import { apiOf } from '../../dev/engines/clusters/engine-api.ts';
import { kube } from '../../dev/engines/clusters/cluster.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import type { GuardHouse } from './house.ts';
import { settled } from './judge.ts';
import { certificateUser, clusterOf, configOf, tokenUser, type Way, yamlOf } from './kubeconfigs.ts';

/** A service account that may see everything, for as long as the proof runs. */
export interface Account {
  readonly token: string;
  readonly remove: () => Promise<void>;
}

export async function makeAccount(): Promise<Account> {
  const api = await apiOf(await openHome(), kube);
  const name = `guard-${randomBytes(4).toString('hex')}`;
  const accounts = `/api/v1/namespaces/${name}/serviceaccounts`;
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await apply(api, accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
  await apply(api, bindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name, namespace: name }],
  });
  return {
    token: await tokenOf(api, `${accounts}/${name}/token`),
    remove: async () => {
      for (const path of [`${bindings}/${name}`, `/api/v1/namespaces/${name}`]) await api.call('DELETE', path);
      api.close();
    },
  };
}

async function tokenOf(api: Api, path: string): Promise<string> {
  const answer = await api.call('POST', path, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3_600 },
  });
  mustHave(answer, `POST ${path}`);
  return (JSON.parse(answer.text) as { status: { token: string } }).status.token;
}

/** Registrations beside the hostile ones that nothing is wrong with. */
export function honestBodies(way: Way): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { port } = new URL(way.server);
  const certificate = certificateUser(way);
  const two = {
    contexts: [
      { name: 'elsewhere', context: { cluster: 'elsewhere', user: 'me' } },
      { name: 'here', context: { cluster: 'here', user: 'me' } },
    ],
    clusters: [
      { name: 'elsewhere', cluster: { server: 'https://elsewhere.test' } },
      { name: 'here', cluster: clusterOf(way) },
    ],
  };
  const token = tokenUser(way);
  return {
    'client certificate, in JSON': { kubeconfig: configOf(clusterOf(way), certificate) },
    'client certificate, in YAML': {
      kubeconfig: yamlOf(way, [`client-certificate-data: ${way.certificate}`, `client-key-data: ${way.key}`]),
    },
    'token, in YAML': { kubeconfig: yamlOf(way, [`token: ${way.token}`]) },
    'token, in JSON': { kubeconfig: configOf(clusterOf(way), token) },
    'a chosen context': {
      kubeconfig: configOf({}, token, { ...two, 'current-context': 'elsewhere' }),
      context: 'here',
    },
    'the current context of two': { kubeconfig: configOf({}, token, two) },
    'an anchor that repeats nothing bad': {
      kubeconfig: yamlOf(way, ['token: *token'], [`x-token: &token ${way.token}`]),
    },
    'what is hostile, switched off': {
      kubeconfig: configOf({ ...clusterOf(way), 'insecure-skip-tls-verify': false }, { ...token, exec: null }),
    },
    'a name that leads to the allowed address': {
      kubeconfig: configOf({ ...clusterOf(way), server: `https://localhost:${port}` }, token),
    },
    'a name, and the name of its certificate': {
      kubeconfig: configOf(
        { ...clusterOf(way), server: `https://honest.test:${port}`, 'tls-server-name': 'localhost' },
        token,
      ),
    },
    'server, authority and token': {
      server: way.server,
      certificate_authority: Buffer.from(way.authority, 'base64').toString(),
      token: way.token,
    },
  };
}

/** Registers each; answers the ids of those that became Ready, and what kept the others from it. */
export async function registerHonest(house: GuardHouse, bodies: ReturnType<typeof honestBodies>) {
  const [ids, faults]: [string[], string[]] = [[], []];
  for (const [name, body] of Object.entries(bodies)) {
    const made = await house.ask('POST', '/api/v1/clusters', {
      name: `honest-${randomBytes(4).toString('hex')}`,
      ...body,
    });
    const found = made.status === 201 ? await settled(house, String(made.body.id)) : undefined;
    if (found?.phase === 'Ready') ids.push(found.id);
    else faults.push(`${name}: ${JSON.stringify(found ?? made.body).slice(0, 300)}`);
  }
  return { ids, faults };
}

/** After all that was tried on them. */
export async function stillReady(house: GuardHouse, ids: readonly string[]): Promise<boolean> {
  const found = await Promise.all(ids.map((id) => settled(house, id)));
  return found.every(({ phase }) => phase === 'Ready');
}
