import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { openBroker, makeLog } from '@wheelhouse/kit';
import {
  type Caller,
  caller,
  eventually,
  type Kube,
  openKube,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentHome } from '../../../dev/seed/agent-home.ts';
import { k8sMonitorModule } from '../../k8s-monitor/src/module.ts';
import { platformModule } from '../../platform/src/module.ts';
import { decisionsExchange } from '../src/decisions/take.ts';
import { actionAgent } from '../src/module.ts';
import { decisionFor } from './decision.ts';

/** Two clusters with a node of the same name, and a worker each, in a process of its own with only the agent's rights. */
const names = ['kube', 'kube2'] as const;
let house: TestProcess;
let who: Caller;
const kubes: Kube[] = [];
const clusterIds: string[] = [];
const workers: ChildProcess[] = [];
const nodeName = `twin-${randomUUID()}`;

beforeAll(async () => {
  const noCredentials = () => Promise.reject(new Error('this process has no cluster'));
  house = await startTestProcess([actionAgent(noCredentials), platformModule, k8sMonitorModule], {
    environment: {
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    },
  });
  who = await caller();
  for (const name of names) {
    const kube = openKube(name === 'kube' ? 'KUBECONFIG' : 'KUBE2_KUBECONFIG');
    kubes.push(kube);
    await kube.node(nodeName);
    const body = { name, kubeconfig: kube.kubeconfig };
    const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
    if (made.status !== 201) throw new Error(`${name} was not registered: ${made.status}`);
    clusterIds.push(made.body.id);
    workers.push(await startWorker(name, made.body.id));
  }
  await eventually(async () => {
    const { body } = await house.call(who, 'GET', '/api/v1/clusters');
    const ready = body.data.filter((cluster: { ready: boolean }) => cluster.ready);
    if (ready.length < 2) throw new Error(`${ready.length} of 2 workers have come up`);
  });
});
afterAll(async () => {
  for (const worker of workers) {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  for (const kube of kubes) await kube.close();
  await house.stop();
});

async function startWorker(name: (typeof names)[number], clusterId: string): Promise<ChildProcess> {
  return spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
    env: {
      ...process.env,
      // That of the engines, which is nobody's to migrate here.
      MIGRATE_DATABASE_URL: '',
      ...house.environment,
      PLATFORM_URL: house.addresses['platform'],
      K8S_MONITOR_URL: house.addresses['k8s-monitor'],
      HOME: await agentHome(name),
      CLUSTER_ID: clusterId,
      WORKER_NAME: name,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

interface NodeObject {
  readonly spec?: { readonly unschedulable?: boolean };
}

async function cordoned(): Promise<readonly boolean[]> {
  const nodes = await Promise.all(kubes.map(({ client }) => client.get<NodeObject>(`/api/v1/nodes/${nodeName}`)));
  return nodes.map(({ spec }) => spec?.unschedulable === true);
}

async function endOf(find: (action: { readonly decision_id: string; readonly id: string }) => boolean) {
  return eventually(async () => {
    const { body } = await house.call(who, 'GET', '/api/v1/actions');
    const found = body.data.find(find);
    expect(found?.finished_at ?? null).not.toBeNull();
    return found;
  });
}

test('a decision reaches the cluster that it names, though the other has a node of the same name', async () => {
  const broker = openBroker(house.vhost.url, 'wheelhouse test', makeLog({ level: 'error' }));
  const target = { node_name: nodeName };
  const [, second = ''] = clusterIds;
  const decision = { ...decisionFor(who.tenantId, second), target };
  await eventually(() => broker.publish({ exchange: decisionsExchange, key: second, body: JSON.stringify(decision) }));
  await broker.close();
  const ended = await endOf(({ decision_id }) => decision_id === decision.decision_id);
  expect(ended).toMatchObject({ status: 'success', cluster_id: second });
  expect(await cordoned()).toEqual([false, true]);
});

describe('a call by hand', () => {
  test('names its cluster where there are several', async () => {
    const body = { node_name: nodeName };
    const answer = await house.call(who, 'POST', '/api/v1/actions/uncordon', { body });
    expect(answer).toMatchObject({ status: 422 });
    for (const id of clusterIds) expect(answer.body.error.message).toContain(id);
  });

  test('reaches that one alone', async () => {
    const [first = '', second = ''] = clusterIds;
    for (const kube of kubes) await kube.cordon(nodeName, true);
    expect(await cordoned()).toEqual([true, true]);
    const body = { node_name: nodeName, cluster_id: second };
    const answer = await house.call(who, 'POST', '/api/v1/actions/uncordon', { body });
    expect(answer).toMatchObject({ status: 202, body: { cluster_id: second, origin: 'manual' } });
    expect(await endOf(({ id }) => id === answer.body.id)).toMatchObject({ status: 'success' });
    expect(await cordoned()).toEqual([true, false]);
    expect(first).not.toBe(second);
  });
});

test('who is limited to one cluster sees, plans and decides only there', async () => {
  const [first = '', second = ''] = clusterIds;
  const limited = await caller({ tenant: who.tenantId, cluster_ids: [first] });
  const target = { node_name: nodeName };
  const plan = (cluster_id?: string) =>
    house.call(limited, 'POST', '/api/v1/actions/plan', {
      body: { action: 'uncordon_node', target, ...(cluster_id === undefined ? {} : { cluster_id }) },
    });
  expect(await plan()).toMatchObject({ status: 200, body: { cluster_id: first } });
  expect(await plan(second)).toMatchObject({ status: 404 });
  const { body: all } = await house.call(who, 'GET', `/api/v1/actions?cluster_id=${second}`);
  expect(all.total).toBeGreaterThan(0);
  const { body: seen } = await house.call(limited, 'GET', '/api/v1/actions');
  expect(seen).toMatchObject({ total: 0, data: [] });
  const [one] = all.data;
  expect(await house.call(limited, 'GET', `/api/v1/actions/${one.id}`)).toMatchObject({ status: 404 });
  for (const verb of ['approve', 'reject', 'cancel'])
    expect(await house.call(limited, 'POST', `/api/v1/actions/${one.id}/${verb}`, { body: {} })).toMatchObject({
      status: 404,
    });
});

test('credentials of another cluster than the one it is told are not used', async () => {
  const [first = ''] = clusterIds;
  const lines: string[] = [];
  const stray = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
    env: {
      ...process.env,
      // That of the engines, which is nobody's to migrate here.
      MIGRATE_DATABASE_URL: '',
      ...house.environment,
      LOG_LEVEL: 'info',
      PLATFORM_URL: house.addresses['platform'],
      K8S_MONITOR_URL: house.addresses['k8s-monitor'],
      HOME: await agentHome('kube2'),
      CLUSTER_ID: first,
      WORKER_NAME: 'stray',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stray.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')));
  try {
    await eventually(() => expect(lines.join('')).toContain('wrong_cluster'));
  } finally {
    stray.kill('SIGKILL');
    await once(stray, 'exit');
  }
});
