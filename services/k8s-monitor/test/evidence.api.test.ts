/**
 * Long because everything is looked at in one cluster, which is made once: each part of what is seen has its own trouble.
 */
import { randomBytes } from 'node:crypto';
import { type Facts, factsSchema } from '@wheelhouse/contracts';
import {
  type Answer,
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
import { AuditLog } from '../../../proofs/agent/audit-log.ts';
import { registeredRights } from '../../platform/src/clusters/needed-rights.ts';
import { kubeconfigOf, type MonitorHouse, startMonitor } from './house.ts';
import { kubectl } from './kubectl.ts';
import { deploy, type Deployed } from './pages.ts';

/** What other modules are told of an object, on the real cluster. */
let house: MonitorHouse;
let kube: Kube;
let relay: ClusterRelay;
let audit: AuditLog;
let space: Namespace;
let node: string;
let anna: Caller;
let agent: Caller;
/** With the rights of the manifest and no others. */
let cluster: string;

const monitorRights = registeredRights.filter(({ needed_by: by, optional }) => by === 'k8s-monitor' && !optional);
const moduleOf = ({ tenantId: tenant }: Pick<Caller, 'tenantId'>) =>
  caller({ kind: 'module', cid: 'agent-observability', audience: 'k8s-monitor', tenant, scopes: [] });

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  relay = await relayBefore(kube.access);
  audit = await AuditLog.open();
  anna = await caller();
  agent = await moduleOf(anna);
  [space, node] = [await makeNamespace(kube.client), await kube.reservedNode()];
  const { token } = await kube.serviceAccount(monitorRights);
  const { certificateAuthority } = kube.access;
  const access = { server: relay.access.server, certificate_authority: certificateAuthority, token };
  cluster = await house.register(anna, access);
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await space.remove();
  await relay.close();
  await kube.close();
});

interface Asked {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly cluster_id?: string;
}

function ask({ kind, name, namespace = kind === 'Node' ? undefined : space.name, ...more }: Asked, who = agent) {
  const given = { cluster_id: cluster, kind, name, ...more, ...(namespace === undefined ? {} : { namespace }) };
  return house.call(who, 'GET', `/internal/v1/evidence?${new URLSearchParams(given).toString()}`);
}

/** As soon as it is as expected. */
function evidence(asked: Asked, expected: object): Promise<Facts> {
  return eventually(async () => {
    const { status, body }: Answer = await ask(asked);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    expect(body).toMatchObject(expected);
    expect([...Value.Errors(factsSchema, body)]).toEqual([]);
    return body;
  }, 60_000);
}

const deployed = (name: string, given: Deployed = {}) => deploy(kube, space, name, node, given);
const behaves = (how: string): Deployed => ({ annotations: { 'wheelhouse.dev/behaviour': how } });

/** Of one request, as the API server wrote them down. */
async function callsOf({ headers }: Answer): Promise<readonly string[]> {
  const mark = `evidence; request ${headers.get('x-request-id')}`;
  let before = -1;
  return eventually(async () => {
    const calls = (await audit.all(mark)).map(({ verb, requestURI }) => `${verb} ${requestURI}`);
    const isStill = calls.length > 0 && calls.length === before;
    before = calls.length;
    if (!isStill) throw new Error('it is still written');
    return calls;
  });
}

describe('a workload', () => {
  test('in a crash loop is told with its pods, how they ended, what was changed and what is wrong', async () => {
    await deployed('crashing', { ...behaves('crash-loop'), replicas: 2 });
    const facts = await evidence(
      { kind: 'Deployment', name: 'crashing' },
      {
        pods: [{ waiting: 'CrashLoopBackOff' }, { waiting: 'CrashLoopBackOff' }],
        issues: expect.arrayContaining([expect.objectContaining({ reason: 'crash_loop' })]),
        warnings: expect.arrayContaining([expect.objectContaining({ reason: 'BackOff' })]),
        changes: [{ change: 'created', images: { before: [], after: ['registry.example/web:1'] } }],
        room: { pods_needed: 1 },
      },
    );
    expect(facts).toMatchObject({
      exists: true,
      object: { kind: 'Deployment', namespace: space.name, name: 'crashing' },
      workload: {
        kind: 'Deployment',
        desired: 2,
        ready: 0,
        available: 0,
        rollout: 'going_on',
        containers: [
          {
            name: 'web',
            image: 'registry.example/web:1',
            cpu_request: 100,
            memory_request: 64 * 1024 ** 2,
            memory_limit: null,
          },
        ],
      },
      pods_total: 2,
      pod_nodes: [{ name: node, ready: 'True', cordoned: false, pressures: [] }],
      budgets: [],
      autoscaler: null,
      node: null,
      room: { cpu_needed: 100, memory_needed: 64 * 1024 ** 2 },
      actions: [],
      logs: [],
    });
    expect(facts.pods[0]).toMatchObject({
      node,
      phase: 'Running',
      ready: false,
      ready_since: expect.any(String),
      is_new: true,
      has_controller: true,
      last_end: { container: 'web', reason: 'Error', exit_code: 1, at: expect.any(String) },
    });
    expect(facts.pods[0]?.restarts).toBeGreaterThan(0);
    expect(facts.nodes.total).toBeGreaterThan(0);
    expect(facts.issues.every(({ object }) => object.name === 'crashing')).toBe(true);
    expect(facts.not_visible).toEqual([
      { part: 'logs', why: expect.stringMatching(/kubectl create clusterrole wheelhouse-pod-logs/) },
    ]);
  });

  test('that no node has room for is told with the words of the scheduler', async () => {
    const cpu = { requests: { cpu: '4000', memory: '1Gi' } };
    const containers = [{ name: 'web', image: 'registry.example/web:1', resources: cpu }];
    await deployed('nowhere', { pod: { containers } });
    const facts = await evidence(
      { kind: 'Deployment', name: 'nowhere' },
      { pods: [{ phase: 'Pending', node: null, unschedulable: expect.stringMatching(/nodes are available/) }] },
    );
    expect(facts.room).toMatchObject({ cpu_needed: 4_000_000, memory_needed: 1024 ** 3, pods_needed: 1 });
    expect(facts).toMatchObject({ pod_nodes: [], not_visible: [], logs: [] });
  });

  test('is told with its budget and its autoscaler, and takes at most ten calls', async () => {
    await deployed('whole', { ...behaves('crash-loop'), replicas: 3 });
    await kube.client.create(`/apis/policy/v1/namespaces/${space.name}/poddisruptionbudgets`, {
      metadata: { name: 'whole' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: 'whole' } } },
    });
    await kube.client.create(`/apis/autoscaling/v2/namespaces/${space.name}/horizontalpodautoscalers`, {
      metadata: { name: 'whole' },
      spec: {
        minReplicas: 3,
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'whole' },
      },
    });
    const expected = {
      budgets: [{ name: 'whole', expected: 3, healthy: 0, needed: 3, allowed: -3 }],
      autoscaler: { name: 'whole', minimum: 3, maximum: 5, at_maximum: false },
      pods: [{ waiting: 'CrashLoopBackOff' }, {}, {}],
    };
    await evidence({ kind: 'Deployment', name: 'whole' }, expected);
    await evidence(
      { kind: 'PodDisruptionBudget', name: 'whole' },
      { budgets: expected.budgets, pods_total: 3, workload: null },
    );
    await evidence(
      { kind: 'HorizontalPodAutoscaler', name: 'whole' },
      { ...expected, workload: { kind: 'Deployment', name: 'whole' }, changes: [{ change: 'created' }] },
    );
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'HorizontalPodAutoscaler']) {
      const calls = await callsOf(await ask({ kind, name: 'whole' }));
      expect(calls).toHaveProperty(
        'length',
        expect.toSatisfy((count) => count >= 5 && count <= 10),
      );
    }
  });

  test('that somebody scales is told with who did', async () => {
    await deployed('scaled', { replicas: 1 });
    await evidence({ kind: 'Deployment', name: 'scaled' }, { workload: { ready: 1, rollout: 'done' }, changes: [{}] });
    await kubectl('-n', space.name, 'scale', 'deployment/scaled', '--replicas=2');
    const { changes } = await evidence(
      { kind: 'Deployment', name: 'scaled' },
      {
        changes: [{ change: 'replicas', replicas: { before: 1, after: 2 }, manager: 'kubectl' }, { change: 'created' }],
      },
    );
    expect(Date.parse(changes[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('of other kinds and a pod by itself are told too', async () => {
    const batch = `/apis/batch/v1/namespaces/${space.name}`;
    const spec = {
      nodeSelector: { 'kubernetes.io/hostname': node },
      tolerations: [{ operator: 'Exists' }],
      restartPolicy: 'Never',
      containers: [{ name: 'web', image: 'web', resources: { requests: { cpu: '50m' } } }],
    };
    const annotations = { 'wheelhouse.dev/behaviour': 'fail' };
    await kube.client.create(`${batch}/jobs`, {
      metadata: { name: 'once' },
      spec: { backoffLimit: 0, template: { metadata: { annotations }, spec } },
    });
    await eventually(() => kube.client.create(`${space.path}/pods`, { metadata: { name: 'alone' }, spec }));
    await evidence(
      { kind: 'Job', name: 'once' },
      {
        exists: true,
        workload: { kind: 'Job', rollout: 'stalled', rollout_message: expect.any(String) },
        pods: [{ phase: 'Failed', last_end: { exit_code: 1 }, has_controller: true }],
        issues: [{ reason: 'job_failing' }],
      },
    );
    await evidence(
      { kind: 'Pod', name: 'alone' },
      {
        exists: true,
        workload: null,
        pods: [{ name: 'alone', ready: true, has_controller: false }],
        pods_total: 1,
        room: { cpu_needed: 50, pods_needed: 1 },
        not_visible: [],
      },
    );
    // The rights show Jobs, and not the CronJobs that make them: that one is gone cannot be told.
    await evidence(
      { kind: 'CronJob', name: 'never-made' },
      {
        exists: true,
        workload: null,
        pods: [],
        not_visible: [{ part: 'workload', why: expect.stringMatching(/forbidden/) }],
      },
    );
  });
});

test('a node is told with its pods, room elsewhere, who cordoned it and how often it was not ready', async () => {
  const [own, other] = [await kube.reservedNode(), await kube.node()];
  await deploy(kube, space, 'on-node', own, { replicas: 2 });
  await evidence(
    { kind: 'Node', name: own },
    { node: { ready: 'True', cordoned: false, pods: 2, not_ready_in_hour: 0 } },
  );
  await kubectl('cordon', own);
  await kube.behave(own, 'not-ready');
  const facts = await evidence(
    { kind: 'Node', name: own },
    {
      node: {
        name: own,
        ready: expect.stringMatching(/^(False|Unknown)$/),
        cordoned: true,
        cordoned_by: expect.stringMatching(/^kubectl/),
        not_ready_in_hour: 1,
      },
      room: { pods_needed: 2 },
      issues: [{ reason: 'node_not_ready' }, { reason: 'node_cordoned' }],
    },
  );
  expect(Date.parse(facts.node?.cordoned_since ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(facts).toMatchObject({
    exists: true,
    object: { kind: 'Node', namespace: null, name: own },
    workload: null,
    pods: [{ node: own, is_new: null }, { node: own }],
    pods_total: 2,
    pod_nodes: [],
    room: { cpu_needed: 200, memory_needed: 128 * 1024 ** 2 },
    logs: [],
    not_visible: [],
  });
  expect(facts.room?.nodes).toBeGreaterThan(0);
  expect(facts.room?.cpu_free).toBeGreaterThan(0);
  expect(facts.nodes.cordoned).toBeGreaterThan(0);
  const calls = await callsOf(await ask({ kind: 'Node', name: own }));
  expect(calls.length).toBeLessThanOrEqual(10);
  expect(other).not.toBe(own);
});

test('what is not there does not exist, and what nobody may know of is 404', async () => {
  for (const kind of [
    'Deployment',
    'StatefulSet',
    'Job',
    'Pod',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'Node',
  ])
    expect(await ask({ kind, name: 'never-made' })).toMatchObject({
      status: 200,
      body: { exists: false, object: { kind, name: 'never-made' }, pods: [], not_visible: [] },
    });
  const berta = await moduleOf(await caller());
  expect(await ask({ kind: 'Node', name: node }, berta)).toMatchObject({ status: 404 });
  const unknown = { kind: 'Node', name: node, cluster_id: '019cad00-0000-7000-8000-000000000001' };
  expect(await ask(unknown)).toMatchObject({ status: 404 });
});

test('only modules are told, and only of what there can be', async () => {
  // To everybody else there is no such route.
  expect(await ask({ kind: 'Node', name: node }, anna)).toMatchObject({ status: 404 });
  for (const asked of [
    { kind: 'Service', name: 'web' },
    { kind: 'Deployment', name: 'Not-A-Name' },
  ])
    expect(await ask(asked)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  expect(await ask({ kind: 'Node', name: node, namespace: 'shop' })).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'namespace', code: 'invalid' }] } },
  });
  const without = `/internal/v1/evidence?cluster_id=${cluster}&kind=Deployment&name=web`;
  expect(await house.call(agent, 'GET', without)).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'namespace', code: 'required' }] } },
  });
});

test('each part that may not be read is named, and takes nothing else along', async () => {
  const few = monitorRights.filter(({ resource }) => !/events|budgets|autoscalers/.test(resource));
  const account = await kube.serviceAccount(few);
  const who = await caller();
  const { server, certificateAuthority } = kube.access;
  const id = await house.register(who, { server, certificate_authority: certificateAuthority, token: account.token });
  await house.observed(who, id);
  await deployed('half');
  const seen = await eventually(async () => {
    const { body } = await ask({ kind: 'Deployment', name: 'half', cluster_id: id }, await moduleOf(who));
    expect(body).toMatchObject({ exists: true, workload: { ready: 1 }, pods: [{ ready: true }] });
    return body as Facts;
  });
  expect(seen.not_visible.map(({ part }) => part).toSorted()).toEqual(['autoscaler', 'budgets', 'warnings']);
  for (const { why } of seen.not_visible) expect(why).toMatch(/not allowed to read this: .*forbidden/);
  await account.setRights(few.filter(({ resource }) => resource !== 'deployments'));
  await eventually(async () =>
    expect((await ask({ kind: 'Deployment', name: 'half', cluster_id: id }, await moduleOf(who))).body).toMatchObject({
      exists: true,
      workload: null,
      not_visible: [{ part: 'workload', why: expect.stringMatching(/not allowed/) }],
    }),
  );
});

test('secrets in what the cluster says are masked', async () => {
  const secret = randomBytes(12).toString('hex');
  await deployed('telling');
  await evidence({ kind: 'Deployment', name: 'telling' }, { workload: { ready: 1 } });
  await kube.client.create(`/api/v1/namespaces/${space.name}/events`, {
    metadata: { name: 'telling.1' },
    type: 'Warning',
    reason: 'Failed',
    message: `cannot dial postgres://shop:${secret}@db:5432/shop`,
    involvedObject: { kind: 'Deployment', namespace: space.name, name: 'telling' },
    lastTimestamp: new Date().toISOString(),
  });
  const facts = await evidence({ kind: 'Deployment', name: 'telling' }, { warnings: [{ reason: 'Failed' }] });
  expect(JSON.stringify(facts)).not.toContain(secret);
  expect(facts.warnings[0]?.message).toBe('cannot dial postgres://shop:[masked: url_password]@db:5432/shop');
});

test('where the cluster does not answer it is 502 in words, within ten seconds, however many ask', async () => {
  const words: Readonly<Record<number, RegExp>> = {
    502: /^The cluster did not answer: .+ Next step: check the cluster/,
    504: /did not get its turn within 10 s\. Next step: ask again/,
  };
  await evidence({ kind: 'Node', name: node }, { exists: true });
  relay.freeze();
  try {
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask({ kind: 'Node', name: node })));
    expect(performance.now() - began).toBeLessThan(12_000);
    const codes = answers.map(({ body }) => body.error.code);
    expect(codes.filter((code) => code === 'cluster_unreachable').length).toBeGreaterThanOrEqual(2);
    expect(new Set(codes)).toEqual(new Set(['cluster_unreachable', 'upstream_timeout']));
    expect(answers.filter(({ status, body }) => words[status]?.test(body.error.message) !== true)).toEqual([]);
  } finally {
    relay.thaw();
  }
  await evidence({ kind: 'Node', name: node }, { exists: true });
});

test('with the right to read logs these are asked for too, and it still takes at most ten calls', async () => {
  const who = await caller();
  const id = await house.register(who, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(who, id);
  await deployed('logged', { ...behaves('crash-loop'), replicas: 4 });
  const other = await moduleOf(who);
  const answer = await eventually(async () => {
    const told = await ask({ kind: 'Deployment', name: 'logged', cluster_id: id }, other);
    const waiting = { waiting: 'CrashLoopBackOff' };
    expect(told.body).toMatchObject({ pods: [waiting, waiting, waiting, waiting] });
    return told;
  });
  const calls = await callsOf(answer);
  expect(calls.filter((call) => /\/pods\/[^/]+\/log\?.*previous=true.*tailLines=50/.test(call))).toHaveLength(3);
  expect(calls.length).toBeLessThanOrEqual(10);
  // KWOK's containers say nothing: why there is no log is told.
  const { not_visible: hidden, logs }: Facts = answer.body;
  expect([logs, hidden]).toEqual([[], [{ part: 'logs', why: expect.stringMatching(/^The cluster /) }]]);
});
