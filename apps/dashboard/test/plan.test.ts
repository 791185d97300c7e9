import { expect, test } from 'vitest';
import type { Plan } from '../src/api/actions.ts';
import { byOwner, withFate } from '../src/pages/action/drain-plan-words.ts';
import { heardWords, podsBy } from '../src/pages/action/drain-words.ts';
import { pictureOf } from '../src/pages/action/picture.ts';
import { comparePlans, secondsWords } from '../src/pages/action/plan-words.ts';
import { blockedPod, drainedPod, drainPlan, figures, skippedPod } from './pages/drain-fixtures.ts';
import { plan } from './pages/fixtures.ts';

const scale = (before: number, after: number, more: Partial<Plan> = {}): Plan => ({ ...plan(before, after), ...more });

const node = (action: 'cordon_node' | 'uncordon_node'): Plan =>
  scale(0, 0, {
    action,
    target: { node_name: 'node-7' },
    changes: [{ field: 'spec.unschedulable', before: action === 'uncordon_node', after: action === 'cordon_node' }],
  });

test('more replicas are drawn as those that stay and those that are new', () => {
  expect(pictureOf(scale(4, 6))).toEqual({
    before: { dots: ['stays', 'stays', 'stays', 'stays'], more: 0, words: '4 replicas' },
    after: { dots: ['stays', 'stays', 'stays', 'stays', 'new', 'new'], more: 0, words: '6 replicas, 2 new' },
  });
});

test('fewer replicas are drawn with those that are removed', () => {
  expect(pictureOf(scale(2, 1))?.after).toEqual({ dots: ['stays', 'gone'], more: 0, words: '1 replica, 1 removed' });
});

test('of many replicas those that change are drawn before those that stay', () => {
  const { before, after } = pictureOf(scale(100, 102)) ?? {};
  expect(before).toMatchObject({ more: 76 });
  expect(after).toMatchObject({ more: 78, dots: expect.arrayContaining(['new']) });
  const gone = pictureOf(scale(200, 1))?.after;
  expect(gone !== undefined && 'dots' in gone && new Set(gone.dots)).toEqual(new Set(['gone']));
});

test('a node is drawn with its gate open or closed', () => {
  expect(pictureOf(node('cordon_node'))).toEqual({
    before: { gate: 'open', words: 'Schedulable' },
    after: { gate: 'closed', words: 'Cordoned' },
  });
  expect(pictureOf(node('uncordon_node'))?.after).toEqual({ gate: 'open', words: 'Schedulable' });
});

test('a pod without an owner is gone for good, one with an owner is replaced', () => {
  const restart = (after: string, replicas: number | null) =>
    scale(0, 0, {
      action: 'restart_pod',
      changes: [{ field: 'pod', before: 'present', after }],
      touches: { pods: [], replicas },
    });
  expect(pictureOf(restart('gone', null))?.after).toEqual({ dots: ['gone'], more: 0, words: 'not replaced' });
  expect(pictureOf(restart('replaced', 2))?.after).toMatchObject({ dots: ['stays', 'new'] });
});

test('a plan without a change has no picture', () => {
  expect(pictureOf(scale(4, 6, { changes: [], target_uid: null }))).toBeUndefined();
});

test('two plans are compared line by line', () => {
  const warning = { code: 'paused', message: 'It is paused.' } as const;
  const lines = comparePlans(
    scale(4, 6, { warnings: [warning] }),
    scale(5, 6, { touches: { pods: [{ owner: null, count: 1 }], replicas: 5 } }),
  );
  const byKey = new Map(lines.map((line) => [line.key, line]));
  expect(byKey.get('change spec.replicas')).toMatchObject({ is: 'changed', before: '4 → 6', after: '5 → 6' });
  expect(byKey.get('time')).toMatchObject({ is: 'same' });
  expect(byKey.get('pods null')).toMatchObject({ is: 'new', after: '1 pod without an owner' });
  expect(lines.at(-1)).toMatchObject({ key: 'warning paused', is: 'gone', before: 'It is paused.' });
  expect(byKey.has('object')).toBe(false);
});

test('another object of the same name is told', () => {
  const lines = comparePlans(scale(4, 6), scale(4, 6, { target_uid: 'uid-2' }));
  expect(lines.filter(({ is }) => is !== 'same')).toEqual([
    { key: 'object', label: 'Object', is: 'changed', before: 'uid-1', after: 'uid-2' },
  ]);
});

test('times are told in minutes and seconds', () => {
  expect([30, 60, 630].map(secondsWords)).toEqual(['30 s', '1 min', '10 min 30 s']);
});

test('a drain is drawn with the pods that go and those that stay', () => {
  expect(pictureOf(drainPlan())).toEqual({
    before: { dots: Array.from({ length: 5 }, () => 'stays'), more: 0, words: '5 pods' },
    after: { dots: ['stays', 'gone', 'gone', 'gone', 'gone'], more: 0, words: 'Cordoned; 4 evicted, 1 stays' },
  });
});

test('pods of one owner are one line of the plan, those of two namespaces are two', () => {
  const { drain } = drainPlan();
  if (drain === null) throw new Error('there is a plan');
  const elsewhere = { ...drain.pods[0], namespace: 'staging' } as (typeof drain.pods)[number];
  const lines = byOwner(withFate({ ...drain, pods: [...drain.pods, elsewhere] }, 'evict'));
  expect(lines.map(({ count, of, namespace }) => `${count} ${of} ${namespace}`)).toEqual([
    '2 Deployment web shop',
    '1 Deployment cart shop',
    '1 import-once shop',
    '1 Deployment web staging',
  ]);
});

test('plans of drains are compared although owners and warnings repeat', () => {
  const pods = [
    { owner: 'Deployment web', count: 2 },
    { owner: 'Deployment web', count: 1 },
  ];
  const lines = comparePlans(drainPlan({ touches: { pods, replicas: null } }), drainPlan({ warnings: [] }));
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  expect(lines.filter(({ is }) => is === 'gone').map(({ label }) => label)).toEqual(['Removed', 'Warning', 'Warning']);
});

test('what is in the way of a drain stands first, and is heard first', () => {
  const pods = [
    drainedPod({ status: 'evicted' }),
    skippedPod,
    blockedPod(),
    drainedPod({ pod: 'x', status: 'failed' }),
  ];
  const told = [...podsBy(pods)].filter(([, some]) => some.length > 0).map(([group]) => group);
  expect(told).toEqual(['failed', 'blocked', 'gone', 'skipped']);
  expect(heardWords(figures(pods), pods)).toBe(
    '1 of 3 pods gone. x failed. web-1 is blocked by budget web, attempt 3 of 5',
  );
});
