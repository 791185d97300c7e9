import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, type AppsHouse, onNode, startApps } from './apps-house.ts';
import { Followed } from './logs/followed.ts';

/** Many pods, on nodes that only say that they run: there is no log to be read. */
let house: AppsHouse;

beforeAll(async () => {
  house = await startApps(async (kube) => onNode(await kube.reservedNode()));
});
afterAll(() => house.stop());

const followed = (pods: readonly { readonly followed: boolean }[]) => pods.filter((pod) => pod.followed).length;

test('of many pods 50 are followed and the rest is told; logs that cannot be read are told, and what ends them', async () => {
  const resources = { cpu_request: '1m', memory_request: '1Mi' };
  const { body } = await house.create({
    name: 'many',
    source: { type: 'image', image: 'web:1' },
    replicas: 52,
    resources,
  });
  const path = `${apps}/${body.id}`;
  const url = `${house.addresses['platform']}${path}/logs`;
  // From before its first pod is there.
  const stream = await Followed.open(url, house.who);
  await stream.until(() => stream.of('pod_joined').length === 52);
  expect(followed(stream.of('pod_joined').map(({ data }) => data))).toBe(50);
  expect(stream.lastId.length).toBeLessThan(1_000);

  const later = await Followed.open(url, house.who);
  await later.until(() => later.of('snapshot').length === 1);
  const [{ data }] = [later.events[0] ?? { data: { pods: [] } }];
  expect([data.pods.length, followed(data.pods)]).toEqual([52, 50]);
  await later.until(() => later.of('pod_silent').length === 50);
  expect(later.of('pod_silent')[0]?.data).toEqual({ pod: expect.stringMatching(/^many-/), reason: 'log_unavailable' });

  const scaled = await house.ask('POST', `${path}/scale`, { replicas: 0 });
  expect([scaled.status, scaled.body.error]).toEqual([200, undefined]);
  await later.until(() => later.of('pod_left').length === 52);
  // Those that were not followed took the places of those that left, and nobody else joined.
  const waiting = data.pods
    .filter((pod: { followed: boolean }) => !pod.followed)
    .map((pod: { name: string }) => pod.name);
  const joined = later.of('pod_joined').map((event) => event.data);
  expect(joined.filter(({ pod }) => !waiting.includes(pod))).toEqual([]);
  expect(joined.length).toBeLessThanOrEqual(waiting.length);
  await house.ask('DELETE', path);
  await eventually(async () => expect((await house.ask('GET', path)).status).toBe(404));
  await Promise.all([stream.ended, later.ended]);
  expect(later.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'app_deleted' } });
});
