import { accessFromKubeconfig } from '@wheelhouse/kubernetes';
import { cursorIn } from '@wheelhouse/pod-logs';
import { caller, deployAccess, engineSetting, eventually, relayBefore } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, type AppsHouse, onRealNode, startApps } from '../apps-house.ts';
import { clusters } from '../house.ts';
import { counters, flaws, Followed, type ToldEvent, type ToldLine } from './followed.ts';

/** Logs of pods that truly run. */
let house: AppsHouse;
/** One whose cluster may fall silent. */
let own: AppsHouse;

beforeAll(async () => {
  [house, own] = await Promise.all([startApps(async () => onRealNode), startApps(async () => onRealNode)]);
});
afterAll(() => Promise.all([house.stop(), own.stop()]));

const resources = { cpu_request: '10m', memory_request: '32Mi' };

async function created(
  name: string,
  replicas: number,
  env: Readonly<Record<string, string>>,
  where = house,
): Promise<string> {
  const { status, body } = await where.create({
    name,
    source: { type: 'image', image: engineSetting('TEST_IMAGE') },
    port: 8080,
    replicas,
    resources,
    env,
    health_check: { period_seconds: 1 },
    grace_seconds: 10,
  });
  expect(status).toBe(201);
  return body.id;
}

async function deployed(name: string, replicas: number, linesPerSecond: number, where = house): Promise<string> {
  const id = await created(name, replicas, { LINES_PER_SECOND: String(linesPerSecond) }, where);
  await where.appBecomes(id, { phase: 'Live' });
  return id;
}

const urlOf = (id: string, query = '', where = house) => `${where.addresses['platform']}${apps}/${id}/logs${query}`;
const opened = (id: string, query = '', given: Parameters<typeof Followed.open>[2] = {}) =>
  Followed.open(urlOf(id, query), house.who, given);

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string };
}

const inNamespace = (kind: string) => `/api/v1/namespaces/${house.cloudspace.namespace}/${kind}`;

async function podsOf(id: string): Promise<readonly Pod[]> {
  const query = { labelSelector: `wheelhouse.dev/app=${id}` };
  const { items } = await house.kube.client.get<{ items: readonly Pod[] }>(inNamespace('pods'), query);
  return items;
}

async function onlyPod(id: string): Promise<Pod['metadata']> {
  const [pod] = await podsOf(id);
  if (pod === undefined) throw new Error('it has no pod');
  return pod.metadata;
}

test.concurrent('three pods, one replaced while followed: no line of any is lost or told twice', async () => {
  const id = await deployed('three', 3, 50);
  const followed = await opened(id);
  await followed.until(() => counters(followed.lines).size === 3);
  const pod = { revision: 1, ready: true, followed: true };
  expect(followed.events[0]).toMatchObject({ event: 'snapshot', data: { pods: [pod, pod, pod] } });
  const { name, uid } = await onlyPod(id);
  await house.kube.client.delete(inNamespace(`pods/${name}`), { uid });
  await followed.until(() => followed.of('pod_left').length === 1 && followed.of('pod_joined').length === 1);
  const joined = followed.of('pod_joined')[0]?.data;
  await followed.until(() => (counters(followed.lines).get(joined.pod)?.length ?? 0) > 50);
  await followed.close();
  expect(followed.of('pod_left')[0]?.data).toEqual({ pod: name, reason: 'deleted' });
  expect(joined).toMatchObject({ revision: 1, followed: true });
  expect(flaws(followed.lines)).toEqual([]);
  // The new one from its first line; of the one that left also what it wrote when it was asked to end.
  expect(counters(followed.lines).get(joined.pod)?.[0]).toBe(1);
  expect(followed.lines.filter((line) => line.pod === name).map(({ text }) => text)).toContain('asked to end');
  expect(followed.dropped).toBe(0);
});

test.concurrent('resumed by Last-Event-ID from any event: nothing is lost or told twice', async () => {
  const id = await deployed('resumed', 2, 100);
  const told: ToldLine[] = [];
  let after = '';
  for (let round = 0; round < 5; round += 1) {
    const followed = await opened(id, '?tail=50', { after });
    // More than one, since the last is left out: on a slow machine all lines may come together.
    await followed.until(() => followed.lines.length > 100 && followed.of('lines').length > 2);
    await followed.close();
    // As if the last event had been lost on the way.
    const kept = followed.events.slice(0, -1);
    told.push(...kept.filter(({ event }) => event === 'lines').flatMap(({ data }) => data.lines));
    after = kept.at(-1)?.id ?? '';
  }
  expect(counters(told).size).toBe(2);
  expect(flaws(told)).toEqual([]);
});

/**
 * Keeps of a flood only what it comes to, so that the test holds no more than the server may. By the number of the last
 * line it is known at every event how many there have been: each was told, or was counted, or is in the next count.
 */
function tally() {
  const count = { first: 0, told: 0, dropped: 0, wrong: [] as string[] };
  const keeps = ({ id, event, data }: ToldEvent) => {
    if (event === 'dropped') count.dropped += data.count;
    if (event !== 'lines') return event !== 'dropped';
    const numbers = [...counters(data.lines).values()][0] ?? [];
    if (count.first === 0) count.first = numbers[0] ?? 0;
    count.told += numbers.length;
    const cursor = cursorIn(id);
    const untold = cursor === 'ended' ? 0 : (cursor?.untold ?? 0);
    const [all, last] = [count.told + count.dropped + untold, (numbers.at(-1) ?? 0) - count.first + 1];
    if (all !== last) count.wrong.push(`${all} of ${last}`);
    return false;
  };
  return { count, keeps };
}

// By itself: it takes what the machine has, and the memory it is held to is the whole process's.
test('a flood is counted and not buffered, nor is what a slow client does not take', async () => {
  const id = await deployed('flood', 1, 5_000);
  const [quick, slow] = [tally(), tally()];
  const followed = await opened(id, '?tail=10', quick);
  const stalled = await Followed.open(urlOf(id, '?tail=10'), house.who, { ...slow, readAfterMs: 8_000 });
  await followed.until(() => quick.count.dropped > 5_000, 90_000);
  const sizes: number[] = [];
  const [began, toldBefore] = [performance.now(), quick.count.told];
  await eventually(() => {
    sizes.push(process.memoryUsage().rss / 2 ** 20);
    expect(performance.now() - began).toBeGreaterThan(20_000);
  });
  const perSecond = ((quick.count.told - toldBefore) / (performance.now() - began)) * 1000;
  await followed.until(() => slow.count.dropped > 0, 60_000);
  await Promise.all([followed.close(), stalled.close()]);
  const grown = median(sizes.slice(-sizes.length / 4)) - median(sizes.slice(0, sizes.length / 4));
  for (const { count } of [quick, slow]) expect(count).toMatchObject({ wrong: [], first: expect.any(Number) });
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThan(1_010);
  expect(grown).toBeLessThan(25);
});

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

test.concurrent('a container that crashes: its last line, then the next one from its first; the one before on demand', async () => {
  const id = await created('crashing', 1, { LINES_PER_SECOND: '50', CRASH_AFTER: '2s' });
  const followed = await opened(id);
  const crashes = () => followed.lines.filter(({ text }) => text === 'crashed after 2s').length;
  await followed.until(() => crashes() === 2, 60_000);
  await followed.close();
  const runs = followed.lines
    .filter(({ text }) => text.startsWith('line '))
    .reduce<ToldLine[][]>((all, line) => {
      if (line.text.startsWith('line 1 ')) all.push([]);
      all.at(-1)?.push(line);
      return all;
    }, []);
  expect(runs.length).toBe(2);
  for (const run of runs) {
    expect(flaws(run)).toEqual([]);
    expect(run.length).toBeGreaterThan(80);
  }
  const before = await opened(id, '?previous=true&tail=5000');
  await before.ended;
  expect(before.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'complete' } });
  expect(before.lines.map(({ text }) => text)).toContain('crashed after 2s');
  expect(flaws(before.lines)).toEqual([]);
});

test.concurrent('filters, ends when all is sent, and tells of a pod that is not there', async () => {
  const id = await deployed('filtered', 2, 20);
  const filtered = await opened(id, '?q=LINE%205%20OF&follow=false&tail=5000');
  await filtered.ended;
  expect(filtered.lines.map(({ text }) => text.slice(0, 9))).toEqual(['line 5 of', 'line 5 of']);
  expect(filtered.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'complete' } });
  expect((await opened(id, '', { after: filtered.lastId })).status).toBe(204);

  const { name } = await onlyPod(id);
  const last = await opened(id, `?pod=${name}&tail=3&follow=false`);
  await last.ended;
  expect([...new Set(last.lines.map(({ pod }) => pod))]).toEqual([name]);
  expect(last.lines.length).toBe(3);
  expect(await quiet(id)).toEqual([]);

  const missing = await opened(id, '?pod=nobody');
  await missing.ended;
  expect(missing.events.map(({ event, data }) => [event, data])).toEqual([
    ['snapshot', { pods: [] }],
    ['pod_left', { pod: 'nobody', reason: 'not_found' }],
    ['ended', { reason: 'pod_left' }],
  ]);
});

/** With tail=0 nothing of what was written before is told. */
async function quiet(id: string): Promise<readonly string[]> {
  const began = new Date(Date.now() - 1_000).toISOString();
  const followed = await opened(id, '?tail=0');
  await followed.until(() => followed.lines.length > 10);
  await followed.close();
  return followed.lines.filter(({ at }) => at < began).map(({ text }) => text);
}

test.concurrent('is for those whose role reaches the CloudSpace', async () => {
  const id = await created('reached', 0, {});
  const other = await caller({ tenant: house.who.tenantId, cloudspace_ids: [crypto.randomUUID()] });
  expect((await Followed.open(urlOf(id), other)).status).toBe(404);
  expect((await Followed.open(urlOf(id), await caller())).status).toBe(404);
  const within = await caller({ tenant: house.who.tenantId, cloudspace_ids: [house.cloudspace.id] });
  const followed = await Followed.open(urlOf(id, '?follow=false'), within);
  await followed.ended;
  expect(followed.of('ended').length).toBe(1);
  expect((await opened(id, '', { after: 'nonsense' })).status).toBe(400);
});

test.concurrent('new credentials, connections that break and a silent cluster: no line is lost or told twice', async () => {
  const id = await deployed('broken', 2, 50, own);
  const { kubeconfig } = await deployAccess();
  const access = accessFromKubeconfig(kubeconfig);
  const relay = await relayBefore(access);
  try {
    const followed = await Followed.open(urlOf(id, '', own), own.who);
    const more = async (count: number) => {
      const before = followed.lines.length;
      await followed.until(() => followed.lines.length > before + count);
    };
    await more(50);
    const relayed = kubeconfig.replace(access.server, relay.access.server);
    expect((await own.ask('PATCH', `${clusters}/${own.clusterId}`, { kubeconfig: relayed })).status).toBe(200);
    await eventually(() => expect(relay.taken()).toBeGreaterThan(0));
    await more(100);
    for (let round = 0; round < 3; round += 1) {
      relay.cut();
      await more(100);
    }
    relay.freeze();
    await followed.until(() => followed.of('cluster_silent').length === 1);
    relay.thaw();
    relay.cut();
    await followed.until(() => followed.of('snapshot').length === 2);
    await more(100);
    expect(counters(followed.lines).size).toBe(2);
    expect(flaws(followed.lines)).toEqual([]);
    expect(followed.dropped).toBe(0);

    await relay.close();
    await followed.until(() => followed.of('cluster_silent').length === 2);
    own.advance(5 * 60_000);
    await followed.ended;
    expect(followed.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'cluster_silent' } });
    const refused = await own.ask('GET', `${apps}/${id}/logs`);
    expect([refused.status, refused.body.error.code]).toEqual([502, 'cluster_unreachable']);
    expect(JSON.stringify(refused.body)).not.toContain(access.token ?? 'a token');
  } finally {
    await relay.close();
  }
});
