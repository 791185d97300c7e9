import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeLog, type RunningProcess, startProcess } from '@wheelhouse/kit';
import {
  type Answer,
  type Caller,
  caller,
  type ClusterRelay,
  eventually,
  freePort,
  type Kube,
  openKube,
  relayBefore,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModule } from '../../platform/src/module.ts';
import { k8sMonitorModule } from '../src/module.ts';
import { kubeconfigOf, type MonitorHouse, startMonitor } from './house.ts';

/** What happens to those who watch: cut off, taken over from, begun anew. */
let house: MonitorHouse;
let kube: Kube;
let relay: ClusterRelay;
let anna: Caller;
const workers: RunningProcess[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  relay = await relayBefore(kube.access);
  anna = await caller();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const worker of workers) await worker.stop();
  await house.stop();
  await relay.close();
  await kube.close();
});

interface Told {
  readonly id: string;
  readonly reason: string;
  readonly first_seen: string;
  readonly object: { readonly name: string };
}

const ofCluster = (id: string) => house.health(anna, `?cluster_id=${id}`);
/** That it is cordoned: a new one may for a moment not be ready either. */
const about = ({ body }: Answer, node: string) =>
  (body.issues as readonly Told[] | undefined)?.find(
    ({ object, reason }) => object.name === node && reason === 'node_cordoned',
  );

/** The issue about a node, as soon as it is told. */
const issueAbout = (cluster: string, node: string) =>
  eventually(async () => {
    const found = about(await ofCluster(cluster), node);
    expect(found).toBeDefined();
    return found;
  });

async function cordonedNode(): Promise<string> {
  const node = await kube.node();
  await kube.cordon(node, true);
  return node;
}

/** What a process needs that works beside the house. */
async function besides(name: string): Promise<Readonly<Record<string, string>>> {
  return {
    ...house.environment,
    WORKER_NAME: name,
    PLATFORM_URL: house.addresses['platform'] ?? '',
    K8S_MONITOR_PORT: String(await freePort()),
  };
}

async function startWorker(name: string): Promise<RunningProcess> {
  const worker = await startProcess({
    modules: [k8sMonitorModule],
    peers: [k8sMonitorModule, platformModule],
    role: 'worker',
    environment: await besides(name),
    version: 'test',
    log: makeLog({ level: house.environment['LOG_LEVEL'] ?? 'fatal' }),
  });
  workers.push(worker);
  return worker;
}

async function holdersOf(clusters: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await house.db.look<{ target: string; holder: string }>(
    'SELECT target, holder FROM k8s_monitor.leases WHERE target = ANY($1) AND leased_until > clock_timestamp()',
    [clusters.map((id) => `cluster ${id}`)],
  );
  return new Map(rows.map(({ target, holder }) => [target.slice('cluster '.length), holder]));
}

describe('a connection that is frozen', () => {
  test('stale from ten seconds on with the true observed_at, and fresh soon after it thaws', async () => {
    await kube.node();
    const cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG', relay.access.server) });
    await house.observed(anna, cluster);
    relay.freeze();
    const frozenAt = Date.now();
    await eventually(async () => expect((await ofCluster(cluster)).body.stale).toBe(true));
    const staleAfterMs = Date.now() - frozenAt;
    const { body } = await ofCluster(cluster);
    const observedAt = Date.parse(body.observed_at);
    expect(observedAt).toBeLessThanOrEqual(frozenAt + 250);
    expect(observedAt).toBeGreaterThan(frozenAt - 6_000);
    expect(staleAfterMs).toBeLessThan(10_500);
    expect(body.totalNodes).toBeGreaterThan(0);
    // What happens meanwhile is not known, and is not told.
    const node = await kube.node();
    await kube.cordon(node, true);
    await eventually(async () => expect((await ofCluster(cluster)).body.observed_at).toBe(body.observed_at));
    relay.thaw();
    await eventually(async () => {
      const told = await ofCluster(cluster);
      expect(told.body.stale).toBe(false);
      expect(about(told, node)).toBeDefined();
    });
  });
});

describe('many workers', () => {
  let clusters: readonly string[];
  beforeAll(async () => {
    const kubeconfig = kubeconfigOf('KUBECONFIG');
    clusters = [await house.register(anna, { kubeconfig }), await house.register(anna, { kubeconfig })];
    for (const id of clusters) await house.observed(anna, id);
  });

  const heldBy = async (worker: string) =>
    [...(await holdersOf(clusters))].filter(([, holder]) => holder.includes(`/${worker}#`)).map(([id]) => id);
  /** One of the two, as soon as this worker has written what it sees. */
  const takenBy = (worker: string) =>
    eventually(async () => {
      const [id = ''] = await heldBy(worker);
      const rows = await house.db.look(
        `SELECT 1 FROM k8s_monitor.watches AS w JOIN k8s_monitor.leases AS l ON l.target = 'cluster ' || w.cluster_id AND l.token = w.token
         WHERE cluster_id = $1 AND observed_at > now() - interval '4 seconds'`,
        [id === '' ? null : id],
      );
      expect(rows).toHaveLength(1);
      return id;
    });
  const isSame = async (cluster: string, node: string, { id, first_seen }: Partial<Told> = {}) =>
    expect(about(await ofCluster(cluster), node)).toMatchObject({ id, first_seen, count: 1 });

  test('share the clusters; what one that stops has watched is taken over, and issues go on', async () => {
    const node = await cordonedNode();
    const issues = new Map<string, Told | undefined>();
    for (const id of clusters) issues.set(id, await issueAbout(id, node));
    const worker = await startWorker('second');
    const moved = await takenBy('second');
    expect(await heldBy('second')).toEqual([moved]);
    await isSame(moved, node, issues.get(moved));
    await worker.stop();
    workers.splice(workers.indexOf(worker), 1);
    await eventually(async () => expect((await holdersOf(clusters)).size).toBe(2));
    expect(await heldBy('second')).toEqual([]);
    await isSame(moved, node, issues.get(moved));
    await kube.cordon(node, false);
    await eventually(async () => expect(about(await ofCluster(moved), node)).toBeUndefined());
    await kube.cordon(node, true);
    const again = { id: issues.get(moved)?.id, count: 2 };
    await eventually(async () => expect(about(await ofCluster(moved), node)).toMatchObject(again));
  });

  test('one that is killed is taken over from when its leases have run out, and issues go on', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
      env: await besides('killed'),
      stdio: 'ignore',
    });
    children.push(child);
    const ended = once(child, 'exit');
    const moved = await takenBy('killed');
    const node = await cordonedNode();
    const issue = await issueAbout(moved, node);
    child.kill('SIGKILL');
    await ended;
    const killedAt = Date.now();
    await kube.cordon(node, false);
    await eventually(async () => expect(about(await ofCluster(moved), node)).toBeUndefined());
    expect(Date.now() - killedAt).toBeLessThan(25_000);
    expect((await ofCluster(moved)).body.stale).toBe(false);
    const resolved = await house.call(anna, 'GET', `/api/v1/issues/${issue?.id}`);
    expect(resolved.body).toMatchObject({ status: 'resolved', first_seen: issue?.first_seen, count: 1 });
  });
});

describe('credentials', () => {
  test('that are changed are used within seconds, and those that fail are told of in words', async () => {
    const who = await caller();
    const cluster = await house.register(who, {
      server: kube.access.server,
      token: 'of-nobody',
      certificate_authority: authority(),
    });
    await eventually(async () => {
      const told = await house.health(who, `?cluster_id=${cluster}`);
      expect(told.status).toBe(503);
      expect(told.body.error.message).toMatch(/never been observed: nodes: /);
    });
    const path = `/api/v1/clusters/${cluster}`;
    const changed = await house.call(who, 'PATCH', path, {
      module: 'platform',
      body: { kubeconfig: kubeconfigOf('KUBECONFIG') },
    });
    expect(changed).toMatchObject({ status: 200 });
    expect(await house.observed(who, cluster)).toMatchObject({ stale: false });
  });
});

function authority(): string {
  const config = JSON.parse(kubeconfigOf('KUBECONFIG')) as {
    clusters: { cluster: { 'certificate-authority-data': string } }[];
  };
  return Buffer.from(config.clusters[0]?.cluster['certificate-authority-data'] ?? '', 'base64').toString();
}
