import { type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitedTo, type MonitorHouse, nobody, startMonitor } from './house.ts';
import { seedIssue, seedNode, seedWorkload } from './rows.ts';

/** The orders that the lists offer, and the questions a page asks with them. */
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

const get = (path: string, who = anna) => house.call(who, 'GET', `/api/v1/${path}`);

interface Listed {
  readonly name?: string;
  readonly object?: { readonly name: string };
}

/** Two at a time; names, joined. */
async function walk(path: string, who = anna): Promise<string> {
  const names: (string | undefined)[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await get(`${path}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, who);
    names.push(...body.data.map((row: Listed) => row.name ?? row.object?.name));
    if (body.next_cursor === null) return names.join(' ');
    cursor = body.next_cursor;
  }
}

describe('nodes', () => {
  beforeAll(async () => {
    for (const [cluster, node] of [
      [a, { name: 'n1', cpu: 500, memory: 512, pods: 7 }],
      [a, { name: 'n10', status: 'Unknown' }],
      [a, { name: 'n-2', cpu: 900, memory: 100, pods: 7, cordoned: true, labels: ['disk=', 'pool=old'] }],
      [b, { name: 'n3', status: 'NotReady', cpu: 20, pods: 1, labels: ['pool=old', 'poolside=yes'] }],
      [b, { name: 'n.4', labels: ['example.com/pool=new', 'pool=new'] }],
    ] as const)
      await seedNode(house, anna.tenantId, cluster, node);
  });

  test.for([
    ['sort=name', 'n-2 n.4 n1 n10 n3'],
    ['sort=-name', 'n3 n10 n1 n.4 n-2'],
    ['sort=status', 'n3 n10 n1 n-2 n.4'],
    ['sort=-status', 'n.4 n-2 n1 n10 n3'],
    // Without a known usage: last, whichever way.
    ['sort=cpu_percent', 'n3 n1 n-2 n10 n.4'],
    ['sort=-cpu_percent', 'n-2 n1 n3 n.4 n10'],
    ['sort=memory_percent', 'n-2 n1 n10 n3 n.4'],
    ['sort=-memory_percent', 'n1 n-2 n.4 n3 n10'],
    ['sort=pods', 'n10 n.4 n3 n1 n-2'],
    ['sort=-pods', 'n-2 n1 n3 n.4 n10'],
    ['', 'n.4 n3 n-2 n10 n1'],
  ])('%s', async ([query, names]) => {
    expect(await walk(`nodes?${query}`)).toBe(names);
  });

  test('sorted and chosen at once', async () => {
    expect(await walk(`nodes?sort=-cpu_percent&cluster_id=${a}`)).toBe('n-2 n1 n10');
    expect(await walk('nodes?sort=-cpu_percent&status=Ready,Unknown')).toBe('n-2 n1 n.4 n10');
    expect(await walk('nodes?sort=name&q=n1')).toBe('n1 n10');
    expect(await walk('nodes?sort=name', await limitedTo(anna, [b]))).toBe('n.4 n3');
    expect(await walk('nodes?sort=name', await caller())).toBe('');
  });

  test.for([
    ['pool=old', 'n-2 n3'],
    ['pool==old', 'n-2 n3'],
    ['pool=old,!disk', 'n3'],
    ['pool', 'n-2 n.4 n3'],
    ['!pool', 'n1 n10'],
    // As in Kubernetes: a node without the label is none of them.
    ['pool!=old', 'n.4 n1 n10'],
    ['disk=', 'n-2'],
    ['example.com/pool=new', 'n.4'],
    ['side=yes', ''],
    ['pool in (old)', 'n-2 n3'],
    ['pool in (old, new),!disk', 'n.4 n3'],
    ['!disk , pool in(old,other)', 'n3'],
    ['pool notin (old)', 'n.4 n1 n10'],
    ['pool,pool notin (new,other)', 'n-2 n3'],
    ['pool in (old,new),disk notin (ssd,x)', 'n-2 n.4 n3'],
    ['disk in (,ssd)', 'n-2'],
    ['pool = old', 'n-2 n3'],
    // A key may be called so.
    ['!in,notin notin (in)', 'n-2 n.4 n1 n10 n3'],
  ] as const)('chosen by labels: %s', async ([selector, names]) => {
    expect(await walk(`nodes?sort=name&label_selector=${encodeURIComponent(selector)}`)).toBe(names);
  });

  test.for([
    'pool=old,',
    '=old',
    'a=b=c',
    'pool in',
    'pool in old',
    'pool in ()',
    'pool in (old',
    'pool in (a b)',
    '!pool in (old)',
    'pool within (old)',
    `pool in (${' ,'.repeat(900)}!`,
  ])('%s is no selector', async (selector) => {
    expect(await get(`nodes?label_selector=${encodeURIComponent(selector)}`)).toMatchObject({ status: 400 });
  });

  test('usage is told in percent too', async () => {
    const { body } = await get('nodes?q=n1&sort=name');
    expect(body.data[0]).toMatchObject({ cpu_usage: 500, cpu_percent: 50, memory_usage: 512, memory_percent: 50 });
    expect(body.data[1]).toMatchObject({ cpu_usage: null, cpu_percent: null, memory_percent: null });
    expect(body.data[0]).not.toHaveProperty('status_rank');
  });

  test('cordoned, or not', async () => {
    expect((await get('nodes?cordoned=true')).body).toMatchObject({ total: 1, data: [{ name: 'n-2' }] });
    expect((await get('nodes?cordoned=false')).body.total).toBe(4);
    expect((await get('nodes?cordoned=maybe')).body.error.code).toBe('invalid_request');
  });
});

describe('workloads', () => {
  beforeAll(async () => {
    for (const [cluster, workload] of [
      [a, { namespace: 'shop', name: 'web', status: 'short', issues: 2 }],
      [a, { namespace: 'default', name: 'web-2', status: 'off' }],
      [b, { namespace: 'default', name: 'api', status: 'stuck', issues: 2 }],
      [b, { namespace: 'web', name: 'db', issues: 1 }],
    ] as const)
      await seedWorkload(house, anna.tenantId, cluster, workload);
  });

  test.for([
    ['sort=name', 'api web-2 web db'],
    ['sort=-name', 'db web web-2 api'],
    ['sort=status', 'api web db web-2'],
    ['sort=-status', 'web-2 db web api'],
    ['sort=issues', 'web-2 db web api'],
    ['sort=-issues', 'api web db web-2'],
    ['q=web&sort=name', 'web-2 web'],
    ['q=we', 'web-2 web'],
    ['q=W', ''],
    ['q=%25', ''],
  ])('%s', async ([query, names]) => {
    expect(await walk(`workloads?${query}`)).toBe(names);
  });

  test('how a name begins is counted', async () => {
    expect((await get('workloads?q=web&limit=1')).body).toMatchObject({ total: 2 });
    expect((await get('workloads?limit=1')).body.data[0]).not.toHaveProperty('status_rank');
  });
});

describe('issues', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 12, minutes));

  beforeAll(async () => {
    for (const [cluster, issue] of [
      [a, { name: 'i1', impact: 2.5, from: at(0), status: 'resolved', to: at(10) }],
      [a, { name: 'i2', impact: 10, from: at(5) }],
      [b, { name: 'i3', impact: 2.5, from: at(10) }],
      [b, { name: 'i4', impact: 20, from: at(15), status: 'resolved', to: at(20) }],
      [b, { name: 'i5', impact: 0, from: at(15), severity: 'critical' }],
    ] as const)
      await seedIssue(house, anna.tenantId, cluster, issue);
  });

  test.for([
    ['sort=impact', 'i5 i3 i2'],
    ['sort=-impact', 'i2 i3 i5'],
    ['sort=-impact&status=resolved', 'i4 i1'],
    ['sort=-impact&status=open,resolved', 'i4 i2 i3 i1 i5'],
    ['sort=-impact&cluster_id={b}', 'i3 i5'],
  ])('%s', async ([query = '', names]) => {
    expect(await walk(`issues?${query.replace('{b}', b)}`)).toBe(names);
  });

  test.for([
    [-1, ''],
    [0, 'i1'],
    [5, 'i2 i1'],
    [9, 'i2 i1'],
    // Resolved in the moment in which another began.
    [10, 'i2 i3'],
    [15, 'i4 i2 i3 i5'],
    [25, 'i2 i3 i5'],
  ] as const)('those that were open %s minutes after', async ([minutes, names]) => {
    const query = `issues?at=${at(minutes).toISOString()}&sort=-impact`;
    expect(await walk(query)).toBe(names);
    expect((await get(query)).body.total).toBe(names === '' ? 0 : names.split(' ').length);
  });

  test('a moment and other filters', async () => {
    const then = `issues?at=${at(15).toISOString()}`;
    expect(await walk(`${then}&status=resolved`)).toBe('i4');
    expect(await walk(`${then}&severity=critical`)).toBe('i5');
    expect(await walk(`${then}&sort=impact&cluster_id=${a}`)).toBe('i2');
    expect(await walk(`${then}&sort=impact`, await limitedTo(anna, [a]))).toBe('i2');
    expect(await walk('issues?at=1900-01-01T00:00:00Z')).toBe('');
    expect((await get('issues?at=yesterday')).body.error.code).toBe('invalid_request');
  });
});

describe('refusals', () => {
  test.for([
    ['nodes', 'name, -name, status, -status, cpu_percent, -cpu_percent, memory_percent, -memory_percent, pods, -pods'],
    ['workloads', 'name, -name, status, -status, issues, -issues'],
    ['issues', 'impact, -impact'],
  ])('of %s name the orders there are', async ([list, orders]) => {
    for (const sort of ['version', '', '--name', 'name,status', 'tenant_id']) {
      const { status, body } = await get(`${list}?sort=${sort}`);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_request', message: `sort must be one of ${orders}.` });
    }
  });

  test.for(['nodes?q=%00', 'workloads?q=a%00&sort=name', 'workloads?status=%00', 'issues?at=2026-12-31T23:59:60Z'])(
    '%s is nothing that could be found',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    },
  );

  test('a list that offers none knows no such parameter', async () => {
    expect((await get('dead-letters?sort=type')).body.error.code).toBe('unknown_parameter');
  });

  test('a cursor is bound to its order and its moment', async () => {
    const { next_cursor: cursor } = (await get('nodes?limit=1&sort=name')).body;
    expect((await get(`nodes?limit=1&sort=name&cursor=${cursor}`)).status).toBe(200);
    for (const other of ['sort=-name', 'sort=pods', '', 'sort=name&cordoned=true', 'sort=name&q=n'])
      expect((await get(`nodes?limit=1&${other}&cursor=${cursor}`)).body.error.code).toBe('invalid_cursor');
    const then = (await get('issues?limit=1&at=2026-01-05T12:15:00Z')).body.next_cursor;
    expect((await get(`issues?limit=1&at=2026-01-05T12:16:00Z&cursor=${then}`)).body.error.code).toBe('invalid_cursor');
  });
});
