import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { describe, expect, test } from 'vitest';
import { afterAnswer, answerOf, type EvictionAnswer, later } from '../src/drain/answer.ts';
import { progressText } from '../src/drain/figures.ts';
import { longestLane, nextToEvict, nextTryAt } from '../src/drain/lanes.ts';
import { afterLook } from '../src/drain/seen.ts';
import { failedPods } from '../src/drain/verdict.ts';
import { type DrainPod, drainedAtEnd, untouched } from '../src/records/drain-pod.ts';
import { pod as podObject } from './cluster-objects.ts';

const now = new Date('2026-01-01T12:00:00Z');
const pod = (name: string, more: Partial<DrainPod> = {}): DrainPod => ({
  ...untouched,
  pod_uid: `uid-${name}`,
  namespace: 'shop',
  pod: name,
  owner: null,
  place: Number(name.at(-1)),
  status: 'waiting',
  ...more,
});

const refusal = (status: number, cause: string | undefined, message = 'no', retryAfterSeconds?: number) =>
  new KubernetesError(message, {
    status,
    reason: undefined,
    causes: cause === undefined ? [] : [{ reason: cause, message: 'The disruption budget web needs 3 healthy pods' }],
    retryAfterSeconds,
  });
const blocked = {
  said: 'blocked',
  budget: 'web',
  message: 'The disruption budget web needs 3',
  afterSeconds: 0,
} as const;
type Counted = Parameters<typeof afterAnswer>[1];

describe('an answer', () => {
  test.each<[number, string | undefined, string, EvictionAnswer['said']]>([
    [404, undefined, 'no', 'gone'],
    [409, undefined, 'no', 'replaced'],
    [429, 'DisruptionBudget', 'no', 'blocked'],
    [429, undefined, 'no', 'nothing'],
    [500, undefined, 'This pod has more than one PodDisruptionBudget, which', 'two_budgets'],
    [500, undefined, 'no', 'nothing'],
    [504, undefined, 'no', 'nothing'],
    [403, 'NamespaceTerminating', 'no', 'namespace_ends'],
    [403, undefined, 'cannot create resource "pods/eviction"', 'forbidden'],
    [401, undefined, 'no', 'forbidden'],
    [422, undefined, 'no', 'refused'],
  ])('%i with cause %s and "%s" is %s', (status, cause, message, said) => {
    expect(answerOf(refusal(status, cause, message)).said).toBe(said);
  });

  test('that is none, is none', () => {
    expect(answerOf(new ClusterUnreachable('timeout', 'late'))).toMatchObject({ said: 'nothing' });
    expect(() => answerOf(new RangeError('ours'))).toThrow(RangeError);
  });

  test('that a budget refuses is an attempt, and waits twice as long each time, or as long as it is told', () => {
    let one = pod('w-1');
    const waits: (number | null)[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      one = afterAnswer({ ...one, asked_at: now }, blocked, now);
      waits.push(one.next_try_at && (one.next_try_at.getTime() - now.getTime()) / 1000);
    }
    expect(waits).toEqual([5, 10, 20, 40, null]);
    expect(one).toMatchObject({ status: 'failed', failure: 'eviction_blocked', attempts: 5, asked_at: null });
    expect(afterAnswer(pod('w-1'), { ...blocked, afterSeconds: 10 }, now).next_try_at).toEqual(later(now, 10));
  });

  test.each<[string, Counted, Partial<DrainPod>]>([
    ['evicting', { said: 'evicting' }, { status: 'evicting', attempts: 1, deadline_at: later(now, 90) }],
    ['gone', { said: 'gone' }, { status: 'evicted', attempts: 0 }],
    ['replaced', { said: 'replaced' }, { status: 'evicting', attempts: 0 }],
    ['two budgets', { said: 'two_budgets' }, { status: 'failed', failure: 'two_budgets' }],
    ['a namespace that ends', { said: 'namespace_ends' }, { status: 'evicting', deadline_at: later(now, 90) }],
    ['refused', { said: 'refused', message: 'no' }, { status: 'failed', failure: 'kubernetes_refused' }],
  ])('of %s leaves the pod so', (_, answer, left) => {
    expect(afterAnswer(pod('w-1', { asked_at: now, trouble_since: now }), answer, now)).toMatchObject({
      asked_at: null,
      trouble_since: null,
      ...left,
    });
  });

  test('that says nothing is no attempt, and is tried again for two minutes', () => {
    const nothing = { said: 'nothing', message: 'busy', afterSeconds: 1 } as const;
    const tried = afterAnswer(pod('w-1', { attempts: 2 }), nothing, now);
    expect(tried).toMatchObject({ status: 'waiting', attempts: 2, trouble_since: now, next_try_at: later(now, 2) });
    expect(afterAnswer(tried, nothing, later(now, 120))).toMatchObject({ status: 'waiting', trouble_since: now });
    expect(afterAnswer(tried, nothing, later(now, 121))).toMatchObject({ failure: 'eviction_unanswered' });
  });
});

describe('lanes', () => {
  const lane = (name: string, more: Partial<DrainPod> = {}) => pod(name, { budget: 'web', ...more });

  test('have only their head tried; those of no budget go by themselves', () => {
    const waits = { attempts: 1, next_try_at: later(now, 5) };
    const pods = [lane('w-0', waits), lane('w-1'), pod('b-2'), lane('d-3', { budget: 'db' })];
    expect(nextToEvict(pods, now)?.pod).toBe('b-2');
    expect(
      nextToEvict(
        pods.filter(({ pod: name }) => name !== 'b-2'),
        now,
      )?.pod,
    ).toBe('d-3');
    expect(nextToEvict(pods, later(now, 5))?.pod).toBe('w-0');
    expect(nextTryAt(pods)).toEqual(later(now, 5));
    expect(longestLane(pods)).toBe(2);
  });

  test('keep their head, though another was placed before it', () => {
    const pods = [lane('w-0'), lane('w-1', { attempts: 2, next_try_at: later(now, 9) })];
    expect(nextToEvict(pods, now)).toBeUndefined();
  });

  test('of one name in two namespaces are two', () => {
    const waits = { attempts: 1, next_try_at: later(now, 5) };
    expect(nextToEvict([lane('w-0', waits), lane('w-1', { namespace: 'desk' })], now)?.pod).toBe('w-1');
  });

  test('leave the pod of the worker until nothing else is left', () => {
    const pods = [pod('own-0'), pod('b-1', { status: 'evicting' })];
    expect(nextToEvict(pods, now, 'own-0')).toBeUndefined();
    expect(nextToEvict([pod('own-0'), pod('b-1', { status: 'evicted' })], now, 'own-0')?.pod).toBe('own-0');
  });
});

describe('what the node shows', () => {
  const ends = (more: object = {}) =>
    podObject('w-1', 'web', { metadata: { deletionTimestamp: now.toISOString(), ...more } });
  const asked = pod('w-1', { asked_at: now, attempts: 1 });

  test('of an eviction without an answer tells whether it was an attempt', () => {
    expect(afterLook(asked, podObject('w-1'), now, '')).toMatchObject({
      status: 'waiting',
      attempts: 1,
      asked_at: null,
    });
    expect(afterLook(asked, ends(), now, '')).toMatchObject({ status: 'evicting', attempts: 2, asked_at: null });
    expect(afterLook(asked, undefined, now, '')).toMatchObject({ status: 'evicted', attempts: 2, asked_at: null });
  });

  test('is the end of what has gone, also of what had failed', () => {
    const failed = pod('w-1', { status: 'failed', failure: 'eviction_blocked', attempts: 5 });
    expect(afterLook(failed, undefined, now, '')).toMatchObject({ status: 'evicted', failure: null });
    expect(afterLook(failed, podObject('w-1'), now, '')).toBe(failed);
  });

  test.each([
    ['its finalizers', ends({ finalizers: ['a/b'] }), '', 'waiting for its finalizers (a/b)'],
    ['its node', ends(), 'node n is not ready', 'node n is not ready'],
    ['nothing that shows', ends(), '', 'still terminating'],
  ])('after its deadline says what holds a pod: %s', (_, seen, holds, reason) => {
    const at = { status: 'evicting', deadline_at: later(now, 60) } as const;
    expect(afterLook(pod('w-1', at), seen, later(now, 60), holds)).toMatchObject({ status: 'evicting' });
    expect(afterLook(pod('w-1', at), seen, later(now, 61), holds)).toMatchObject({
      status: 'failed',
      failure: 'stuck_terminating',
      reason,
    });
  });
});

describe('what is said of a drain', () => {
  test('while it runs, is how many are gone, and what the others wait for', () => {
    const held = { budget: 'web', blocked_by: ['web'], attempts: 1 };
    const pods = [
      pod('w-0', held),
      pod('w-1', { budget: 'web' }),
      pod('b-2', { status: 'evicted' }),
      pod('s-3', { status: 'skipped' }),
    ];
    expect(progressText(pods)).toBe('1 of 3 pods gone; 2 wait for budget shop/web');
  });

  test('when it fails, names what is worst of it first, and no more than five pods', () => {
    expect(failedPods([pod('w-0', { status: 'evicted' })])).toBeUndefined();
    const stuck = { status: 'failed', failure: 'stuck_terminating', reason: 'still terminating' } as const;
    const many = Array.from({ length: 7 }, (_, index) => pod(`w-${index}`, stuck));
    const verdict = failedPods([...many, pod('t-8', { status: 'failed', failure: 'two_budgets', reason: 'two' })]);
    expect(verdict).toMatchObject({ result: 'stuck_terminating', error: { code: 'stuck_terminating' } });
    expect(verdict?.error.message).toContain('Pod shop/w-0 did not end in time: still terminating; pod shop/w-1');
    expect(verdict?.error.message).toContain(' and 3 more.');
  });

  test('once it has ended, promises nothing more', () => {
    expect(drainedAtEnd(pod('w-0', { asked_at: now, next_try_at: now, deadline_at: now }))).toMatchObject({
      status: 'evicting',
      next_try_at: null,
      deadline_at: null,
    });
  });
});
