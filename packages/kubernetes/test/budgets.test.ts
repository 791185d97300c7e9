import { describe, expect, test } from 'vitest';
import {
  budgetSeen,
  budgetsOf,
  deploymentSeen,
  disruptionsAllowed,
  isPodOf,
  matches,
  type PodSeen,
  podSeen,
  quantityOf,
} from '../src/index.ts';
import { budget, deployment, ofShop, pods, podsOf, unready, webCase } from './namespace-seen.ts';

describe('a label selector', () => {
  test('that is null matches nothing, and an empty one everything', () => {
    expect(matches(null, {})).toBe(false);
    expect(matches(null, { app: 'web' })).toBe(false);
    expect(matches({}, {})).toBe(true);
    expect(matches({ matchLabels: {}, matchExpressions: [] }, { app: 'web' })).toBe(true);
  });

  test('needs every label and every expression to match', () => {
    const selector = {
      matchLabels: { app: 'web', tier: 'front' },
      matchExpressions: [{ key: 'track', operator: 'Exists' } as const],
    };
    expect(matches(selector, { app: 'web', tier: 'front', track: '' })).toBe(true);
    expect(matches(selector, { app: 'web', tier: 'front' })).toBe(false);
    expect(matches(selector, { app: 'web', track: 'a' })).toBe(false);
  });

  test.each([
    ['In', ['a', 'b'], { key: 'a' }, true],
    ['In', ['a', 'b'], { key: 'c' }, false],
    ['In', ['a', 'b'], {}, false],
    ['NotIn', ['a'], { key: 'a' }, false],
    ['NotIn', ['a'], { key: 'b' }, true],
    ['NotIn', ['a'], {}, true],
    ['Exists', undefined, { key: '' }, true],
    ['Exists', undefined, {}, false],
    ['DoesNotExist', undefined, {}, true],
    ['DoesNotExist', undefined, { key: '' }, false],
  ] as const)('%s %j of %j is %j', (operator, values, labels, expected) => {
    const expression = { key: 'key', operator, ...(values && { values }) };
    expect(matches({ matchExpressions: [expression] }, labels)).toBe(expected);
  });

  test('looks at labels only, not at what every object has', () => {
    expect(matches({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, {})).toBe(false);
  });

  test('with an operator we do not know is not passed over', () => {
    const selector = { matchExpressions: [{ key: 'key', operator: 'Gt' as 'In', values: ['1'] }] };
    expect(() => matches(selector, {})).toThrow('"Gt"');
  });
});

describe('a quantity', () => {
  test.each([
    ['50%', 7, 4],
    ['51%', 7, 4],
    ['30%', 7, 3],
    ['1%', 7, 1],
    ['0%', 7, 0],
    ['100%', 7, 7],
    ['50%', 0, 0],
    ['7%', 100, 7],
    [9, 7, 9],
    [0, 7, 0],
  ])('%j of %j pods is %j', (value, of, expected) => {
    expect(quantityOf(value, of)).toBe(expected);
  });

  test.each(['3', '%', '-1%', '1.5%', '', -1, 1.5, Number.NaN])('%j is none', (value) => {
    expect(() => quantityOf(value, 7)).toThrow('neither a number of pods nor a percentage');
  });
});

describe('objects as the API server sends them', () => {
  test('a budget keeps apart no selector and an empty one', () => {
    const metadata = { name: 'b', uid: 'u' };
    expect(budgetSeen({ metadata })).toEqual({ name: 'b', selector: null });
    expect(budgetSeen({ metadata, spec: { minAvailable: 0 } })).toEqual({ name: 'b', selector: null, minAvailable: 0 });
    expect(budgetSeen({ metadata, spec: { selector: {}, maxUnavailable: '0%' } })).toEqual({
      name: 'b',
      selector: {},
      maxUnavailable: '0%',
    });
  });

  test('a pod is ready by its condition and owned by its controller', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5f6d', uid: 'r', controller: true };
    const raw = {
      metadata: {
        name: 'web-5f6d-x',
        uid: 'u',
        labels: { app: 'web' },
        deletionTimestamp: '2026-11-15T12:00:00Z',
        ownerReferences: [{ apiVersion: 'v1', kind: 'Other', name: 'o', uid: 'o' }, owner],
      },
      status: {
        phase: 'Running',
        conditions: [
          { type: 'PodScheduled', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
      },
    };
    expect(podSeen(raw)).toEqual({
      name: 'web-5f6d-x',
      uid: 'u',
      labels: { app: 'web' },
      ready: true,
      terminating: true,
      phase: 'Running',
      controller: { kind: 'ReplicaSet', name: 'web-5f6d', uid: 'r' },
    });
    const conditions = [{ type: 'Ready', status: 'False' }];
    expect(podSeen({ ...raw, status: { phase: 'Running', conditions } }).ready).toBe(false);
  });

  test('what is missing is read as its default', () => {
    const metadata = { name: 'bare', uid: 'u' };
    const nothing = { name: 'bare', uid: 'u', labels: {}, ready: false, terminating: false, controller: null };
    expect(podSeen({ metadata })).toEqual({ ...nothing, phase: 'Unknown' });
    expect(deploymentSeen({ metadata })).toEqual({ ...metadata, replicas: 1, selector: {}, templateLabels: {} });
    expect(deploymentSeen({ metadata, spec: { replicas: 0 } }).replicas).toBe(0);
  });

  test('a pod is of a Deployment by the name of its ReplicaSet, its hash and the selector', () => {
    const web = deployment('web', 1);
    const [pod] = podsOf(web, 1) as [PodSeen];
    expect(isPodOf(pod, web)).toBe(true);
    expect(isPodOf(pod, { ...web, name: 'web-5f6d' })).toBe(false);
    expect(isPodOf(pod, { ...web, selector: { matchLabels: { app: 'api' } } })).toBe(false);
    expect(isPodOf({ ...pod, labels: { app: 'web' } }, web)).toBe(false);
    expect(isPodOf({ ...pod, labels: { app: 'web', 'pod-template-hash': 'other' } }, web)).toBe(false);
    expect(isPodOf({ ...pod, controller: { kind: 'Rollout', name: 'web-5f6d', uid: 'r' } }, web)).toBe(false);
    expect(isPodOf({ ...pod, controller: null }, web)).toBe(false);
  });
});

describe('the disruptions a budget allows', () => {
  const seven = webCase(7, 0, []);

  test.each([
    ['minAvailable', '50%', 4, 3],
    ['minAvailable', '51%', 4, 3],
    ['minAvailable', 9, 9, 0],
    ['maxUnavailable', '30%', 4, 3],
    ['maxUnavailable', '1%', 6, 1],
    ['maxUnavailable', '0%', 7, 0],
    ['maxUnavailable', 9, 0, 7],
  ] as const)('%s %j of 7 pods', (field, value, desired, allowed) => {
    const found = disruptionsAllowed(budget(field, value), seven.pods, [seven.deployment]);
    expect(found).toEqual({ expected: 7, desired, healthy: 7, allowed });
  });

  test('of two Deployments under one percentage', () => {
    const api = deployment('api', 3);
    const all = [...seven.pods, ...podsOf(api, 2), ...podsOf(api, 1, unready, 'new')];
    const found = disruptionsAllowed(budget('minAvailable', '50%'), all, [seven.deployment, api]);
    expect(found).toEqual({ expected: 10, desired: 5, healthy: 9, allowed: 4 });
  });

  test('expects every pod there is for a number, and what controllers ask for otherwise', () => {
    const all = [
      ...podsOf(seven.deployment, 2),
      ...pods('bare', 3),
      ...pods('done', 1, { phase: 'Failed', ready: false }),
    ];
    expect(disruptionsAllowed(budget('minAvailable', 1), all, [seven.deployment])).toEqual({
      expected: 6,
      desired: 1,
      healthy: 5,
      allowed: 4,
    });
    expect(disruptionsAllowed(budget('maxUnavailable', 3), all, [seven.deployment])).toEqual({
      expected: 7,
      desired: 4,
      healthy: 5,
      allowed: 1,
    });
  });

  test('are none where nothing is expected', () => {
    const none = { expected: 0, desired: 0, allowed: 0 };
    expect(disruptionsAllowed({ name: 'b', selector: {} }, seven.pods, [])).toEqual({ ...none, healthy: 7 });
    expect(disruptionsAllowed(budget('maxUnavailable', 1), pods('bare', 2), [])).toEqual({ ...none, healthy: 2 });
    const unset = budget('minAvailable', 0, { selector: null });
    expect(disruptionsAllowed(unset, seven.pods, [])).toEqual({ ...none, healthy: 0 });
  });

  test('are none where a controller has no scale to go by', () => {
    const daemons = pods('logs', 2, { controller: { kind: 'DaemonSet', name: 'logs', uid: 'uid-logs' } });
    const all = [...seven.pods, ...daemons];
    expect(disruptionsAllowed(budget('maxUnavailable', 1), all, [seven.deployment]).allowed).toBe(0);
    expect(disruptionsAllowed(budget('minAvailable', 1), all, [seven.deployment]).allowed).toBe(8);
  });

  test('are looked up by the budgets that cover a pod', () => {
    const budgets = [
      budget('minAvailable', 1, { name: 'shop', selector: ofShop }),
      budget('minAvailable', 1, { name: 'none', selector: null }),
      budget('minAvailable', 1, { name: 'all' }),
    ];
    const [pod] = seven.pods as [PodSeen];
    expect(budgetsOf(pod, budgets).map(({ name }) => name)).toEqual(['shop', 'all']);
  });
});
