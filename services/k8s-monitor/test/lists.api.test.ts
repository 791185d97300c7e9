import { asOwner, type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitedTo, type MonitorHouse, nobody, startMonitor } from './house.ts';
import { seedIssue, seedNode, seedWorkload } from './rows.ts';

/** Issues, nodes and workloads as lists. Their rows are written here as a watcher would. */
let house: MonitorHouse;
let anna: Caller;
let a: string;
let b: string;

beforeAll(async () => {
  house = await startMonitor();
  anna = await caller();
  [a, b] = [await house.register(anna, nobody), await house.register(anna, nobody)];
});
afterAll(() => house.stop());

const get = (who: Caller, path: string) => house.call(who, 'GET', path);

async function walk(who: Caller, path: string): Promise<{ names: string[]; totals: number[] }> {
  const names: string[] = [];
  const totals: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await get(who, `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    names.push(...body.data.map((row: { name?: string; object?: { name: string } }) => row.name ?? row.object?.name));
    totals.push(body.total);
    if (body.next_cursor === null) return { names, totals };
    cursor = body.next_cursor;
  }
}

describe('issues', () => {
  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1) await seedIssue(house, anna.tenantId, a, { name: `i${index}` });
    await seedIssue(house, anna.tenantId, a, {
      name: 'i5',
      severity: 'critical',
      reason: 'crash_loop',
      category: 'workloads',
      namespace: 'shop',
    });
    await seedIssue(house, anna.tenantId, a, { name: 'i6', status: 'resolved' });
    await seedIssue(house, anna.tenantId, b, { name: 'i7' });
  });

  test('the open ones, newest first, page by page, with an exact total', async () => {
    expect(await walk(anna, '/api/v1/issues?limit=3')).toEqual({
      names: ['i7', 'i5', 'i4', 'i3', 'i2', 'i1', 'i0'],
      totals: [7, 7, 7],
    });
  });

  test.for([
    ['cluster_id={b}', ['i7']],
    ['cluster_id={a},{b}&severity=critical', ['i5']],
    ['status=resolved', ['i6']],
    ['status=open,resolved&cluster_id={a}&limit=2', ['i6', 'i5'], 7],
    ['category=workloads', ['i5']],
    ['reason=crash_loop,other', ['i5']],
    ['namespace=shop', ['i5']],
    ['severity=warning', []],
  ] as readonly (readonly [string, readonly string[], number?])[])(
    '%s',
    async ([query, names, total = names.length]) => {
      const { body } = await get(anna, `/api/v1/issues?${query.replace('{a}', a).replace('{b}', b)}`);
      expect(body.data.map((issue: { object: { name: string } }) => issue.object.name)).toEqual(names);
      expect(body.total).toBe(total);
    },
  );

  test('one of them', async () => {
    const [first] = (await get(anna, '/api/v1/issues?limit=1')).body.data;
    const { body, headers } = await get(anna, `/api/v1/issues/${first.id}`);
    expect(body).toEqual(first);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const again = await house.call(anna, 'GET', `/api/v1/issues/${first.id}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('nodes', () => {
  beforeAll(async () => {
    for (const name of ['east-1', 'east-2', 'west-1']) await seedNode(house, anna.tenantId, a, { name });
    await seedNode(house, anna.tenantId, b, { name: 'east-3', status: 'NotReady' });
  });

  test('by cluster, by status, and by how their names begin', async () => {
    expect(await walk(anna, '/api/v1/nodes?limit=3')).toEqual({
      names: ['east-3', 'west-1', 'east-2', 'east-1'],
      totals: [4, 4],
    });
    expect(await walk(anna, `/api/v1/nodes?cluster_id=${a}`)).toEqual({
      names: ['west-1', 'east-2', 'east-1'],
      totals: [3],
    });
    expect(await walk(anna, '/api/v1/nodes?status=NotReady')).toEqual({ names: ['east-3'], totals: [1] });
    expect(await walk(anna, '/api/v1/nodes?q=east&limit=2')).toEqual({
      names: ['east-3', 'east-2', 'east-1'],
      totals: [3, 3],
    });
    expect(await walk(anna, `/api/v1/nodes?q=east&cluster_id=${b}`)).toEqual({ names: ['east-3'], totals: [1] });
    // It is text, and no pattern.
    expect(await walk(anna, '/api/v1/nodes?q=%25')).toEqual({ names: [], totals: [0] });
  });
});

describe('workloads', () => {
  beforeAll(async () => {
    await seedWorkload(house, anna.tenantId, a, { name: 'web' });
    await seedWorkload(house, anna.tenantId, a, {
      name: 'db',
      kind: 'StatefulSet',
      namespace: 'shop',
      status: 'short',
    });
    await seedWorkload(house, anna.tenantId, b, { name: 'agent', kind: 'DaemonSet' });
  });

  test('by cluster, kind, namespace and status', async () => {
    expect(await walk(anna, '/api/v1/workloads?limit=2')).toEqual({ names: ['agent', 'db', 'web'], totals: [3, 3] });
    expect(await walk(anna, `/api/v1/workloads?cluster_id=${a}&kind=StatefulSet,DaemonSet`)).toEqual({
      names: ['db'],
      totals: [1],
    });
    expect(await walk(anna, '/api/v1/workloads?namespace=default')).toEqual({ names: ['agent', 'web'], totals: [2] });
    expect(await walk(anna, '/api/v1/workloads?status=short')).toEqual({ names: ['db'], totals: [1] });
  });
});

describe('what is not theirs', () => {
  test.for(['issues', 'nodes', 'workloads'])('%s of a role that is limited to one cluster', async (list) => {
    const berta = await limitedTo(anna, [b]);
    const { body } = await get(berta, `/api/v1/${list}?limit=200`);
    expect(body.data.map((row: { cluster_id: string }) => row.cluster_id)).toEqual([b]);
    expect(body.total).toBe(1);
    expect((await get(berta, `/api/v1/${list}?cluster_id=${a}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await get(berta, `/api/v1/${list}?cluster_id=${a.toUpperCase()},${b.toUpperCase()}`)).body.total).toBe(1);
    expect((await get(await limitedTo(anna, []), `/api/v1/${list}`)).body).toMatchObject({ data: [], total: 0 });
  });

  test.for(['issues', 'nodes', 'workloads'])('%s of another tenant', async (list) => {
    const other = await caller();
    expect((await get(other, `/api/v1/${list}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await get(other, `/api/v1/${list}?cluster_id=${a}`)).body).toMatchObject({ data: [], total: 0 });
  });

  test('an issue beyond the role, or of another tenant, is as one that never was', async () => {
    const { data } = (await get(anna, `/api/v1/issues?cluster_id=${a}&limit=1`)).body;
    for (const who of [await limitedTo(anna, [b]), await caller()]) {
      const told = await get(who, `/api/v1/issues/${data[0].id}`);
      const never = await get(who, '/api/v1/issues/019cad8f-0000-7000-8000-000000000000');
      expect(told.status).toBe(404);
      expect({ ...told.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    }
  });

  test('a cursor is bound to its tenant, its filters and its list', async () => {
    const { next_cursor: cursor } = (await get(anna, '/api/v1/nodes?limit=1')).body;
    expect((await get(anna, `/api/v1/nodes?limit=1&cursor=${cursor}`)).status).toBe(200);
    for (const [who, path] of [
      [await caller(), 'nodes?'],
      [anna, 'workloads?'],
      [anna, 'nodes?status=Ready&'],
      [anna, 'nodes?q=east&'],
      [await limitedTo(anna, [b]), 'nodes?'],
    ] as const)
      expect((await get(who, `/api/v1/${path}limit=1&cursor=${cursor}`)).body.error.code).toBe('invalid_cursor');
  });
});

describe('refusals', () => {
  test.for(['issues', 'nodes', 'workloads'])('%s', async (list) => {
    expect((await get(anna, `/api/v1/${list}?limit=0`)).status).toBe(400);
    expect((await get(anna, `/api/v1/${list}?cluster_id=first`)).status).toBe(400);
    expect((await get(anna, `/api/v1/${list}?tenant_id=${anna.tenantId}`)).body.error.code).toBe('unknown_parameter');
  });

  test('a form is not read, and a fault of ours is said to be one', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await house.call(anna, 'GET', '/api/v1/nodes', form)).status).toBe(415);
    const rename = (from: string, to: string) =>
      asOwner(house.database.ownerUrl, (client) => client.query(`ALTER TABLE k8s_monitor.${from} RENAME TO ${to}`));
    await rename('workloads', 'lost');
    expect((await get(anna, '/api/v1/workloads')).status).toBe(500);
    await rename('lost', 'workloads');
  });
});
