import { type Answer, asOwner, type Caller, caller, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { health as healthShape } from '../src/health/schema.ts';
import { kubeconfigOf, type MonitorHouse, startMonitor } from './house.ts';

/** The real clusters, as they are told. Others use them too: only what this file made is looked at. */
let house: MonitorHouse;
let kube: Kube;
let kube2: Kube;
let anna: Caller;
let cluster: string;

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  kube2 = openKube('KUBE2_KUBECONFIG');
  anna = await caller();
  // A cluster that was just made has no nodes yet.
  await kube.node();
  cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await kube.close();
  await kube2.close();
});

interface Told {
  readonly id: string;
  readonly reason: string;
  readonly object: { readonly name: string };
  readonly score_impact: number;
}

const ofCluster = (id: string) => house.health(anna, `?cluster_id=${id}`);
const about = ({ body }: Answer, name: string): Told | undefined =>
  (body.issues as readonly Told[]).find(({ object }) => object.name === name);
const sumOf = (issues: readonly Told[]) => issues.reduce((sum, { score_impact: impact }) => sum + impact, 0);
const list = async (path: string) => (await house.call(anna, 'GET', path)).body;

describe('a registered cluster', () => {
  test('is told with its nodes, its score and what explains it', async () => {
    const { status, headers, body } = await ofCluster(cluster);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(Value.Errors(healthShape, body)).toEqual([]);
    expect(body).toMatchObject({ cluster_id: cluster, stale: false });
    expect(body.totalNodes).toBeGreaterThan(0);
    expect(body.readyNodes).toBeLessThanOrEqual(body.totalNodes);
    expect(Date.now() - Date.parse(body.observed_at)).toBeLessThan(10_000);
    expect(body.issues_total).toBeLessThanOrEqual(200);
    expect(body.healthScore).toBe(100 - sumOf(body.issues));
  });

  test('is the same without naming it, as long as it is the only one', async () => {
    expect((await house.health(anna)).body).toMatchObject({ cluster_id: cluster });
  });

  test('has an ETag that changes with what is told', async () => {
    const seen = await eventually(async () => {
      const [one, other] = [await ofCluster(cluster), await ofCluster(cluster)];
      expect(one.body).toEqual(other.body);
      expect(one.headers.get('etag')).toBe(other.headers.get('etag'));
      return one;
    });
    await eventually(async () => {
      const later = await ofCluster(cluster);
      expect(later.body.observed_at).not.toBe(seen.body.observed_at);
      expect(later.headers.get('etag')).not.toBe(seen.headers.get('etag'));
    });
  });
});

describe('a node of our own', () => {
  test('is cordoned: an issue within two seconds, which costs a point; uncordoned, it is resolved, and back it is the same', async () => {
    const node = await kube.node();
    await eventually(async () =>
      expect((await list(`/api/v1/nodes?cluster_id=${cluster}&q=${node}`)).data).toMatchObject([
        { name: node, status: 'Ready', cordoned: false, cluster_id: cluster },
      ]),
    );
    await kube.cordon(node, true);
    const first = await eventually(async () => {
      const told = await ofCluster(cluster);
      expect(about(told, node)).toMatchObject({
        reason: 'node_cordoned',
        score_impact: 1,
        count: 1,
        cluster_id: cluster,
      });
      return about(told, node);
    });
    expect((await list(`/api/v1/nodes?q=${node}`)).data).toMatchObject([{ cordoned: true }]);
    expect(await list(`/api/v1/issues/${first?.id}`)).toMatchObject({
      status: 'open',
      object: { kind: 'Node', name: node },
    });

    await kube.cordon(node, false);
    await eventually(async () => expect(about(await ofCluster(cluster), node)).toBeUndefined(), 2_000);
    const resolved = await list(`/api/v1/issues/${first?.id}`);
    expect(resolved.status).toBe('resolved');
    expect(Date.parse(resolved.resolved_at)).toBeGreaterThanOrEqual(Date.parse(resolved.first_seen));

    await kube.cordon(node, true);
    await eventually(
      async () => expect(about(await ofCluster(cluster), node)).toMatchObject({ id: first?.id, count: 2 }),
      2_000,
    );
    await kube.cordon(node, false);
    await eventually(async () => expect(about(await ofCluster(cluster), node)).toBeUndefined(), 2_000);
  });

  test('is not ready: visible within two seconds of the API server having it', async () => {
    const node = await kube.node();
    await eventually(async () => expect((await list(`/api/v1/nodes?q=${node}`)).total).toBe(1));
    await kube.behave(node, 'not-ready');
    await eventually(
      async () => expect(about(await ofCluster(cluster), node)).toMatchObject({ reason: 'node_not_ready' }),
      2_000,
    );
    // Where the cluster takes longer, it counts the node as silent before the node says so.
    const status = expect.stringMatching(/^(NotReady|Unknown)$/);
    expect((await list(`/api/v1/nodes?q=${node}`)).data).toMatchObject([{ status }]);
    await kube.behave(node, null);
    await eventually(async () => expect(about(await ofCluster(cluster), node)).toBeUndefined(), 2_000);
  });

  test('is listed with the UID its cluster knows it by', async () => {
    const node = await kube.node();
    const [before] = await eventually(async () => {
      const { data } = await list(`/api/v1/nodes?q=${node}`);
      expect(data).toHaveLength(1);
      return data;
    });
    const { metadata } = await kube.client.get<{ metadata: { uid: string } }>(`/api/v1/nodes/${node}`);
    expect(before.uid).toBe(metadata.uid);
  });
});

test('a workload of our own is listed as it becomes ready, and gone with its namespace', async () => {
  const { namespace, name } = await kube.deployment(2);
  await eventually(
    async () =>
      expect((await list(`/api/v1/workloads?cluster_id=${cluster}&namespace=${namespace}`)).data).toMatchObject([
        { kind: 'Deployment', name, desired: 2, ready: 2, available: 2, status: 'ok' },
      ]),
    30_000,
  );
  expect((await list(`/api/v1/workloads?namespace=${namespace}&kind=StatefulSet`)).total).toBe(0);
});

test('usage is told where the cluster has the metrics API, and its absence is an issue that costs nothing', async () => {
  const second = await house.register(anna, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  await house.observed(anna, second);
  await eventually(async () =>
    expect((await list(`/api/v1/issues?cluster_id=${second}&reason=not_visible`)).data).toMatchObject([
      { object: { kind: 'Cluster', name: 'metrics.k8s.io' }, severity: 'info', score_impact: 0 },
    ]),
  );
  await eventually(async () => {
    const { data } = await list(`/api/v1/nodes?cluster_id=${cluster}&limit=200`);
    expect(data.some(({ cpu_usage: used }: { cpu_usage: number | null }) => used !== null)).toBe(true);
  }, 60_000);
  expect((await list(`/api/v1/issues?cluster_id=${cluster}&reason=not_visible`)).total).toBe(0);
});

test('two clusters are told as one, and each by itself', async () => {
  const who = await caller();
  const ids = [
    await house.register(who, { kubeconfig: kubeconfigOf('KUBECONFIG') }),
    await house.register(who, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') }),
  ].toSorted();
  const each = [];
  for (const id of ids) each.push(await house.observed(who, id));
  await eventually(async () => {
    const told = await house.health(who);
    const [one, other] = await Promise.all(ids.map(async (id) => (await house.health(who, `?cluster_id=${id}`)).body));
    expect(Value.Errors(healthShape, told.body)).toEqual([]);
    expect(told.body).toMatchObject({
      healthScore: Math.min(one.healthScore, other.healthScore),
      readyNodes: one.readyNodes + other.readyNodes,
      totalNodes: one.totalNodes + other.totalNodes,
      issues_total: one.issues_total + other.issues_total,
      stale: false,
      clusters: [
        { cluster_id: ids[0], healthScore: one.healthScore, stale: false },
        { cluster_id: ids[1], healthScore: other.healthScore, stale: false },
      ],
    });
    const impacts = told.body.issues.map((issue: Told) => issue.score_impact);
    expect(impacts).toEqual(impacts.toSorted((a: number, b: number) => b - a));
  });
});

test('a cluster that is removed takes all of its rows along', async () => {
  const who = await caller();
  const id = await house.register(who, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  await house.observed(who, id);
  const rows = () =>
    asOwner(house.database.ownerUrl, async (client) => {
      const tables = ['watches', 'health', 'issues', 'nodes', 'workloads', 'scores', 'running_actions'];
      const counts = tables.map((table) => `(SELECT count(*) FROM k8s_monitor.${table} WHERE cluster_id = $1)`);
      const { rows: found } = await client.query<{ n: string }>(`SELECT ${counts.join(' + ')} AS n`, [id]);
      return Number(found[0]?.n);
    });
  expect(await rows()).toBeGreaterThan(3);
  const removed = await house.call(who, 'DELETE', `/api/v1/clusters/${id}`, { module: 'platform' });
  expect(removed.status).toBeLessThan(300);
  await eventually(async () => expect(await rows()).toBe(0));
  expect((await house.health(who, `?cluster_id=${id}`)).status).toBe(404);
  // And it stays so when whoever watched it has ended.
  await eventually(async () => {
    const held = await house.db.look('SELECT 1 FROM k8s_monitor.leases WHERE target = $1 AND leased_until > now()', [
      `cluster ${id}`,
    ]);
    expect(held).toHaveLength(0);
  });
  expect(await rows()).toBe(0);
});
