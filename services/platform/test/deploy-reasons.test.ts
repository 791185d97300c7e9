import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, asOwner, type ClusterRelay, deployAccess, eventually, relayBefore } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apps, type AppsHouse, becomesLive, cloudspaces, onNode, startApps } from './apps-house.ts';

/** What ends a deployment is told as what it was. On nodes that only say that pods run; the clock is put ahead. */
let house: AppsHouse;
let relay: ClusterRelay;
let node = '';
const minute = 60_000;

beforeAll(async () => {
  relay = await relayBefore((await deployAccess()).access);
  const place = async (kube: AppsHouse['kube']) => {
    node = await kube.reservedNode();
    return onNode(node);
  };
  house = await startApps(place, {}, { relay });
});
afterEach(() => relay.thaw());
afterAll(async () => {
  await house.stop();
  await relay.close();
});

const pathOf = (name: string, kind = 'deployments', namespace = house.cloudspace.namespace) => {
  const group = { deployments: 'apis/apps/v1', poddisruptionbudgets: 'apis/policy/v1' }[kind] ?? 'api/v1';
  return `/${group}/namespaces/${namespace}/${kind}/${name}`;
};
const held = { metadata: { finalizers: ['example.com/hold'] } };
const released = { metadata: { finalizers: null } };

async function deleteByHand(path: string): Promise<void> {
  const { metadata } = await house.kube.client.get<{ metadata: { uid: string } }>(path);
  await house.kube.client.delete(path, { uid: metadata.uid });
}

/** It will not go before somebody releases it. */
async function deleteHeld(path: string): Promise<void> {
  await house.kube.client.patch(path, held);
  await deleteByHand(path);
}

async function made(name: string, more: object = {}): Promise<string> {
  const body = { name, source: { type: 'image', image: 'web:1' }, rollback_on_failure: false, ...more };
  const answer = await house.create(body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function live(name: string, more: object = {}): Promise<string> {
  const id = await made(name, more);
  await becomesLive(house, id);
  return id;
}

/** While nothing comes through to the cluster. */
async function syncing(id: string): Promise<void> {
  relay.freeze();
  await house.ask('PATCH', `${apps}/${id}`, { env: { CHANGED: String(Date.now()) } });
  await house.appBecomes(id, { phase: 'Syncing' });
}

async function failed(id: string, reason: string): Promise<Answer['body']> {
  const { revision } = await house.appBecomes(id, { phase: 'Failed' });
  const { body } = await house.ask('GET', `${apps}/${id}/deployments/${revision}`);
  expect(body).toMatchObject({ phase: 'Failed', reason });
  return body;
}

describe('an object that is being deleted and does not go: stuck_terminating', () => {
  test('in Syncing', async () => {
    const id = await live('held');
    await deleteHeld(pathOf('held'));
    await house.ask('PATCH', `${apps}/${id}`, { env: { A: '1' } });
    await house.appBecomes(id, { phase: 'Syncing' });
    house.advance(2 * minute);
    const { message } = await failed(id, 'stuck_terminating');
    expect(message).toContain('Deployment held is still being deleted, held by example.com/hold. Some of the changes');
    await house.kube.client.patch(pathOf('held'), released);
  });

  test('in RollingOut', async () => {
    const id = await made('held-rolling', { resources: { cpu_request: '1000' } });
    await house.appBecomes(id, { phase: 'RollingOut' });
    await deleteHeld(pathOf('held-rolling'));
    await eventually(async () =>
      expect((await house.app(id)).deployment.progress).toBe('Its Deployment is being deleted.'),
    );
    house.advance(10 * minute);
    expect((await failed(id, 'stuck_terminating')).message).toContain('held by example.com/hold');
    await house.kube.client.patch(pathOf('held-rolling'), released);
  });

  test('in Verifying, where it would else be Live', async () => {
    const id = await made('held-verifying');
    await house.appBecomes(id, { phase: 'Verifying' });
    await deleteHeld(pathOf('held-verifying'));
    house.advance(minute);
    // Longer than between two looks.
    await wait(3_000);
    expect(await house.app(id)).toMatchObject({ phase: 'Verifying' });
    house.advance(minute);
    await failed(id, 'stuck_terminating');
    await house.kube.client.patch(pathOf('held-verifying'), released);
  });

  test('an old pod, where the new ones wait for it', async () => {
    const id = await live('recreated', { strategy: 'recreate' });
    const pods = `/api/v1/namespaces/${house.cloudspace.namespace}/pods?labelSelector=wheelhouse.dev/app=${id}`;
    const { items } = await house.kube.client.get<{ items: readonly { metadata: { name: string } }[] }>(pods);
    const pod = items[0]?.metadata.name ?? '';
    await house.kube.client.patch(pathOf(pod, 'pods'), held);
    await house.ask('PATCH', `${apps}/${id}`, { env: { A: '1' } });
    await house.appBecomes(id, { phase: 'RollingOut' });
    await eventually(async () =>
      expect(await house.kube.client.get(pathOf(pod, 'pods'))).toMatchObject({
        metadata: { deletionTimestamp: expect.anything() },
      }),
    );
    house.advance(10 * minute);
    expect((await failed(id, 'stuck_terminating')).message).toContain(`Pod ${pod} is still being deleted, held by`);
    await house.kube.client.patch(pathOf(pod, 'pods'), released);
  });
});

describe('an object that somebody else keeps changing', () => {
  test('conflict, at the deadline', async () => {
    const id = await live('fought');
    await syncing(id);
    await asOwner(house.database.ownerUrl, async (owner) => {
      // Whoever deploys holds still between reading an object and changing it.
      await owner.query('BEGIN');
      await owner.query('SELECT FROM platform.apps WHERE id = $1 FOR UPDATE', [id]);
      relay.thaw();
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect((await owner.query(waiting)).rowCount).toBeGreaterThan(0));
      const theirs = { metadata: { annotations: { changed: 'by another' } } };
      await house.kube.client.patch(pathOf('fought', 'poddisruptionbudgets'), theirs);
      house.advance(2 * minute);
      await owner.query('COMMIT');
    });
    const { message } = await failed(id, 'conflict');
    expect(message).toMatch(/^Something else keeps changing an object of the app\. .*has been modified/);
  });
});

describe('a namespace that is deleted by hand', () => {
  const elsewhere = async (name: string) => {
    const { body } = await house.ask('POST', cloudspaces, {
      name,
      cluster_id: house.clusterId,
      placement: onNode(node),
    });
    await eventually(async () =>
      expect((await house.ask('GET', `${cloudspaces}/${body.id}`)).body).toMatchObject({ phase: 'Ready' }),
    );
    return body.id as string;
  };
  const isGone = (namespace: string) =>
    eventually(async () =>
      expect(house.kube.client.get(`/api/v1/namespaces/${namespace}`)).rejects.toThrow('not found'),
    );

  test('with our role in it: namespace_gone, not rights_missing; and an app in it can be deleted', async () => {
    const namespace = `gone-${crypto.randomUUID().slice(0, 8)}`;
    const id = await live('orphaned', { cloudspace_id: await elsewhere(namespace) });
    await syncing(id);
    await deleteByHand(`/api/v1/namespaces/${namespace}`);
    await isGone(namespace);
    relay.thaw();
    await failed(id, 'namespace_gone');
    expect((await house.ask('DELETE', `${apps}/${id}`)).status).toBe(202);
    await eventually(async () => expect((await house.ask('GET', `${apps}/${id}`)).status).toBe(404));
  });
});

describe('what breaks while the app is asked', () => {
  /** What an address of no pod is answered with, if at all, is no answer of an app. */
  const asked = { port: 8080, health_check: { path: '/' } };

  test('a pod that no node takes any more: unschedulable, not not_reachable', async () => {
    const id = await made('displaced', asked);
    await house.appBecomes(id, { phase: 'Verifying' });
    await house.kube.cordon(node, true);
    const selector = `labelSelector=wheelhouse.dev/app=${id}`;
    const inside = `/api/v1/namespaces/${house.cloudspace.namespace}`;
    const { items } = await house.kube.client.get<{ items: readonly { metadata: { name: string } }[] }>(
      `${inside}/pods?${selector}`,
    );
    await deleteByHand(`${inside}/pods/${items[0]?.metadata.name}`);
    await eventually(async () => {
      const pods = await house.kube.client.get<Answer['body']>(`${inside}/pods?${selector}`);
      expect(JSON.stringify(pods.items.map(({ status }: Answer['body']) => status))).toContain('Unschedulable');
    });
    house.advance(2 * minute);
    try {
      await failed(id, 'unschedulable');
    } finally {
      await house.kube.cordon(node, false);
    }
  });

  test('its Service, deleted by hand: not_reachable, at the deadline', async () => {
    const id = await made('serviceless', asked);
    await house.appBecomes(id, { phase: 'Verifying' });
    await deleteByHand(pathOf('serviceless', 'services'));
    await eventually(async () =>
      expect((await house.app(id)).deployment.progress).toContain('services "serviceless" not found'),
    );
    house.advance(2 * minute);
    expect((await failed(id, 'not_reachable')).message).toContain('services "serviceless" not found');
  });
});
