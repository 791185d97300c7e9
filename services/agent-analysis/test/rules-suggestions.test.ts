import type { Facts } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { halfMore, memory } from '../src/rules/words.ts';
import {
  ago,
  change,
  ended,
  hour,
  issue,
  mib,
  ofDeployment,
  ofNode,
  ourAction,
  pod,
  second,
  workload,
} from './facts.ts';
import { type Broken, no, judged } from './judged.ts';

const suggests = (reason: string, advice: string) => ({
  verdict: 'suggestion',
  reason: expect.stringContaining(reason),
  advice: expect.stringContaining(advice),
  whyNoAction: expect.stringMatching(/\w/),
});

describe('bad_rollout', () => {
  const broken = pod('new-a', { ready: false, restarts: 2, waiting: 'CrashLoopBackOff', is_new: true });
  const old = pod('old-a', { is_new: false });
  const stalled = { ...workload, rollout: 'stalled' as const };
  const facts = (more: Partial<Facts> = {}) => ofDeployment({ pods: [broken, old], changes: [change()], ...more });

  test('names the images before, and how to go back to them', () => {
    expect(judged('bad_rollout', facts())).toEqual(
      suggests(
        'changed at 11:50 UTC from shop/checkout:41 to shop/checkout:42. 1 new pod fails (new-a), 1 old one is Ready.',
        'Roll back to shop/checkout:41: kubectl -n shop rollout undo deployment/checkout; an app of Wheelhouse with wheelhouse apps rollback.',
      ),
    );
  });

  test('matches a rollout that has stalled, whatever its pods do', () => {
    expect(judged('bad_rollout', facts({ pods: [], workload: stalled }))).toEqual(
      suggests('has stalled', 'rollout undo'),
    );
  });

  test('tells a change that left the images as they were', () => {
    const same = change({ images: { before: ['a:1'], after: ['a:1'] } });
    expect(judged('bad_rollout', facts({ changes: [same] }))).toEqual(
      suggests('its images not', 'to the template before'),
    );
  });

  test.each<Broken>([
    ['the template was not changed', facts({ changes: [change({ change: 'restarted' })] }), /was not changed/],
    ['it was changed before that hour', facts({ changes: [change({ at: ago(hour + second) })] }), /was not changed/],
    ['it is of no workload', facts({ workload: null }), /was not changed/],
    ['no new pod fails', facts({ pods: [pod('new-a'), old] }), /no new pod fails/],
    [
      'a new pod only takes its time',
      facts({ pods: [pod('new-a', { ready: false, waiting: 'ContainerCreating' }), old] }),
      /no new pod fails/,
    ],
    [
      'no old pod is Ready',
      facts({ pods: [broken, pod('old-a', { is_new: false, ready: false })] }),
      /no new pod fails/,
    ],
    ['an old pod fails as well as others', facts({ pods: [{ ...broken, is_new: false }, old] }), /no new pod fails/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('bad_rollout', given)).toEqual(no(fails));
  });
});

describe('image_pull', () => {
  const waiting = pod('checkout-a', { ready: false, phase: 'Pending', waiting: 'ImagePullBackOff' });

  test('names pods and images, and the image that could be pulled before', () => {
    expect(judged('image_pull', ofDeployment({ pods: [waiting], changes: [change()] }))).toEqual(
      suggests(
        '1 pod cannot pull shop/checkout:42 (checkout-a: ImagePullBackOff).',
        'Until 11:50 UTC it was shop/checkout:41',
      ),
    );
    const advice = expect.not.stringContaining('Until');
    expect(judged('image_pull', ofDeployment({ pods: [waiting] }))).toMatchObject({ verdict: 'suggestion', advice });
  });

  test('says no when every image could be pulled', () => {
    expect(judged('image_pull', ofDeployment())).toEqual(no(/every image could be pulled/));
  });
});

describe('out_of_memory', () => {
  const killed = pod('checkout-a', { restarts: 4, last_end: ended('OOMKilled') });

  test('suggests a limit half as high again', () => {
    expect(judged('out_of_memory', ofDeployment({ pods: [killed, pod('checkout-b')] }))).toEqual(
      suggests(
        'Container web of 1 pod was killed for want of memory (checkout-a).',
        'Limit of web 256 Mi, restarted 4 times: try 384 Mi.',
      ),
    );
  });

  test('counts the restarts of all its pods, and suggests a request where there is no limit', () => {
    const containers = workload.containers.map((one) => ({ ...one, memory_limit: null }));
    const pods = [killed, pod('checkout-b', { last_end: ended('OOMKilled') })];
    expect(judged('out_of_memory', ofDeployment({ pods, workload: { ...workload, containers } }))).toEqual(
      suggests('of 2 pods', 'restarted 5 times: its node ran out'),
    );
  });

  test.each([
    [32, '48 Mi'],
    [100, '160 Mi'],
    [256, '384 Mi'],
    [300, '512 Mi'],
    [512, '768 Mi'],
    [1_024, '1536 Mi'],
    [2_048, '3 Gi'],
    [8_192, '12 Gi'],
  ])('half more than %d Mi is %s', (limit, more) => {
    expect(memory(halfMore(limit * mib))).toBe(more);
  });

  test('says no when no container was killed', () => {
    expect(judged('out_of_memory', ofDeployment({ pods: [pod('a', { last_end: ended('Error') })] }))).toEqual(
      no(/no container was killed/),
    );
  });
});

describe('autoscaler_at_maximum', () => {
  const autoscaler = { name: 'checkout', minimum: 2, maximum: 10, current: 10, wanted: 13, at_maximum: true };

  test('suggests a maximum half as high again, and says whether there is room', () => {
    expect(judged('autoscaler_at_maximum', ofDeployment({ autoscaler }))).toEqual(
      suggests(
        'has 10 of at most 10 replicas, and wants 13',
        'raise its maximum from 10 to 15: kubectl -n shop edit hpa checkout. There is room for 40 more.',
      ),
    );
    const { room } = ofDeployment();
    const tight = room && { ...room, cpu_free: 200 };
    expect(judged('autoscaler_at_maximum', ofDeployment({ autoscaler, room: tight }))).toEqual(
      suggests('', 'There is room for only 2 more: add nodes first.'),
    );
  });

  test.each<Broken>([
    ['it has none', ofDeployment(), /no autoscaler/],
    ['it has room to scale', ofDeployment({ autoscaler: { ...autoscaler, at_maximum: false } }), /not at its maximum/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('autoscaler_at_maximum', given)).toEqual(no(fails));
  });
});

describe('no_room', () => {
  const waiting = (name: string) =>
    pod(name, {
      phase: 'Pending',
      ready: false,
      node: null,
      unschedulable: '0/9 nodes are available: 9 Insufficient cpu.',
    });

  test('tells what the pods request and what is free', () => {
    const { room } = ofDeployment();
    const tight = room && { ...room, cpu_free: 90, cpu_needed: 500, memory_needed: 512 * mib };
    expect(judged('no_room', ofDeployment({ pods: [waiting('a'), waiting('b')], room: tight }))).toEqual(
      suggests(
        '2 pods have no place (a, b). The scheduler says: 0/9 nodes',
        'Each requests 500m CPU and 512 Mi, together 1 core and 1 Gi; 8 nodes that take pods have 90m CPU and 8 Gi free in all, for 100 pods. Add a node with at least 500m CPU and 512 Mi free',
      ),
    );
    expect(judged('no_room', ofDeployment({ pods: [waiting('a')], room: null }))).toEqual(
      suggests('1 pod has', 'Add a node'),
    );
  });

  test('says no when every pod has a place', () => {
    expect(judged('no_room', ofDeployment())).toEqual(no(/every pod has a place/));
  });
});

describe('failing_job', () => {
  const object = { kind: 'CronJob', namespace: 'shop', name: 'nightly' };
  const facts = (more: Partial<Facts> = {}) =>
    ofDeployment({
      object,
      workload: null,
      pods: [],
      issues: [issue('job_failing', { object, message: 'Job nightly-1 has failed: 3 pods failed.' })],
      ...more,
    });

  test('says how its last container ended, and where to read on', () => {
    expect(
      judged('failing_job', facts({ pods: [pod('nightly-1-x', { phase: 'Failed', last_end: ended('Error') })] })),
    ).toEqual(
      suggests('3 pods failed. Container web ended last with exit code 1 (Error).', 'kubectl -n shop logs nightly-1-x'),
    );
    expect(judged('failing_job', facts())).toEqual(suggests('CronJob shop/nightly', 'describe cronjob nightly'));
  });

  test('says no when no Job fails, or is expected to', () => {
    expect(judged('failing_job', facts({ issues: [] }))).toEqual(no(/no Job fails/));
    expect(judged('failing_job', facts({ issues: [issue('job_failing', { object, expected: true })] }))).toEqual(
      no(/no Job fails/),
    );
  });
});

describe('blocked_drain', () => {
  const budget = { name: 'checkout', expected: 3, healthy: 3, needed: 3, allowed: 0 };
  const blocked = ourAction('drain_node', { status: 'failed', error: 'eviction_blocked', created_at: ago(hour) });
  const facts = (more: Partial<Facts> = {}) => ofNode({}, { actions: [blocked], budgets: [budget], ...more });

  test('names the budget that blocked a drain, and what to change', () => {
    expect(judged('blocked_drain', facts())).toEqual(
      suggests(
        'The drain at 11:00 UTC was blocked by a budget. Budget checkout allows no eviction: 3 of 3 pods are healthy, and 3 must be.',
        'Run one replica more than the 3 that budget checkout requires, or have it require 2. Then drain the node again.',
      ),
    );
  });

  test('asks for unhealthy pods to be mended first', () => {
    const sick = { ...budget, healthy: 2, needed: 2 };
    expect(judged('blocked_drain', facts({ budgets: [sick] }))).toEqual(
      suggests('2 of 3 pods are healthy', 'Get the 1 unhealthy pod of budget checkout well again'),
    );
  });

  test('says that it may be tried again where no budget blocks any more', () => {
    expect(judged('blocked_drain', facts({ budgets: [{ ...budget, allowed: 1 }] }))).toEqual(
      suggests('refuses evictions any more', 'again'),
    );
  });

  test('also without a drain, of a cordoned node and of a budget itself', () => {
    expect(judged('blocked_drain', ofNode({ cordoned: true }, { budgets: [budget] }))).toMatchObject({
      verdict: 'suggestion',
    });
    const object = { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'checkout' };
    expect(judged('blocked_drain', ofDeployment({ object, workload: null, budgets: [budget] }))).toMatchObject({
      verdict: 'suggestion',
    });
  });

  test.each<Broken>([
    ['nobody tries to empty the node', facts({ actions: [] }), /nobody tries/],
    [
      'the drain failed for another reason',
      facts({ actions: [{ ...blocked, error: 'stuck_terminating' }] }),
      /nobody tries/,
    ],
    ['its code is not known', facts({ actions: [{ ...blocked, error: null }] }), /nobody tries/],
    ['the drain succeeded', facts({ actions: [{ ...blocked, status: 'success' }] }), /nobody tries/],
    [
      'a cordoned node has no blocking budget',
      ofNode({ cordoned: true }, { budgets: [{ ...budget, allowed: 1 }] }),
      /allows an eviction/,
    ],
    [
      'the budget covers no pod',
      ofNode({ cordoned: true }, { budgets: [{ ...budget, expected: 0 }] }),
      /allows an eviction/,
    ],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('blocked_drain', given)).toEqual(no(fails));
  });
});
