import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  accessFromKubeconfig,
  type ClusterClient,
  defaultAccess,
  openCluster,
  type Right,
} from '@wheelhouse/kubernetes';
import { engineSetting } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neededRights } from '../../services/platform/src/clusters/needed-rights.ts';
import { kube } from '../engines/clusters/cluster.ts';
import { openHome } from '../engines/runtime/home.ts';
import { requireEngines } from '../engines/test/require-engines.ts';
import { agentHome } from '../seed/agent-home.ts';
import { applyAgentManifest } from '../seed/agent-manifest.ts';

/** deploy/rbac/action-agent.yaml, applied to a real cluster and asked about there. */

/** The list of the design, written out. */
const meant = [
  ...['get', 'list', 'delete'].map((verb) => `${verb} /pods`),
  ...['get', 'list', 'patch'].map((verb) => `${verb} /nodes`),
  ...['get', 'list', 'patch', 'update'].map((verb) => `${verb} apps/deployments`),
  'create /pods/eviction',
  'list policy/poddisruptionbudgets',
].toSorted();

let admin: ClusterClient;
let agent: ClusterClient;
/** A service account that nobody has given anything: what it may, every account may. */
let nobody: ClusterClient;
let remove: () => Promise<void>;

beforeAll(async () => {
  await requireEngines(['kube']);
  const { clientCertificate, ...access } = accessFromKubeconfig(await readFile(engineSetting('KUBECONFIG'), 'utf8'));
  const open = (more: object) => openCluster({ ...access, ...more }, { userAgent: 'wheelhouse-test' });
  admin = open({ clientCertificate });
  agent = open(await defaultAccess(await agentHome('kube')));
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  const name = `nobody-${randomBytes(4).toString('hex')}`;
  const { metadata } = await admin.create<{ metadata: { uid: string } }>(accounts, { metadata: { name } });
  remove = () => admin.delete(`${accounts}/${name}`, { uid: metadata.uid });
  const { status } = await admin.create<{ status: { token: string } }>(`${accounts}/${name}/token`, { spec: {} });
  nobody = open({ token: status.token });
});
afterAll(async () => {
  await remove();
  for (const client of [admin, agent, nobody]) await client.close();
});

const nameOf = ({ verb, group = '', resource, subresource }: Right) =>
  `${verb} ${group}/${resource}${subresource === undefined ? '' : `/${subresource}`}`;

test('the manifest grants what the design lists, which is what registered clusters are asked about', async () => {
  const granted = await applyAgentManifest(await openHome(), kube);
  expect(granted.map(nameOf).toSorted()).toEqual(meant);
  const asked = neededRights.filter(({ needed_by }) => needed_by === 'action-agent');
  expect(asked.map(nameOf).toSorted()).toEqual(meant);
});

interface Review {
  readonly status: {
    readonly incomplete: boolean;
    readonly resourceRules: readonly {
      readonly verbs: readonly string[];
      readonly apiGroups?: readonly string[];
      readonly resources?: readonly string[];
      readonly resourceNames?: readonly string[];
    }[];
    readonly nonResourceRules: readonly unknown[];
  };
}

async function rulesOf(client: ClusterClient, namespace: string): Promise<readonly string[]> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
  const { status } = await client.create<Review>(path, { spec: { namespace } });
  expect(status.incomplete).toBe(false);
  const rights = status.resourceRules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) =>
    verbs.flatMap((verb) =>
      apiGroups.flatMap((group) =>
        resources.map((resource) => nameOf({ verb, group, resource: [resource, ...resourceNames].join(' ') })),
      ),
    ),
  );
  return [...rights, ...status.nonResourceRules.map((rule) => JSON.stringify(rule))];
}

test.each(['default', 'kube-system', 'wheelhouse'])(
  'by the rules of the namespace %s the agent has these, beyond what every account has',
  async (namespace) => {
    const common = new Set(await rulesOf(nobody, namespace));
    const own = await rulesOf(agent, namespace);
    expect(own.filter((rule) => !common.has(rule)).toSorted()).toEqual(meant);
  },
);

interface Kinds {
  readonly resources: readonly { readonly name: string }[];
}

interface Groups {
  readonly groups: readonly { readonly name: string; readonly preferredVersion: { readonly groupVersion: string } }[];
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Every verb on everything that the cluster has, subresources too, and ways to become somebody else. */
async function everything(): Promise<readonly Right[]> {
  const { groups } = await admin.get<Groups>('/apis');
  const rights: Right[] = [
    { verb: 'impersonate', resource: 'users' },
    { verb: 'impersonate', resource: 'serviceaccounts' },
    { verb: 'bind', group: 'rbac.authorization.k8s.io', resource: 'clusterroles' },
    { verb: 'escalate', group: 'rbac.authorization.k8s.io', resource: 'clusterroles' },
  ];
  for (const { name: group, path } of [
    { name: '', path: '/api/v1' },
    ...groups.map(({ name, preferredVersion }) => ({ name, path: `/apis/${preferredVersion.groupVersion}` })),
  ])
    for (const { name } of (await admin.get<Kinds>(path)).resources) {
      const [resource = '', subresource] = name.split('/');
      rights.push(...verbs.map((verb) => ({ verb, group, resource, ...(subresource && { subresource }) })));
    }
  return rights;
}

async function allowed(client: ClusterClient, rights: readonly Right[]): Promise<readonly string[]> {
  const answers: boolean[] = [];
  for (let at = 0; at < rights.length; at += 50) answers.push(...(await client.can(rights.slice(at, at + 50))));
  return rights.filter((_, index) => answers[index]).map(nameOf);
}

test('asked about everything that the cluster has, the agent may do nothing else', async () => {
  const rights = await everything();
  expect(rights.length).toBeGreaterThan(500);
  const common = new Set(await allowed(nobody, rights));
  const own = await allowed(agent, rights);
  expect(own.filter((right) => !common.has(right)).toSorted()).toEqual(meant);
});
