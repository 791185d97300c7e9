import { type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneHistory } from '../src/clusters/prune.ts';
import { kubeconfigOf, limitedTo, type MonitorHouse, nobody, startMonitor } from './house.ts';
import { seedIssue, seedScore } from './rows.ts';

let house: MonitorHouse;
let anna: Caller;
let a: string;
let b: string;
const hour = 60 * 60_000;
const now = Math.floor(Date.now() / hour) * hour;
const at = (hours: number) => new Date(now - hours * hour);

beforeAll(async () => {
  house = await startMonitor();
  anna = await caller();
  [a, b] = [await house.register(anna, nobody), await house.register(anna, nobody)];
  for (const [score, hours] of [
    [100, 3.9],
    [80, 3.5],
    [90, 3.1],
    [70, 1.5],
  ] as const)
    await seedScore(house, anna.tenantId, a, score, at(hours));
  await seedScore(house, anna.tenantId, b, 60, at(3.5));
});
afterAll(() => house.stop());

const history = (who: Caller, query: string) => house.call(who, 'GET', `/api/health/history${query}`);
const window = `from=${at(4).toISOString()}&to=${at(0).toISOString()}&points=4`;

test('the score in pieces: lowest, highest and last of each that has a point', async () => {
  const { status, body } = await history(anna, `?cluster_id=${a}&${window}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    from: at(4).toISOString(),
    to: at(0).toISOString(),
    step_seconds: 3_600,
    data: [
      { at: at(4).toISOString(), min: 80, max: 100, last: 90 },
      { at: at(2).toISOString(), min: 70, max: 70, last: 70 },
    ],
  });
});

test('of several clusters the lowest is the last, and a role sees its own', async () => {
  expect((await history(anna, `?${window}`)).body.data[0]).toMatchObject({ min: 60, max: 100, last: 60 });
  expect((await history(await limitedTo(anna, [a]), `?${window}`)).body.data[0]).toMatchObject({ min: 80, last: 90 });
  expect((await history(await limitedTo(anna, [a]), `?cluster_id=${b}&${window}`)).status).toBe(404);
});

test('the last day by default, and at most a thousand pieces', async () => {
  const { body } = await history(anna, `?cluster_id=${a}`);
  expect(Date.parse(body.to) - Date.parse(body.from)).toBe(24 * hour);
  expect(body.step_seconds).toBe(300);
  expect(body.data).toHaveLength(4);
  expect((await history(anna, `?cluster_id=${a}&points=1001`)).status).toBe(400);
});

test.for(['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from=2026-13-45T00:00:00Z', 'from=yesterday'])(
  '%s is refused',
  async (query) => {
    expect(await history(anna, `?cluster_id=${a}&${query}`)).toMatchObject({ status: 400 });
  },
);

test('from before all time is from the beginning', async () => {
  const { body } = await history(anna, `?cluster_id=${a}&from=0001-01-01T00:00:00Z`);
  expect(body.from).toBe('1970-01-01T00:00:00.000Z');
});

test('a watched cluster has points of its own', async () => {
  const who = await caller();
  const id = await house.register(who, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  const { healthScore } = await house.observed(who, id);
  await eventually(async () => {
    const { data } = (await history(who, '')).body;
    expect(data.at(-1)).toBeDefined();
    expect(data.at(-1).min).toBeLessThanOrEqual(healthScore);
  });
});

test('what is past its keeping goes, and the rest stays', async () => {
  const who = await caller();
  const id = await house.register(who, nobody);
  const [old, young] = [at(48), at(1)];
  for (const moment of [old, young]) await seedScore(house, who.tenantId, id, 50, moment);
  const open = await seedIssue(house, who.tenantId, id);
  const resolved = await seedIssue(house, who.tenantId, id, { status: 'resolved' });
  const prune = (resolvedBefore: Date) =>
    pruneHistory(house.db, { resolved: resolvedBefore, scores: at(24), actions: at(24) }, new AbortController().signal);
  const issues = async () => {
    const { data } = (await house.call(who, 'GET', '/api/v1/issues?status=open,resolved')).body;
    return data.map((issue: { id: string }) => issue.id);
  };
  await prune(at(24));
  expect(await issues()).toEqual([resolved, open]);
  await prune(new Date(Date.now() + hour));
  expect(await issues()).toEqual([open]);
  const { data } = (await history(who, `?from=${at(72).toISOString()}`)).body;
  expect(data).toHaveLength(1);
});
