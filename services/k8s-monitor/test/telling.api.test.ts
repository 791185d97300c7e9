import { issuesChangedSchema, workloadChangedSchema } from '@wheelhouse/contracts';
import { makeLog, type RunningProcess, startProcess } from '@wheelhouse/kit';
import { type Caller, caller, eventually, freePort, type Kube, openKube } from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformModule } from '../../platform/src/module.ts';
import { k8sMonitorModule } from '../src/module.ts';
import { kubeconfigOf, limitedTo, type MonitorHouse, startMonitor } from './house.ts';
import { type ToldEvent, toldOf } from './judging.ts';
import { kubectl } from './kubectl.ts';

/** What is told of the real cluster, of which others change much: only what this file made is looked at. */
let house: MonitorHouse;
let kube: Kube;
let anna: Caller;
let cluster: string;
const workers: RunningProcess[] = [];

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  anna = await caller();
  await kube.node();
  cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await house.stop();
  await kube.close();
});

interface Change {
  readonly change: string;
  /** Of an issue. */
  readonly reason?: string;
  readonly object: { readonly name: string };
  readonly images: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly nodes: readonly string[];
  readonly at: string;
}

/** All that was told of an object, in order. */
async function toldAbout(name: string, type: 'issues' | 'workload', id = cluster): Promise<readonly Change[]> {
  const events = (await toldOf(house.database.ownerUrl, id)).filter((one) => one.type === `internal.${type}_changed`);
  const schema = type === 'issues' ? issuesChangedSchema : workloadChangedSchema;
  for (const { data } of events) expect([...Value.Errors(schema, data)]).toEqual([]);
  return events.flatMap(({ data }: ToldEvent) =>
    (data.changes as readonly Change[]).filter(({ object }) => object.name === name),
  );
}

/** The newest, as soon as there are so many. */
const theChange = (name: string, count: number) =>
  eventually(async () => {
    const told = await toldAbout(name, 'workload');
    expect(told).toHaveLength(count);
    return told.at(-1);
  });

test('what kubectl does to a Deployment is told with its manager and time, and listed for its page', async () => {
  const began = Date.now() - 2_000;
  const { namespace, name } = await kube.deployment(1);
  const about = { object: { kind: 'Deployment', namespace, name } };
  expect(await theChange(name, 1)).toMatchObject({
    change: 'created',
    ...about,
    images: { before: [], after: ['web'] },
    replicas: { before: null, after: 1 },
  });
  await kubectl('-n', namespace, 'set', 'image', `deployment/${name}`, 'web=web:2');
  const set = await theChange(name, 2);
  expect(set).toMatchObject({
    change: 'template',
    ...about,
    images: { before: ['web'], after: ['web:2'] },
    replicas: { before: 1, after: 1 },
    manager: 'kubectl-set',
  });
  await kubectl('-n', namespace, 'scale', `deployment/${name}`, '--replicas=2');
  expect(await theChange(name, 3)).toMatchObject({
    change: 'replicas',
    replicas: { before: 1, after: 2 },
    manager: 'kubectl',
  });
  await kubectl('-n', namespace, 'rollout', 'restart', `deployment/${name}`);
  expect(await theChange(name, 4)).toMatchObject({
    change: 'restarted',
    images: { before: ['web:2'], after: ['web:2'] },
    manager: expect.stringMatching(/^kubectl/),
  });
  await kubectl('-n', namespace, 'delete', 'deployment', name);
  const gone = await theChange(name, 5);
  expect(gone).toMatchObject({ change: 'deleted', images: { before: ['web:2'], after: [] }, manager: null });
  for (const { at } of await toldAbout(name, 'workload')) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(began);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() + 2_000);
  }

  const path = `/api/v1/workloads/Deployment/${namespace}/${name}/changes`;
  const { body } = await house.call(anna, 'GET', path);
  expect(body).toMatchObject({ total: 5, next_cursor: null });
  expect(body.data.map(({ change }: Change) => change)).toEqual([
    'deleted',
    'restarted',
    'replicas',
    'template',
    'created',
  ]);
  expect(body.data[3]).toEqual({ ...set, id: expect.any(String), cluster_id: cluster });
  const first = (await house.call(anna, 'GET', `${path}?limit=2&cluster_id=${cluster}`)).body;
  const next = await house.call(anna, 'GET', `${path}?limit=2&cluster_id=${cluster}&cursor=${first.next_cursor}`);
  expect(next.body.data.map(({ change }: Change) => change)).toEqual(['replicas', 'template']);
});

test('what was changed is told to nobody of another tenant or outside of a role', async () => {
  const { namespace, name } = await kube.deployment(1);
  await theChange(name, 1);
  const path = `/api/v1/workloads/Deployment/${namespace}/${name}/changes?cluster_id=${cluster}`;
  expect((await house.call(anna, 'GET', path)).body.total).toBe(1);
  const berta = await caller();
  const own = await house.register(berta, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  for (const who of [berta, await limitedTo(anna, [own])])
    expect(await house.call(who, 'GET', path)).toMatchObject({ status: 404 });
  const guest = await caller({ tenant: anna.tenantId, cloudspace_ids: [own], scopes: ['read'] });
  expect(await house.call(guest, 'GET', path)).toMatchObject({ status: 404 });
});

test('an issue of a workload is told with the nodes of its pods in trouble, and where those are not asked for', async () => {
  const node = await kube.reservedNode();
  const { namespace, name } = await kube.deployment(2, { node });
  await kube.client.patch(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`, {
    spec: {
      strategy: { type: 'Recreate', rollingUpdate: null },
      template: { metadata: { annotations: { 'wheelhouse.dev/behaviour': 'crash-loop' } } },
    },
  });
  const opened = await eventually(async () => {
    const [first] = (await toldAbout(name, 'issues')).filter(({ reason }) => reason === 'crash_loop');
    expect(first).toMatchObject({
      change: 'opened',
      severity: 'critical',
      object: { kind: 'Deployment', namespace, name },
      nodes: [node],
      all_on_nodes: true,
      expected: false,
    });
    return first;
  }, 60_000);
  expect(opened).toMatchObject({ count: 1 });
  await kube.cordon(node, true);
  const cordon = async () => (await toldAbout(node, 'issues')).filter(isCordon);
  await eventually(async () =>
    expect(await cordon()).toMatchObject([{ change: 'opened', nodes: [node], all_on_nodes: false }]),
  );
  await kube.cordon(node, false);
  await eventually(async () => expect((await cordon()).slice(1)).toMatchObject([{ change: 'resolved', nodes: [] }]));
});

/** A new node may for a moment not be ready either. */
function isCordon({ reason }: Change): boolean {
  return reason === 'node_cordoned';
}

test('whoever takes a cluster over tells what was done meanwhile, and nothing twice', async () => {
  const second = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(anna, second);
  const both = [cluster, second];
  const { namespace, name } = await kube.deployment(1);
  const node = await kube.node();
  await kube.cordon(node, true);
  const images = ['web'];
  const setImage = async () => {
    images.push(`web:${images.length}`);
    await kubectl('-n', namespace, 'set', 'image', `deployment/${name}`, `web=${images.at(-1)}`);
  };
  const holderOf = async (id: string) => {
    const rows = await house.db.look<{ holder: string }>(
      'SELECT holder FROM k8s_monitor.leases WHERE target = $1 AND leased_until > clock_timestamp()',
      [`cluster ${id}`],
    );
    return rows[0]?.holder ?? '';
  };
  await setImage();
  for (const round of ['one', 'two']) {
    const worker = await startProcess({
      modules: [k8sMonitorModule],
      peers: [k8sMonitorModule, platformModule],
      role: 'worker',
      environment: {
        ...house.environment,
        WORKER_NAME: round,
        PLATFORM_URL: house.addresses['platform'] ?? '',
        K8S_MONITOR_PORT: String(await freePort()),
      },
      version: 'test',
      log: makeLog({ level: house.environment['LOG_LEVEL'] ?? 'fatal' }),
    });
    workers.push(worker);
    await setImage();
    await eventually(async () => {
      const holders = await Promise.all(both.map(holderOf));
      expect(holders.some((holder) => holder.includes(`/${round}#`))).toBe(true);
    });
    await setImage();
    await worker.stop();
    workers.splice(workers.indexOf(worker), 1);
    await setImage();
  }
  for (const id of both) {
    const told = await eventually(async () => {
      const all = (await toldAbout(name, 'workload', id)).filter(({ change }) => change !== 'created');
      expect(all.at(-1)?.images.after).toEqual([images.at(-1)]);
      return all;
    });
    // Two changes within one round, or while nobody looked, are one; each begins where the one before ended.
    expect(told.map(({ change }) => change)).toEqual(told.map(() => 'template'));
    for (const [index, { images: now }] of told.entries())
      expect(now.before).toEqual(index === 0 ? ['web'] : told[index - 1]?.images.after);
    const cordon = (await toldAbout(node, 'issues', id)).filter(isCordon);
    expect(cordon).toMatchObject([{ change: 'opened', nodes: [node] }]);
    expect((await toldAbout(name, 'workload', id)).filter(({ change }) => change === 'created')).toHaveLength(1);
  }
});
