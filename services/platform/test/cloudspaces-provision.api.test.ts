import type { Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CloudspaceHouse, cloudspaces, startCloudspaceHouse } from './cloudspaces-house.ts';
import { externalUrl } from './house.ts';

/** CloudSpaces in a real cluster, where platform has only the rights of its manifest. */
let house: CloudspaceHouse;
let who: Caller;
let clusterId = '';

beforeAll(async () => {
  house = await startCloudspaceHouse();
  ({ who, clusterId } = await house.tenant());
});
afterAll(() => house.stop());

const login = { host: 'registry.example.test', username: 'ci', password: 'pull-me-secretly' };
const core = (namespace: string) => `/api/v1/namespaces/${namespace}`;
const walls = (namespace: string) => `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/wheelhouse`;
const binding = (namespace: string) =>
  `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/wheelhouse-cloudspace`;

describe('a new one', () => {
  test('becomes Ready with everything in its namespace, and that is told once', async () => {
    const quota = { cpu: '2', memory: '4Gi', pods: 20 };
    const made = await house.made(who, clusterId, { quota, registries: [login] });
    expect(made).toMatchObject({ phase: 'Pending', reason: 'waiting_for_cluster', namespace: made.name, quota });
    const { id, name, namespace } = await house.becomes(who, made.id, {
      phase: 'Ready',
      reason: 'ready',
      deadline_at: null,
    });
    const found = await house.object(core(namespace));
    expect(found.metadata.labels).toMatchObject({
      'wheelhouse.dev/cloudspace': id,
      'app.kubernetes.io/managed-by': 'wheelhouse',
      'pod-security.kubernetes.io/enforce': 'baseline',
      'pod-security.kubernetes.io/warn': 'baseline',
      'pod-security.kubernetes.io/audit': 'baseline',
    });
    expect(await house.object(binding(namespace))).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'wheelhouse-cloudspace' },
      subjects: [{ kind: 'ServiceAccount', name: 'wheelhouse-platform', namespace: 'wheelhouse' }],
    });
    expect(await house.object(`${core(namespace)}/serviceaccounts/wheelhouse-app`)).toMatchObject({
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: 'wheelhouse-pull' }],
    });
    expect(await house.object(`${core(namespace)}/resourcequotas/wheelhouse`)).toMatchObject({
      spec: { hard: { 'requests.cpu': '2', 'limits.memory': '4Gi', pods: '20' } },
    });
    expect(await house.object(`${core(namespace)}/limitranges/wheelhouse`)).toMatchObject({
      spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '100m' }, default: { memory: '256Mi' } }] },
    });
    expect(await house.object(walls(namespace))).toMatchObject({ spec: { podSelector: {}, policyTypes: ['Ingress'] } });
    const secret = await house.object(`${core(namespace)}/secrets/wheelhouse-pull`);
    expect(secret.type).toBe('kubernetes.io/dockerconfigjson');
    expect(JSON.parse(Buffer.from(secret.data['.dockerconfigjson'], 'base64').toString())).toEqual({
      auths: {
        [login.host]: {
          username: 'ci',
          password: login.password,
          auth: Buffer.from(`ci:${login.password}`).toString('base64'),
        },
      },
    });
    expect(await house.told('cloudspace.ready', id)).toEqual([
      { cloudspace_id: id, name, cluster_id: clusterId, namespace, url: `${externalUrl}/cloudspaces/${id}` },
    ]);
    const phases = (await house.told('internal.cloudspace_changed', id)).map(({ phase }) => phase);
    expect(phases).toEqual(['Pending', 'Provisioning', 'Ready']);
  });

  test('lets a pod without any requests in although it has a quota', async () => {
    const made = await house.made(who, clusterId, { quota: { cpu: '1', memory: '1Gi', pods: 2 } });
    const { namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
    const pod = {
      metadata: { name: 'plain' },
      spec: { serviceAccountName: 'wheelhouse-app', containers: [{ name: 'web', image: 'example.test/web' }] },
    };
    const { spec } = await house.admin.create<{ readonly spec: { readonly containers: readonly object[] } }>(
      `${core(namespace)}/pods`,
      pod,
    );
    expect(spec.containers).toMatchObject([
      { resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '256Mi' } } },
    ]);
  });
});

describe('a change', () => {
  test('reaches the cluster: what is no longer asked for is gone there', async () => {
    const made = await house.made(who, clusterId, { quota: { cpu: '2', memory: '4Gi' }, registries: [login] });
    const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
    const path = `${cloudspaces}/${id}`;
    const changed = await house.call(who, 'PATCH', path, { quota: { cpu: '1' }, pod_security: 'restricted' });
    expect([changed.status, changed.body.phase, changed.body.reason]).toEqual([202, 'Updating', 'applying']);
    await house.becomes(who, id, { phase: 'Ready' });
    const quota = await house.object(`${core(namespace)}/resourcequotas/wheelhouse`);
    expect(quota.spec.hard).toEqual({ 'requests.cpu': '1' });
    const limits = await house.object(`${core(namespace)}/limitranges/wheelhouse`);
    expect(limits.spec.limits[0].default).toBeUndefined();
    const { metadata } = await house.object(core(namespace));
    expect(metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');

    await house.call(who, 'PATCH', path, { quota: null });
    await house.call(who, 'DELETE', `${path}/registries/${login.host}`);
    await house.becomes(who, id, { phase: 'Ready', quota: null, registries: [] });
    expect(await house.object(`${core(namespace)}/resourcequotas/wheelhouse`)).toBeUndefined();
    expect(await house.object(`${core(namespace)}/secrets/wheelhouse-pull`)).toBeUndefined();
    const account = await house.object(`${core(namespace)}/serviceaccounts/wheelhouse-app`);
    expect(account.imagePullSecrets).toBeUndefined();

    const put = await house.call(who, 'PUT', `${path}/registries/docker.io`, { username: 'hub', password: 'p' });
    expect(put.body.registries).toMatchObject([{ host: 'docker.io', username: 'hub' }]);
    await house.becomes(who, id, { phase: 'Ready' });
    const secret = await house.object(`${core(namespace)}/secrets/wheelhouse-pull`);
    const { auths } = JSON.parse(Buffer.from(secret.data['.dockerconfigjson'], 'base64').toString());
    expect(Object.keys(auths)).toEqual(['https://index.docker.io/v1/']);
    expect((await house.told('cloudspace.ready', id)).length).toBe(1);
  });

  test('leaves what others have added to the namespace', async () => {
    const made = await house.made(who, clusterId);
    const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
    await house.admin.patch(core(namespace), { metadata: { labels: { team: 'shop' } } });
    await house.call(who, 'PATCH', `${cloudspaces}/${id}`, { pod_security: 'restricted' });
    await house.becomes(who, id, { phase: 'Ready', pod_security: 'restricted' });
    expect((await house.object(core(namespace))).metadata.labels).toMatchObject({ team: 'shop' });
  });
});
