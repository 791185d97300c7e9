import {
  type Caller,
  caller,
  type ClusterRelay,
  eventually,
  type Kube,
  makeNamespace,
  type Namespace,
  openKube,
  relayBefore,
} from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredRights } from '../../platform/src/clusters/needed-rights.ts';
import { Followed } from '../../platform/test/logs/followed.ts';
import { workloadPage } from '../src/workload-page/schema.ts';
import { kubeconfigOf, limitedTo, type MonitorHouse, startMonitor } from './house.ts';
import { kubectl } from './kubectl.ts';
import { deploy, type Deployed, page } from './pages.ts';

/** The page of a workload that was deployed by kubectl alone, on the real cluster. */
let house: MonitorHouse;
let kube: Kube;
let relay: ClusterRelay;
let space: Namespace;
let node: string;
let anna: Caller;
let cluster: string;

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  relay = await relayBefore(kube.access);
  anna = await caller();
  [space, node] = [await makeNamespace(kube.client), await kube.reservedNode()];
  cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await space.remove();
  await relay.close();
  await kube.close();
});

const pathOf = (kind: string, name: string) => `/api/v1/workloads/${kind}/${space.name}/${name}`;
const ask = (kind: string, name: string, query = '', who = anna) =>
  house.call(who, 'GET', `${pathOf(kind, name)}${query}`);
const deployed = (name: string, given: Deployed = {}) => deploy(kube, space, name, node, given);
const behaves = (how: string): Deployed => ({ annotations: { 'wheelhouse.dev/behaviour': how } });

describe('what is wrong', () => {
  test.each([
    [
      'image-pull',
      behaves('image-pull'),
      'image_pull_failed',
      /^1 of 1 new pods \(.+\) cannot pull registry\.example\/web:1/,
    ],
    ['crash-loop', behaves('crash-loop'), 'crash_loop', /^1 of 1 new pods \(.+\) ended with exit code 1 and restarted/],
    ['unready', behaves('unready'), 'probe_failing', /^1 of 1 new pods \(.+\) runs but is not ready/],
    [
      'nowhere',
      { pod: { nodeSelector: { nowhere: 'to-be-found' } } },
      'unschedulable',
      /^1 of 1 new pods \(.+\) cannot be scheduled: 0\/\d+ nodes are available/,
    ],
  ] as const)('is said of one that is %s, first and in words', async (name, given, reason, message) => {
    await deployed(name, given);
    const body = await page(() => ask('Deployment', name), {
      reason,
      message: expect.stringMatching(message),
      updated: 1,
    });
    expect([...Value.Errors(workloadPage, body)]).toEqual([]);
    expect(body).toMatchObject({
      cluster_id: cluster,
      desired: 1,
      ready: 0,
      available: 0,
      images: ['registry.example/web:1'],
      containers: ['web'],
      owner: null,
      app_id: null,
      pods_total: 1,
      stale: false,
      fault: null,
    });
    expect(body.pods).toMatchObject([{ ready: false, is_new: true, deleting: false, reason: expect.any(String) }]);
  });

  test('is said of one that a quota leaves no room for', async () => {
    const small = await makeNamespace(kube.client);
    try {
      await kube.client.create(`${small.path}/resourcequotas`, {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'small' },
        spec: { hard: { pods: '0' } },
      });
      await eventually(async () => {
        const quota = await kube.client.get<{ status?: { hard?: object } }>(`${small.path}/resourcequotas/small`);
        expect(quota.status?.hard).toEqual({ pods: '0' });
      });
      await deploy(kube, small, 'web', node);
      const path = `/api/v1/workloads/Deployment/${small.name}/web`;
      await page(() => house.call(anna, 'GET', path), {
        reason: 'quota_exceeded',
        message: expect.stringMatching(/pods cannot be created: quota small allows pods=0/i),
        pods: [],
      });
    } finally {
      await small.remove();
    }
  });
});

test('one that is well, with who made and scaled it, its issues, and its changes as they come', async () => {
  await deployed('well', { replicas: 2 });
  const body = await page(() => ask('Deployment', 'well'), { status: 'ok', ready: 2 });
  expect(body).toMatchObject({ reason: null, message: null, desired: 2, available: 2, pods_total: 2, issues: [] });
  expect(body.pods).toMatchObject([
    { phase: 'Running', ready: true, node, restarts: 0, is_new: true, reason: null, message: null },
    { ready: true },
  ]);
  expect(body.events.length).toBeGreaterThan(0);
  expect(body.logs).toEqual({ allowed: true, grant: null });
  await kubectl('-n', space.name, 'scale', 'deployment/well', '--replicas=1');
  await page(() => ask('Deployment', 'well'), {
    desired: 1,
    // The API server keeps no time of who scales.
    replicas_by: { manager: 'kubectl', at: null },
    template_by: { at: expect.any(String) },
    changes: [{ change: 'replicas', manager: 'kubectl', at: expect.any(String) }, { change: 'created' }],
  });
});

test('during a rollout the new pods are told from those that serve', async () => {
  await deployed('rolled', { replicas: 2 });
  await page(() => ask('Deployment', 'rolled'), { status: 'ok', ready: 2 });
  await kube.client.patch(`/apis/apps/v1/namespaces/${space.name}/deployments/rolled`, {
    spec: {
      template: {
        metadata: { annotations: { 'wheelhouse.dev/behaviour': 'image-pull' } },
        spec: { containers: [{ name: 'web', image: 'registry.example/web:2' }] },
      },
    },
  });
  const body = await page(() => ask('Deployment', 'rolled'), {
    status: 'progressing',
    reason: 'image_pull_failed',
    message: expect.stringMatching(/^1 of 2 new pods \(.+\) cannot pull registry\.example\/web:2/),
  });
  const pods: readonly { readonly is_new: boolean; readonly ready: boolean }[] = body.pods;
  expect(pods.map(({ is_new, ready }) => [is_new, ready])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  await eventually(async () =>
    expect((await ask('Deployment', 'rolled')).body.issues).toMatchObject([
      { reason: 'image_pull', object: { kind: 'Deployment', name: 'rolled' } },
    ]),
  );
});

test('StatefulSets, DaemonSets, Jobs, CronJobs and pods that nobody looks after have pages too', async () => {
  const { client } = kube;
  const apps = `/apis/apps/v1/namespaces/${space.name}`;
  const batch = `/apis/batch/v1/namespaces/${space.name}`;
  const podSpec = (more = {}) => ({
    nodeSelector: { 'kubernetes.io/hostname': node },
    tolerations: [{ operator: 'Exists' }],
    terminationGracePeriodSeconds: 0,
    containers: [{ name: 'web', image: 'web' }],
    ...more,
  });
  const template = (name: string) => ({ metadata: { labels: { app: name } }, spec: podSpec() });
  const selector = (name: string) => ({ matchLabels: { app: name } });
  await client.create(`${apps}/statefulsets`, {
    metadata: { name: 'db' },
    spec: { replicas: 1, serviceName: 'db', selector: selector('db'), template: template('db') },
  });
  await client.create(`${apps}/daemonsets`, {
    metadata: { name: 'agent' },
    spec: { selector: selector('agent'), template: template('agent') },
  });
  const failing = {
    backoffLimit: 0,
    template: {
      metadata: { annotations: { 'wheelhouse.dev/behaviour': 'fail' } },
      spec: podSpec({ restartPolicy: 'Never' }),
    },
  };
  await client.create(`${batch}/jobs`, { metadata: { name: 'once' }, spec: failing });
  await client.create(`${batch}/cronjobs`, {
    metadata: { name: 'nightly' },
    spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: failing } },
  });
  const { metadata } = await client.get<{ metadata: { uid: string } }>(`${batch}/cronjobs/nightly`);
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: metadata.uid, controller: true };
  await client.create(`${batch}/jobs`, { metadata: { name: 'nightly-1', ownerReferences: [owner] }, spec: failing });
  await eventually(() => client.create(`${space.path}/pods`, { metadata: { name: 'alone' }, spec: podSpec() }));

  await page(() => ask('StatefulSet', 'db'), { status: 'ok', ready: 1, pods: [{ name: 'db-0', is_new: true }] });
  await page(() => ask('DaemonSet', 'agent'), { status: 'ok', ready: 1, pods: [{ node, is_new: true }] });
  await page(() => ask('Job', 'once'), {
    status: 'failed',
    desired: 1,
    message: expect.stringMatching(/^It has failed: .+ended with exit code 1\.$/),
    pods: [{ phase: 'Failed', is_new: null }],
  });
  await page(() => ask('CronJob', 'nightly'), {
    status: 'failed',
    message: expect.stringMatching(/^Its run nightly-1 has failed: /),
    pods: [{ phase: 'Failed' }],
    images: ['web'],
  });
  await page(() => ask('Job', 'nightly-1'), { owner: { kind: 'CronJob', name: 'nightly' } });
  await page(() => ask('Pod', 'alone'), {
    status: 'running',
    owner: null,
    message: null,
    pods: [{ name: 'alone', node }],
  });
  const [pod] = (await ask('StatefulSet', 'db')).body.pods;
  await page(() => ask('Pod', pod.name), { owner: { kind: 'StatefulSet', name: 'db' } });
});

test('one that is not there is 404, as is that of another tenant or outside of a role', async () => {
  await deployed('hidden');
  await page(() => ask('Deployment', 'hidden'), { status: 'ok' });
  for (const [kind, name] of [
    ['Deployment', 'never-made'],
    ['Pod', 'never-made'],
    ['CronJob', 'never-made'],
    ['Service', 'hidden'],
    ['Deployment', 'Not-A-Name'],
  ] as const)
    expect(await ask(kind, name)).toMatchObject({ status: 404 });
  const berta = await caller();
  const own = await house.register(berta, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  const strangers = [
    berta,
    await limitedTo(anna, [own]),
    await caller({ tenant: anna.tenantId, cloudspace_ids: [own], scopes: ['read'] }),
  ];
  for (const who of strangers)
    for (const path of ['', '/changes', '/logs'])
      expect(
        await house.call(who, 'GET', `${pathOf('Deployment', 'hidden')}${path}?cluster_id=${cluster}`),
      ).toMatchObject({ status: 404 });
  expect(await ask('Deployment', 'hidden', `?cluster_id=${cluster.toUpperCase()}`)).toMatchObject({ status: 200 });
});

test('with several clusters the one that is meant has to be named', async () => {
  const who = await caller();
  const ids = [
    await house.register(who, { kubeconfig: kubeconfigOf('KUBECONFIG') }),
    await house.register(who, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') }),
  ];
  const answer = await ask('Deployment', 'any', '', who);
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  for (const id of ids) expect(answer.body.error.message).toContain(id);
  for (const path of [`${pathOf('Deployment', 'any')}/changes`, '/api/v1/nodes/any'])
    expect(await house.call(who, 'GET', path)).toMatchObject({ status: 422 });
  expect(await ask('Deployment', 'never-made', `?cluster_id=${ids[1]}`, who)).toMatchObject({ status: 404 });
});

test('where the cluster does not answer it is told as it was last known; what is not known here is 502 in words', async () => {
  const who = await caller();
  const id = await house.register(who, { kubeconfig: kubeconfigOf('KUBECONFIG', relay.access.server) });
  await house.observed(who, id);
  await deployed('kept', { replicas: 2 });
  await page(() => ask('Deployment', 'kept', '', who), { status: 'ok', stale: false });
  await eventually(async () =>
    expect((await house.call(who, 'GET', `/api/v1/workloads?q=kept&namespace=${space.name}`)).body.data).toMatchObject([
      { ready: 2 },
    ]),
  );
  relay.freeze();
  try {
    const body = await page(() => ask('Deployment', 'kept', '', who), { stale: true });
    expect([...Value.Errors(workloadPage, body)]).toEqual([]);
    expect(body).toMatchObject({
      status: 'ok',
      desired: 2,
      ready: 2,
      images: ['registry.example/web:1'],
      pods: [],
      events: null,
      reason: null,
      logs: { allowed: null, grant: null },
      changes: [{ change: 'created' }],
      fault: expect.stringMatching(/./),
    });
    expect(Date.parse(body.observed_at)).toBeLessThanOrEqual(Date.now());
    const unknown = await ask('Pod', 'any', '', who);
    expect(unknown).toMatchObject({ status: 502, body: { error: { code: 'cluster_unreachable' } } });
    expect(unknown.body.error.message).toMatch(/^The cluster did not answer: .+ Next step: check the cluster/);
    expect(await ask('Pod', 'any/logs', '', who)).toMatchObject({ status: 502 });
  } finally {
    relay.thaw();
  }
  await page(() => ask('Deployment', 'kept', '', who), { stale: false, ready: 2 });
});

test('logs that were told to their end are not told once more', async () => {
  await deployed('nothing', { replicas: 0 });
  await page(() => ask('Deployment', 'nothing'), { desired: 0 });
  const url = `${house.addresses['k8s-monitor']}${pathOf('Deployment', 'nothing')}/logs?follow=false`;
  const authorization = `Bearer ${anna.token}`;
  const told = await (await fetch(url, { headers: { authorization } })).text();
  expect(told).toContain('event: ended');
  const [last = ''] = [...told.matchAll(/^id: (.*)$/gm)].map(([, seen]) => seen).slice(-1);
  expect((await fetch(url, { headers: { authorization, 'last-event-id': last } })).status).toBe(204);
});

test('without the right logs are refused with the command that grants it, and followed as soon as it is there', async () => {
  const usual = registeredRights.filter(({ needed_by, optional }) => needed_by === 'k8s-monitor' && !optional);
  const account = await kube.serviceAccount(usual);
  const who = await caller();
  const { server, certificateAuthority } = kube.access;
  const id = await house.register(who, { server, certificate_authority: certificateAuthority, token: account.token });
  await house.observed(who, id);
  await deployed('quiet');
  const { logs } = await page(() => ask('Deployment', 'quiet', '', who), { status: 'ok', logs: { allowed: false } });
  expect(logs.grant).toMatch(
    /^kubectl create clusterrole wheelhouse-pod-logs --verb=get --resource=pods\/log && kubectl create clusterrolebinding .+ --serviceaccount=default:test-[\w-]+$/,
  );
  const path = `${pathOf('Deployment', 'quiet')}/logs?follow=false`;
  const refused = await house.call(who, 'GET', path);
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
  expect(refused.body.error.message).toContain(logs.grant);
  // Everything else is shown without it, and by these rights alone.
  const shown = await page(() => ask('Deployment', 'quiet', '', who), { pods: [{ ready: true }] });
  expect(shown.events.length).toBeGreaterThan(0);
  await account.setRights(registeredRights.filter(({ needed_by }) => needed_by === 'k8s-monitor'));
  await page(() => ask('Deployment', 'quiet', '', who), { logs: { allowed: true, grant: null } });
  const followed = await Followed.open(`${house.addresses['k8s-monitor']}${path}`, who);
  await followed.until(() => followed.events.length > 0);
  await followed.close();
  const pods = [{ name: expect.stringMatching(/^quiet-/), ready: true, followed: true, revision: null }];
  expect(followed.events[0]).toMatchObject({ event: 'snapshot', data: { pods } });
  const wrong = await house.call(who, 'GET', `${path}&container=other`);
  expect(wrong).toMatchObject({ status: 422, body: { error: { details: [{ field: 'container' }] } } });
  expect(await house.call(who, 'GET', `${pathOf('Deployment', 'never-made')}/logs`)).toMatchObject({ status: 404 });
});
