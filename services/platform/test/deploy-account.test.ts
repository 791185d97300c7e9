import { randomUUID } from 'node:crypto';
import { type ClusterClient, KubernetesError, openCluster } from '@wheelhouse/kubernetes';
import { deployAccess, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudspaceRole, cloudspaceRules, platformRules, type Rule } from '../src/clusters/needed-rights.ts';

/** The account of deploy/rbac/platform.yaml on a real cluster, by its own token: as whoever has stolen it. */
let kube: Kube;
let account: ClusterClient;
/** A CloudSpace that it has made, and is bound in. */
let cloudspace = '';
const made: string[] = [];

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const label = 'wheelhouse.dev/cloudspace';
const enforce = 'pod-security.kubernetes.io/enforce';
const baseline = { [enforce]: 'baseline' };
const itself = { kind: 'ServiceAccount', name: 'wheelhouse-platform', namespace: 'wheelhouse' };
const itsRole = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: cloudspaceRole };

const unique = () => `test-${randomUUID()}`;
const namespaced = (name: string, labels: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});
const makeNamespace = async (labels: Readonly<Record<string, string>>, name = unique()) => {
  await account.create('/api/v1/namespaces', namespaced(name, labels));
  made.push(name);
  return name;
};
const somebodysNamespace = async () => {
  const name = unique();
  await kube.client.create('/api/v1/namespaces', namespaced(name, {}));
  made.push(name);
  return name;
};
const bindingsOf = (namespace: string) => `${rbac}/namespaces/${namespace}/rolebindings`;
const bind = (namespace: string, given: object = {}) =>
  account.create(bindingsOf(namespace), {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: unique() },
    roleRef: itsRole,
    subjects: [itself],
    ...given,
  });
const deployment = (name: string, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'web' }], ...more } },
  },
});
const uidOf = async (path: string) => {
  const { metadata } = await kube.client.get<{ readonly metadata: { readonly uid: string } }>(path);
  return { uid: metadata.uid };
};
const remove = async (path: string) => account.delete(path, await uidOf(path));

/** In whose words it was refused. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof KubernetesError)) throw new Error(`it was not refused: ${String(error)}`);
  expect(error.status).toBe(403);
  return error.message;
}
const byRoles = 'is forbidden: User "system:serviceaccount:wheelhouse:wheelhouse-platform" cannot';
const byPolicy = 'ValidatingAdmissionPolicy';

beforeAll(async () => {
  kube = openKube();
  account = openCluster((await deployAccess()).access, { userAgent: 'wheelhouse-test' });
  cloudspace = await makeNamespace({ [label]: randomUUID(), ...baseline });
  await bind(cloudspace);
  await eventually(() => account.get(`/api/v1/namespaces/${cloudspace}/services`));
});
afterAll(async () => {
  for (const name of made) {
    const path = `/api/v1/namespaces/${name}`;
    const { metadata } = await kube.client.get<{
      readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
    }>(path);
    if (metadata.deletionTimestamp === undefined) await kube.client.delete(path, { uid: metadata.uid });
  }
  await account.close();
  await kube.close();
});

describe('in a CloudSpace it can', () => {
  test('make and bind one, deploy, read, and remove the whole', async () => {
    const own = await makeNamespace({ [label]: randomUUID(), ...baseline });
    await bind(own);
    const path = `/apis/apps/v1/namespaces/${own}/deployments`;
    // The API server's authorizer sees a binding a moment after it was made.
    await eventually(() => account.create(path, deployment('web')));
    await account.patch(`${path}/web`, { metadata: { annotations: { 'wheelhouse.dev/revision': '1' } } });
    await account.create(`/api/v1/namespaces/${own}/secrets`, { metadata: { name: 'web' }, stringData: { A: 'b' } });
    expect(await account.get(`/api/v1/namespaces/${own}/secrets/web`)).toMatchObject({ data: { A: 'Yg==' } });
    await remove(`${path}/web`);
    await account.patch(`/api/v1/namespaces/${own}`, { metadata: { labels: { [enforce]: 'restricted' } } });
    await remove(`/api/v1/namespaces/${own}`);
  });

  test('reach a Service through the API server', async () => {
    const services = `/api/v1/namespaces/${cloudspace}/services`;
    await account.create(services, {
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
    // It has no pods, and that is all that is wrong with it, once the API server has seen the Service.
    await eventually(() =>
      expect(account.get(`${services}/web:80/proxy/`)).rejects.toThrow(/no endpoints available|endpoints .* not found/),
    );
  });
});

describe('outside of CloudSpaces it cannot', () => {
  test.each(['kube-system', 'default', 'wheelhouse'])('read a Secret of %s, nor its own token', async (namespace) => {
    expect(await refusal(account.get(`/api/v1/namespaces/${namespace}/secrets`))).toContain(byRoles);
    expect(await refusal(account.get('/api/v1/secrets'))).toContain(byRoles);
  });

  test('bind a role, not even its own', async () => {
    expect(await refusal(bind('kube-system'))).toContain(byPolicy);
    const admin = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    expect(await refusal(bind('kube-system', { roleRef: admin }))).toContain('forbidden');
    expect(await refusal(account.create(`${rbac}/clusterrolebindings`, {}))).toContain(byRoles);
    expect(await refusal(account.create(`${rbac}/clusterroles`, {}))).toContain(byRoles);
  });

  test("remove somebody's role binding", async () => {
    const name = unique();
    const view = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
    await kube.client.create(bindingsOf('default'), { metadata: { name }, roleRef: view, subjects: [] });
    const path = `${bindingsOf('default')}/${name}`;
    expect(await refusal(remove(path))).toContain(byPolicy);
    await kube.client.delete(path, await uidOf(path));
  });

  test('label a namespace, change one or remove it', async () => {
    for (const namespace of ['kube-system', 'default', 'wheelhouse']) {
      const path = `/api/v1/namespaces/${namespace}`;
      const labels = { [label]: randomUUID(), ...baseline };
      expect(await refusal(account.patch(path, { metadata: { labels } }))).toContain('is not a CloudSpace');
      expect(await refusal(account.patch(path, { metadata: { annotations: { a: 'b' } } }))).toContain(byPolicy);
    }
    const name = await somebodysNamespace();
    expect(await refusal(remove(`/api/v1/namespaces/${name}`))).toContain('is not a CloudSpace');
  });

  test('write or reach anything, should somebody bind its role there', async () => {
    const name = await somebodysNamespace();
    await kube.client.create(bindingsOf(name), {
      metadata: { name: 'careless' },
      roleRef: itsRole,
      subjects: [itself],
    });
    await kube.client.create(`/api/v1/namespaces/${name}/secrets`, { metadata: { name: 'theirs' } });
    const secret = `/api/v1/namespaces/${name}/secrets/theirs`;
    const deployments = `/apis/apps/v1/namespaces/${name}/deployments`;
    for (const work of [
      () => account.create(deployments, deployment('web')),
      () => account.patch(secret, { stringData: { A: 'b' } }),
      () => remove(secret),
      () => account.get(`/api/v1/namespaces/${name}/services/web:80/proxy/`),
    ])
      expect(await refusal(work())).toContain('is not a CloudSpace');
  });
});

describe('in a CloudSpace it cannot', () => {
  test.each([
    ['without its label', baseline, 'that carry the label'],
    ['with an empty one', { [label]: '', ...baseline }, 'that carry the label'],
    ['without pod security', { [label]: 'x' }, 'baseline or restricted'],
    ['with privileged pods', { [label]: 'x', [enforce]: 'privileged' }, 'baseline or restricted'],
    ['with the rules of an old version', { [label]: 'x', ...baseline, [`${enforce}-version`]: 'v1.0' }, 'to be latest'],
  ])('be made %s', async (_how, labels, words) => {
    expect(await refusal(account.create('/api/v1/namespaces', namespaced(unique(), labels)))).toContain(words);
  });

  test('lose or change its label, or its pod security', async () => {
    const path = `/api/v1/namespaces/${cloudspace}`;
    const change = (labels: object) => refusal(account.patch(path, { metadata: { labels } }));
    expect(await change({ [label]: null })).toContain(`may not change the label ${label}`);
    expect(await change({ [label]: 'another' })).toContain(`may not change the label ${label}`);
    expect(await change({ [enforce]: null })).toContain('baseline or restricted');
    expect(await change({ [enforce]: 'privileged' })).toContain('baseline or restricted');
  });

  test('bind another role, or bind its own to somebody else', async () => {
    for (const name of ['cluster-admin', 'admin', 'view', 'wheelhouse-platform'])
      expect(await refusal(bind(cloudspace, { roleRef: { ...itsRole, name } }))).toContain('forbidden');
    for (const subject of [
      { kind: 'User', name: 'mallory', apiGroup: 'rbac.authorization.k8s.io' },
      { kind: 'Group', name: 'system:authenticated', apiGroup: 'rbac.authorization.k8s.io' },
      { ...itself, name: 'default', namespace: 'default' },
    ])
      expect(await refusal(bind(cloudspace, { subjects: [itself, subject] }))).toContain('to itself only');
  });

  test('make a token of an account, nor run pods itself', async () => {
    const accounts = `/api/v1/namespaces/${cloudspace}/serviceaccounts`;
    expect(await refusal(account.create(`${accounts}/default/token`, { spec: {} }))).toContain(byRoles);
    expect(await refusal(account.create(`/api/v1/namespaces/${cloudspace}/pods`, {}))).toContain(byRoles);
  });
});

interface Rules {
  readonly status: {
    readonly resourceRules: readonly {
      readonly verbs: readonly string[];
      readonly apiGroups?: readonly string[];
      readonly resources?: readonly string[];
      readonly resourceNames?: readonly string[];
    }[];
  };
}

async function rulesOf(client: ClusterClient, namespace: string): Promise<readonly string[]> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
  const { status } = await client.create<Rules>(path, { spec: { namespace } });
  return status.resourceRules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => [verb, `${group}/${resource}`, ...resourceNames].join(' '))),
    ),
  );
}
const inRules = (rules: readonly Rule[]) =>
  rules.flatMap(({ group, resources, verbs, name }) =>
    resources.flatMap((resource) =>
      verbs.map((verb) => [verb, `${group}/${resource}`, ...(name === undefined ? [] : [name])].join(' ')),
    ),
  );

test('it holds the rights that the tables list, and no others', async () => {
  const nobody = openCluster(
    { ...(await deployAccess()).access, token: (await kube.serviceAccount([])).token },
    { userAgent: 'wheelhouse-test' },
  );
  const beyond = async (namespace: string) => {
    const common = new Set(await rulesOf(nobody, namespace));
    return new Set((await rulesOf(account, namespace)).filter((rule) => !common.has(rule)));
  };
  for (const namespace of ['default', 'kube-system', 'wheelhouse'])
    expect(await beyond(namespace)).toEqual(new Set(inRules(platformRules)));
  expect(await beyond(cloudspace)).toEqual(new Set(inRules([...platformRules, ...cloudspaceRules])));
  await nobody.close();
});

test('the API server finds nothing wrong with its policies', async () => {
  const { items } = await kube.client.get<{
    readonly items: readonly { readonly metadata: { readonly name: string }; readonly status?: object }[];
  }>('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies');
  const own = items.filter(({ metadata }) => metadata.name.startsWith('wheelhouse-platform-'));
  expect(own.map(({ status }) => status)).toEqual([
    expect.objectContaining({ typeChecking: {} }),
    expect.objectContaining({ typeChecking: {} }),
  ]);
});
