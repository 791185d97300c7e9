import { type Caller, caller, eventually } from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { health as healthShape } from '../src/health/schema.ts';
import { limitedTo, type MonitorHouse, nobody, startMonitor } from './house.ts';
import { issueOf, seedHealth } from './rows.ts';
import { follow } from './stream.ts';

/** What is told of clusters, whoever watches them: their rows are written here as a watcher would. */
let house: MonitorHouse;

beforeAll(async () => {
  house = await startMonitor();
});
afterAll(() => house.stop());

const neverMade = '019cad8f-0000-7000-8000-000000000000';
const health = (who: Caller, query?: string) => house.health(who, query);

async function clustersOf(who: Caller, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await house.register(who, nobody));
  return ids;
}

describe('without anything to tell', () => {
  test('no cluster: 404, and how to register one', async () => {
    const told = await health(await caller());
    expect(told).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(told.body.error.message).toContain('POST /platform/api/v1/clusters');
  });

  test('never observed: 503, with why and what to do', async () => {
    const who = await caller();
    const [id] = await clustersOf(who, 1);
    await eventually(async () => {
      const told = await health(who, `?cluster_id=${id}`);
      expect(told).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(told.body.error.message).toMatch(/never been observed: nodes: .*127\.0\.0\.1:9/);
      expect(told.headers.get('retry-after')).toBe('5');
    });
  });

  test('what is no cluster id is refused', async () => {
    expect(await health(await caller(), '?cluster_id=first')).toMatchObject({ status: 400 });
  });
});

describe('several clusters', () => {
  test('the lowest score, nodes summed, greatest impact first, the oldest sign of life', async () => {
    const who = await caller();
    const [a = '', b = ''] = await clustersOf(who, 2);
    const [older, newer] = [new Date(Date.now() - 5_000), new Date()];
    await seedHealth(house, who.tenantId, a, {
      score: 95,
      ready: 2,
      total: 3,
      issues: [issueOf(a, 1, 'n1'), issueOf(a, 4, 'n2')],
      observedAt: older,
    });
    await seedHealth(house, who.tenantId, b, {
      score: 98,
      ready: 5,
      total: 5,
      issues: [issueOf(b, 2, 'n1')],
      observedAt: newer,
    });
    const { body } = await health(who);
    expect(Value.Errors(healthShape, body)).toEqual([]);
    expect(body).toMatchObject({
      healthScore: 95,
      readyNodes: 7,
      totalNodes: 8,
      issues_total: 3,
      observed_at: older.toISOString(),
      stale: false,
      issues: [
        { cluster_id: a, score_impact: 4, last_seen: older.toISOString() },
        { cluster_id: b, score_impact: 2, last_seen: newer.toISOString() },
        { cluster_id: a, score_impact: 1, message: 'said "last_seen":null' },
      ],
    });
    expect(body.cluster_id).toBeUndefined();
  });

  test('one that was never observed makes it stale, and has no score', async () => {
    const who = await caller();
    const [a = '', b = ''] = await clustersOf(who, 2);
    await seedHealth(house, who.tenantId, a, { score: 80 });
    const { body } = await health(who);
    expect(body).toMatchObject({ healthScore: 80, stale: true });
    expect(body.clusters).toContainEqual({ cluster_id: b, healthScore: null, stale: true });
  });

  test('with the ETag of the last response: 304 until it was observed again', async () => {
    const who = await caller();
    const [a = ''] = await clustersOf(who, 1);
    await seedHealth(house, who.tenantId, a, { score: 80 });
    const etag = (await health(who)).headers.get('etag') ?? '';
    const again = () => house.call(who, 'GET', '/api/health', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await seedHealth(house, who.tenantId, a, { score: 70 });
    expect(await again()).toMatchObject({ status: 200, body: { healthScore: 70 } });
  });

  test('stale from ten seconds on, with the rest as last known', async () => {
    const who = await caller();
    const [a = ''] = await clustersOf(who, 1);
    const seen = new Date(Date.now() - 11_000);
    await seedHealth(house, who.tenantId, a, { score: 80, observedAt: seen });
    expect((await health(who)).body).toMatchObject({ stale: true, observed_at: seen.toISOString(), healthScore: 80 });
  });
});

describe('nobody is told of what is not theirs', () => {
  test("another tenant's cluster is as one that never was", async () => {
    const [anna, berta] = [await caller(), await caller()];
    const [mine = ''] = await clustersOf(anna, 1);
    await seedHealth(house, anna.tenantId, mine);
    for (const path of ['/api/health', '/api/health/stream', '/api/health/history']) {
      const foreign = await house.call(berta, 'GET', `${path}?cluster_id=${mine}`);
      const never = await house.call(berta, 'GET', `${path}?cluster_id=${neverMade}`);
      expect([path, foreign.status]).toEqual([path, 404]);
      expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    }
    expect((await health(berta)).status).toBe(404);
  });

  test('a role limited to one of three clusters sees that one alone, by name, without and in the stream', async () => {
    const anna = await caller();
    const [a = '', b = '', c = ''] = await clustersOf(anna, 3);
    for (const [id, score] of [
      [a, 50],
      [b, 60],
      [c, 70],
    ] as const)
      await seedHealth(house, anna.tenantId, id, { score, issues: [issueOf(id, 1, `node-of-${id}`)] });
    const berta = await limitedTo(anna, [b]);
    const told = await health(berta);
    expect(told.body).toMatchObject({ healthScore: 60, cluster_id: b, issues_total: 1 });
    for (const other of [a, c]) {
      expect((await health(berta, `?cluster_id=${other}`)).status).toBe(404);
      expect(JSON.stringify(told.body)).not.toContain(other);
    }
    const stream = await follow(house, berta, '');
    const [snapshot] = await stream.upTo(1);
    expect(snapshot).toMatchObject({ event: 'snapshot', data: { cluster_id: b, healthScore: 60 } });
    await seedHealth(house, anna.tenantId, a, { score: 10 });
    await seedHealth(house, anna.tenantId, b, { score: 61 });
    const [, changed] = await stream.upTo(2);
    expect(changed).toMatchObject({ event: 'changed', data: { cluster_id: b, healthScore: 61 } });
    stream.close();
    const nobodys = await limitedTo(anna, [neverMade]);
    expect((await health(nobodys)).status).toBe(404);
  });
});

describe('a stream', () => {
  test('begins with a snapshot and tells a change, that it becomes stale, and that the cluster is gone', async () => {
    const who = await caller();
    const [id = ''] = await clustersOf(who, 1);
    await seedHealth(house, who.tenantId, id, { score: 90 });
    const stream = await follow(house, who, `?cluster_id=${id}`);
    expect(await stream.upTo(1)).toMatchObject([{ event: 'snapshot', data: { healthScore: 90, stale: false } }]);
    await seedHealth(house, who.tenantId, id, { score: 85, observedAt: new Date(Date.now() - 7_000) });
    expect((await stream.upTo(2))[1]).toMatchObject({ event: 'changed', data: { healthScore: 85, stale: false } });
    expect((await stream.upTo(3))[2]).toMatchObject({ event: 'changed', data: { healthScore: 85, stale: true } });
    await house.call(who, 'DELETE', `/api/v1/clusters/${id}`, { module: 'platform' });
    expect((await stream.upTo(4))[3]).toMatchObject({ event: 'removed', id: 'removed' });
    await stream.ended;
    const over = await house.call(who, 'GET', `/api/health/stream?cluster_id=${id}`, {
      headers: { 'last-event-id': 'removed' },
    });
    expect(over.status).toBe(204);
  });

  test('that is resumed begins with how it is now', async () => {
    const who = await caller();
    const [id = ''] = await clustersOf(who, 1);
    await seedHealth(house, who.tenantId, id, { score: 90 });
    const first = await follow(house, who, '');
    const [seen] = await first.upTo(1);
    first.close();
    const again = await follow(house, who, `?after=${seen?.id}`);
    expect(await again.upTo(1)).toMatchObject([{ event: 'snapshot', data: { healthScore: 90 } }]);
    again.close();
  });

  test('of what was never observed is 503, and of nothing 404', async () => {
    const who = await caller();
    expect((await house.call(who, 'GET', '/api/health/stream')).status).toBe(404);
    await clustersOf(who, 1);
    expect((await house.call(who, 'GET', '/api/health/stream')).status).toBe(503);
  });
});

describe('a module', () => {
  const asModule = (sub: string, tenant?: string) =>
    caller({ kind: 'module', sub, cid: sub, audience: 'k8s-monitor', scopes: [], ...(tenant && { tenant }) });

  test('that compares scores reads the health of the tenant it names, and of no other', async () => {
    const [who, other] = [await caller(), await caller()];
    const [id = ''] = await clustersOf(who, 1);
    await seedHealth(house, who.tenantId, id, { score: 88, ready: 1, total: 1, issues: [], observedAt: new Date() });
    const read = (token: Caller) => house.call(token, 'GET', `/api/health?cluster_id=${id}`);
    expect(await read(await asModule('action-agent', who.tenantId))).toMatchObject({
      status: 200,
      body: { healthScore: 88, cluster_id: id },
    });
    expect(await read(await asModule('action-agent', other.tenantId))).toMatchObject({ status: 404 });
    expect(await read(await asModule('webhooks', who.tenantId))).toMatchObject({ status: 403 });
    const elsewhere = { kind: 'module', sub: 'action-agent', cid: 'action-agent', tenant: who.tenantId } as const;
    expect(await read(await caller({ ...elsewhere, audience: 'platform' }))).toMatchObject({ status: 401 });
    const stream = house.call(await asModule('action-agent', who.tenantId), 'GET', '/api/health/stream');
    expect(await stream).toMatchObject({ status: 403 });
  });
});
