import { expect, test } from 'vitest';
import { keepJob, keepNode, keepPod, keepWarning } from '../src/state/keep.ts';
import { kibibytes, millis, quantity } from '../src/state/quantity.ts';
import { cut, shared } from '../src/state/strings.ts';
import { usageOf } from '../src/state/usage.ts';
import { containers, job, node, pod, stamp, warning } from './rules-objects.ts';

test.each([
  ['250m', 0.25],
  ['16', 16],
  ['1.5', 1.5],
  ['64Gi', 64 * 2 ** 30],
  ['128974848', 128_974_848],
  ['129e6', 129_000_000],
  ['129M', 129_000_000],
  ['3E', 3e18],
  ['812345n', 0.000_812_345],
])('the quantity %s is %s', (text, value) => {
  expect(quantity(text)).toBeCloseTo(value, 9);
});

test.each(['', 'a lot', '5Q', undefined])('%s is no quantity', (text) => {
  expect(quantity(text)).toBeUndefined();
});

test('what takes much memory is kept in whole numbers', () => {
  expect([kibibytes('64Gi'), millis('15900m'), millis('812345n')]).toEqual([67_108_864, 15_900, 1]);
});

test("a pod belongs to what controls it, and to the Deployment through its ReplicaSet's name", () => {
  const owners = [
    pod('a', { owner: ['Deployment', 'web-shop'] }),
    pod('b', { owner: ['StatefulSet', 'db'] }),
    pod('c', { owner: ['Job', 'import-28'] }),
    pod('d'),
  ].map((raw) => keepPod(raw).owner);
  expect(owners).toEqual(['Deployment/shop/web-shop', 'StatefulSet/shop/db', 'Job/shop/import-28', '']);
});

test('a ReplicaSet of its own, an owner that does not control, and a node as owner', () => {
  const owned = (kind: string, controller: boolean) =>
    keepPod({
      metadata: { name: 'a', namespace: 'shop', ownerReferences: [{ kind, name: 'bare-1', controller }] },
    }).owner;
  expect([owned('ReplicaSet', true), owned('ReplicaSet', false), owned('Node', true)]).toEqual([
    'ReplicaSet/shop/bare-1',
    '',
    '',
  ]);
});

test('a pod that is well has the same few fields and no troubles', () => {
  expect(keepPod(pod('a', { owner: ['Deployment', 'web'], memoryLimit: '1Gi' }))).toEqual({
    owner: 'Deployment/shop/web',
    node: 'node-1',
    phase: 'Running',
    ready: true,
    goneBy: undefined,
    memoryLimitKiB: 1_048_576,
    cpuRequested: 0,
    memoryRequestedKiB: 0,
    troubles: undefined,
  });
  const shapes = [pod('a'), pod('b', { container: containers.crashLooping }), pod('c', { deleting: true })];
  expect(new Set(shapes.map((raw) => Object.keys(keepPod(raw)).join())).size).toBe(1);
});

test('an object with nothing in it is kept without a fault', () => {
  expect(keepNode({ metadata: {} })).toMatchObject({ name: '', ready: 'Unknown', neverReady: true });
  expect(keepPod({ metadata: {} })).toMatchObject({ owner: '', phase: 'Pending', troubles: undefined });
  expect(keepJob({ metadata: {} })).toMatchObject({ end: undefined, failed: 0 });
  expect(keepWarning({ metadata: {}, type: 'Warning' })).toEqual({ about: '//', text: '', at: 0 });
});

test('a node is kept with its UID and what pods may use of it', () => {
  expect(keepNode(node('node-1'))).toMatchObject({
    name: 'node-1',
    uid: 'uid-of-node-1',
    ready: 'True',
    cordoned: false,
    pressures: [],
    version: 'v1.36.4',
    cpuMillis: 16_000,
    memoryKiB: 67_108_864,
    podCapacity: 110,
  });
});

test('a job knows its CronJob and how it ended', () => {
  const ended = {
    failed: 4,
    conditions: [{ type: 'Failed', status: 'True', message: 'why', lastTransitionTime: stamp(-5) }],
  };
  expect(keepJob(job('nightly-1', { cronJob: 'nightly', status: ended }))).toMatchObject({
    cronJob: 'nightly',
    end: 'Failed',
    message: 'why',
    endedAt: Date.parse(stamp(-5)),
    failed: 4,
  });
});

test('of events only warnings are kept, with the time they were last seen', () => {
  expect(keepWarning(warning('e', 'Pod', 'a', 'why', { type: 'Normal' }))).toBeUndefined();
  const raw = { ...warning('e', 'Pod', 'a', 'why'), series: { lastObservedTime: stamp(7) } };
  expect(keepWarning(raw)).toEqual({ about: 'Pod/shop/a', text: 'why', at: Date.parse(stamp(7)) });
});

test('the usage of a pod is that of its containers', () => {
  const usage = usageOf(
    [{ metadata: { name: 'node-1' }, usage: { cpu: '250m', memory: '1Gi' } }],
    [
      {
        metadata: { namespace: 'shop', name: 'a' },
        containers: [{ usage: { memory: '1Mi' } }, { usage: { memory: '1Ki' } }],
      },
    ],
  );
  expect(usage.nodes.get('node-1')).toEqual({ cpuMillis: 250, memoryKiB: 1_048_576 });
  expect(usage.pods.get('shop/a')).toBe(1_025);
});

test('texts are cut, and equal ones are kept once', () => {
  expect(cut('x'.repeat(300))).toHaveLength(200);
  expect(cut('short')).toBe('short');
  expect(cut(undefined)).toBe('');
  const parts = ['Deployment', 'ünusual'];
  expect(shared(parts.join('/'))).toBe('Deployment/ünusual');
});
