import { randomUUID } from 'node:crypto';
import { makeIds, type Reach, systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancel } from '../src/actions/end.ts';
import { engage, release } from '../src/guards/kill-switch-store.ts';
import { type Drained, type DrainHouse, type Happenings, startDrains } from './drain-house.ts';
import { allReady, makePool, type Pool } from './drain-objects.ts';
import { openGuards, setGuards } from './open-guards.ts';

let house: DrainHouse;
let pool: Pool;

beforeAll(async () => {
  house = await startDrains();
});
afterAll(() => house.stop());
beforeEach(async () => {
  pool = await makePool(house.kube);
});
afterEach(() => pool.remove());

/** One of the present month, for the partition of actions. */
const idOf = makeIds(systemClock);
const user = { type: 'user', id: randomUUID() } as const;

async function nodeWith(...names: readonly string[]): Promise<string> {
  const node = await pool.node();
  for (const name of names) await pool.pod(name, node);
  await allReady(pool, names.length);
  return node;
}

const isCordoned = async (node: string) => {
  const { spec } = await house.kube.client.get<{ spec: { unschedulable?: boolean } }>(`/api/v1/nodes/${node}`);
  return spec.unschedulable === true;
};

describe('between two evictions', () => {
  test('whoever cancels it stops it', async () => {
    const node = await nodeWith('a', 'b', 'c');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reach that has no limits
    const reach = { mustReachCluster: () => undefined } as unknown as Reach;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what ending an action needs
    const context = {
      clock: { now: () => new Date() },
      settings: { EXTERNAL_URL: 'https://wheelhouse.example.test' },
      emit: async () => undefined,
      emitMessage: async () => undefined,
    } as unknown as Parameters<typeof cancel>[1];
    const id = idOf();
    const stop = async () => {
      await house.db.tenant(house.tenantId, (db) => cancel(db, context, id, { reach, actor: user }));
    };
    const { row, asked } = await house.drain(node, { afterEviction: stop, more: { id } });
    expect(asked.map(({ pod }) => pod)).toEqual(['a']);
    expect(row).toMatchObject({
      status: 'canceled',
      canceled_by: user,
      error: {
        code: 'canceled',
        message: `The drain was canceled; 0 of 3 pods are gone. Node ${node} stays cordoned.`,
      },
      details: { pods: [{ pod: 'a', status: 'evicting' }, { pod: 'b', status: 'waiting' }, { pod: 'c' }] },
    });
    expect(await isCordoned(node)).toBe(true);
  });

  test('the kill switch stops it', async () => {
    const node = await nodeWith('a', 'b', 'c');
    const engaged = { cluster_id: house.clusterId, engaged_at: new Date(), engaged_by: user, reason: 'a test' };
    const stop = async () => {
      await house.db.tenant(house.tenantId, (db) => engage(db, engaged));
    };
    const { row, asked } = await house.drain(node, { afterEviction: stop });
    await house.db.tenant(house.tenantId, (db) => release(db, house.clusterId));
    expect(asked.map(({ pod }) => pod)).toEqual(['a']);
    expect(row).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'kill_switch' },
      details: { pods: [{ pod: 'a', attempts: 1 }, { pod: 'b', status: 'waiting', attempts: 0 }, { pod: 'c' }] },
    });
    expect(row.error?.message).toMatch(new RegExp(`Node ${node} stays cordoned\\.$`));
  });
});

describe('a worker that dies', () => {
  class Died extends Error {}
  const die = (pod: string) => async (asked: string) => {
    if (asked === pod) throw new Died();
  };

  /** The first life, and then the one that takes over. */
  async function twice(node: string, happenings: Happenings): Promise<Drained> {
    const id = idOf();
    await expect(house.drain(node, { ...happenings, more: { id } })).rejects.toThrow(Died);
    return house.drain(node, { id });
  }

  test('before its request leaves a pod that is evicted once', async () => {
    const node = await nodeWith('a', 'b', 'c');
    const second = await twice(node, { beforeEviction: die('b') });
    expect(second.asked.map(({ pod, status }) => [pod, status])).toEqual([
      ['b', 201],
      ['c', 201],
    ]);
    expect(second.row).toMatchObject({
      status: 'success',
      details: { pods: [{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }] },
    });
  });

  test('before it has written the answer leaves a pod that is not evicted again', async () => {
    const node = await nodeWith('a', 'b', 'c');
    const second = await twice(node, { afterEviction: die('b') });
    expect(second.asked.map(({ pod }) => pod)).toEqual(['c']);
    expect(second.row).toMatchObject({
      status: 'success',
      details: { pods: [{ pod: 'a' }, { pod: 'b', status: 'evicted', attempts: 1 }, { pod: 'c' }] },
    });
  });

  test('between two attempts leaves its waits and attempts', async () => {
    const node = await nodeWith('held');
    await pool.budget('held', 'held', { minAvailable: 1 });
    await pool.setBudget('held', { minAvailable: 1 }, 0);
    const leave = async () => {
      throw new Died();
    };
    const second = await twice(node, { at: { 20: leave } });
    // Three attempts were its predecessor's.
    expect(second.asked).toHaveLength(2);
    expect(second.row).toMatchObject({
      status: 'failed',
      error: { code: 'eviction_blocked' },
      details: { pods: [{ attempts: 5 }] },
    });
  });
});

describe('before it begins', () => {
  test('an automated one is refused where a pod has no controller, and the node is not cordoned', async () => {
    const node = await nodeWith('bare');
    const more = { origin: 'decision', decision_id: randomUUID() } as const;
    const { row, asked } = await house.drain(node, { more });
    expect(asked).toEqual([]);
    expect(row).toMatchObject({ status: 'failed', result: 'refused', error: { code: 'no_controller' } });
    expect(row.error?.message).toContain(`${pool.namespace}/bare`);
    expect(row.error?.message).toMatch(/was not cordoned\.$/);
    expect(await isCordoned(node)).toBe(false);
  });

  test('where the tenant has agreed to that, it goes on and evicts the pod', async () => {
    const node = await nodeWith('bare');
    await setGuards(house.db, house.tenantId, { ...openGuards, automated_unmanaged_pods: true });
    const more = { origin: 'decision', decision_id: randomUUID() } as const;
    const { row, asked } = await house.drain(node, { more });
    await setGuards(house.db, house.tenantId, {});
    expect(asked.map(({ pod, status }) => [pod, status])).toEqual([['bare', 201]]);
    expect(row).toMatchObject({
      status: 'success',
      plan: { refused: null, warnings: [{ code: 'no_controller' }] },
      details: { pods: [{ pod: 'bare', status: 'evicted' }] },
    });
  });

  test.each([false, true])('in dry mode nothing is changed (cordoned before: %s)', async (wasCordoned) => {
    const node = await nodeWith('a');
    await house.kube.cordon(node, wasCordoned);
    await setGuards(house.db, house.tenantId, { dry_mode: true });
    const { row, asked } = await house.drain(node);
    await setGuards(house.db, house.tenantId, {});
    expect([row.status, row.result, asked.length]).toEqual(['success', 'dry_run', 0]);
    expect(await isCordoned(node)).toBe(wasCordoned);
  });
});

test('pods of DaemonSets and mirror pods stay, finished ones go, and those that end are only waited for', async () => {
  const node = await nodeWith();
  await house.kube.client.create(`/apis/apps/v1/namespaces/${pool.namespace}/daemonsets`, {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: {
          containers: [{ name: 'web', image: 'web' }],
          nodeSelector: { 'wheelhouse.dev/test-pool': pool.name },
          tolerations: [{ operator: 'Exists' }],
        },
      },
    },
  });
  await pool.pod('static', node, { annotations: { 'kubernetes.io/config.mirror': 'x' } });
  await pool.pod('finished', node, { annotations: { 'wheelhouse.dev/behaviour': 'fail' } });
  await pool.pod('ending', node, { finalizers: ['example.test/hold'] });
  await eventually(async () => {
    const all = await pool.pods();
    expect(all).toHaveLength(4);
    expect(all.find(({ metadata }) => metadata.name === 'finished')?.status?.phase).toBe('Failed');
  });
  const ending = (await pool.pods()).find(({ metadata }) => metadata.name === 'ending');
  await house.kube.client.delete(`/api/v1/namespaces/${pool.namespace}/pods/ending`, {
    uid: ending?.metadata.uid ?? '',
  });
  const letGo = () => pool.patchPod('ending', { metadata: { finalizers: null } });
  const { row, asked } = await house.drain(node, { at: { 3: letGo } });
  expect(row).toMatchObject({ status: 'success', details: { drain: { counts: { evicted: 2, skipped: 2 } } } });
  expect(asked.map(({ pod }) => pod)).toEqual(['finished']);
  const byName = new Map(row.details.pods?.map((pod) => [pod.pod.replace(/^agent-.*/, 'agent'), pod]));
  expect(byName.get('agent')).toMatchObject({ status: 'skipped', reason: 'belongs to a DaemonSet' });
  expect(byName.get('static')).toMatchObject({ status: 'skipped', reason: 'mirror pod of a static pod' });
  expect(byName.get('ending')).toMatchObject({ status: 'evicted', attempts: 0 });
  expect(row.plan?.drain?.remains).toBe('1 pod of DaemonSets and 1 mirror pod stay.');
});
