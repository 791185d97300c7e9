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
  scaleDownVerdict,
  type Strategy,
} from '../src/index.ts';
import { budget, deployment, ofShop, pods, podsOf, statefulSet, unready, webCase } from './namespace-seen.ts';

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

describe('a scale-down', () => {
  test('that no budget concerns is allowed', () => {
    const strict = { maxUnavailable: 0 };
    const budgets = [
      { name: 'matches-none', selector: null, ...strict },
      { name: 'elsewhere', selector: { matchLabels: { app: 'api' } }, ...strict },
    ];
    expect(scaleDownVerdict(webCase(4, 1, budgets))).toEqual({ allowed: true });
  });

  test('is refused when fewer than minAvailable would be ready', () => {
    expect(scaleDownVerdict(webCase(7, 4, [budget('minAvailable', 4)]))).toEqual({ allowed: true });
    expect(scaleDownVerdict(webCase(7, 4, [budget('minAvailable', 9)]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'min_available', after: 4, needed: 9 }],
    });
  });

  test('reckons a percentage with the replicas it goes to', () => {
    expect(scaleDownVerdict(webCase(4, 2, [budget('minAvailable', '75%')]))).toEqual({ allowed: true });
    const web = webCase(4, 2, [budget('minAvailable', '75%')]);
    const onlyOneReady = [...web.pods.slice(0, 1), ...podsOf(web.deployment, 3, unready, 'new')];
    expect(scaleDownVerdict({ ...web, pods: onlyOneReady })).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'min_available', after: 1, needed: 2 }],
    });
  });

  test('removes pods that are not ready first', () => {
    const web = webCase(5, 3, [budget('minAvailable', 3)]);
    const mixed = [...podsOf(web.deployment, 3), ...podsOf(web.deployment, 2, unready)];
    expect(scaleDownVerdict({ ...web, pods: mixed })).toEqual({ allowed: true });
  });

  describe('in a rollout that does not come to an end', () => {
    const stuck = (target: number, minAvailable: number | string, strategy?: Strategy) => {
      const web = webCase(8, target, [budget('minAvailable', minAvailable)]);
      const mixed = [...podsOf(web.deployment, 6, {}, 'old'), ...podsOf(web.deployment, 4, unready, 'new')];
      const rolled = { ...web.deployment, ...(strategy && { strategy }) };
      return scaleDownVerdict({ ...web, deployment: rolled, pods: mixed });
    };
    const rolling = (maxSurge: number | string, maxUnavailable: number | string): Strategy => ({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge, maxUnavailable },
    });

    test('loses healthy pods in proportion, as the API server was seen to do: 3 of 6 are left', () => {
      expect(stuck(4, 4)).toMatchObject({ violations: [{ after: 3, needed: 4 }] });
      expect(stuck(4, 3)).toEqual({ allowed: true });
      expect(stuck(4, '75%')).toEqual({ allowed: true });
    });

    test('gives the rest of a rounding to the largest ReplicaSet', () => {
      expect(stuck(3, 3)).toMatchObject({ violations: [{ after: 2, needed: 3 }] });
    });

    test('may go on until as many are missing as its strategy lets', () => {
      expect(stuck(4, 3, rolling(2, '50%'))).toMatchObject({ violations: [{ after: 2, needed: 3 }] });
      expect(stuck(4, 1, rolling('100%', '100%'))).toMatchObject({ violations: [{ after: 0, needed: 1 }] });
      expect(stuck(4, 4, rolling(0, 0))).toMatchObject({ violations: [{ needed: 4 }] });
    });

    test('keeps nothing for certain where all pods are made anew', () => {
      expect(stuck(4, 1, { type: 'Recreate' })).toMatchObject({ violations: [{ after: 0, needed: 1 }] });
    });

    test('is none when all but one ReplicaSet have only pods that end or have ended', () => {
      const web = webCase(6, 3, [budget('minAvailable', 3)]);
      const ending = podsOf(web.deployment, 2, { terminating: true }, 'old');
      const ended = podsOf(web.deployment, 2, { ready: false, phase: 'Failed' }, 'older');
      expect(scaleDownVerdict({ ...web, pods: [...web.pods, ...ending, ...ended] })).toEqual({ allowed: true });
    });
  });

  test('counts no pod that is on its way out', () => {
    const web = webCase(4, 3, [budget('minAvailable', 3)]);
    const leaving = [...podsOf(web.deployment, 2), ...podsOf(web.deployment, 2, { terminating: true }, 'old')];
    expect(scaleDownVerdict({ ...web, pods: leaving })).toMatchObject({ violations: [{ after: 2, needed: 3 }] });
  });

  test.each([0, '0%', '00%'])('is always refused by maxUnavailable %j', (zero) => {
    expect(scaleDownVerdict(webCase(7, 6, [budget('maxUnavailable', zero)]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'max_unavailable_zero', after: 6, needed: 7 }],
    });
  });

  test.each([1, '1%', '100%'])('is never refused by maxUnavailable %j', (value) => {
    const web = webCase(7, 0, [budget('maxUnavailable', value)]);
    expect(scaleDownVerdict({ ...web, pods: [] })).toEqual({ allowed: true });
  });

  test('is never refused by a budget that says nothing', () => {
    expect(scaleDownVerdict(webCase(7, 0, [{ name: 'b', selector: {} }]))).toEqual({ allowed: true });
  });

  test('to nothing is refused by any percentage above zero', () => {
    const rule = 'min_available_percent_at_zero';
    expect(scaleDownVerdict(webCase(4, 0, [budget('minAvailable', '1%')]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule, after: 0, needed: 1 }],
    });
    const web = webCase(4, 0, [budget('minAvailable', '50%')]);
    const api = deployment('api', 6);
    const both = { ...web, pods: [...web.pods, ...podsOf(api, 6)], deployments: [api] };
    expect(scaleDownVerdict(both)).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule, after: 6, needed: 3 }],
    });
    expect(scaleDownVerdict(webCase(4, 0, [budget('minAvailable', '0%')]))).toEqual({ allowed: true });
    expect(scaleDownVerdict(webCase(4, 0, [budget('minAvailable', 0)]))).toEqual({ allowed: true });
    expect(scaleDownVerdict(webCase(4, 0, [budget('minAvailable', 1)]))).toMatchObject({
      violations: [{ rule: 'min_available', after: 0, needed: 1 }],
    });
  });

  test('counts another Deployment under the same budget with the replicas it asks for', () => {
    const web = webCase(7, 3, [budget('minAvailable', '50%')]);
    const api = deployment('api', 9);
    const ready = (count: number) => ({
      ...web,
      pods: [...web.pods, ...podsOf(api, count), ...podsOf(api, 1, unready, 'new')],
      deployments: [api, deployment('without-pods', 50)],
    });
    expect(scaleDownVerdict(ready(3))).toEqual({ allowed: true });
    expect(scaleDownVerdict(ready(2))).toMatchObject({ violations: [{ after: 5, needed: 6 }] });
  });

  test('counts a StatefulSet and a ReplicaSet on its own as their live pods, and leaves bare pods out', () => {
    const web = webCase(4, 2, [budget('minAvailable', '100%')]);
    const alone = { kind: 'ReplicaSet', name: 'alone', uid: 'uid-alone' };
    const needed = (others: readonly PodSeen[]) => {
      const verdict = scaleDownVerdict({ ...web, target: 2, pods: [...web.pods.slice(0, 1), ...others] });
      return verdict.allowed ? undefined : verdict.violations[0]?.needed;
    };
    expect(needed([])).toBe(2);
    expect(needed(pods('db', 3, { controller: statefulSet, ready: false }))).toBe(5);
    expect(needed(pods('db', 3, { controller: statefulSet, terminating: true }))).toBe(5);
    expect(needed(pods('alone', 2, { controller: alone }))).toBe(4);
    expect(needed(pods('bare', 2, { ready: false }))).toBe(2);
    const finished = { phase: 'Succeeded', ready: false } as const;
    expect(needed([...pods('bare', 2, finished), ...pods('db', 2, { ...finished, controller: statefulSet })])).toBe(2);
  });

  test('takes a ReplicaSet of a like name for what it is', () => {
    const web = webCase(4, 1, [budget('minAvailable', 3)]);
    const controller = { kind: 'ReplicaSet', name: 'web-blue-5f6d', uid: 'uid-web-blue-5f6d' };
    const like = pods('web-blue', 2, { controller, labels: { app: 'web', 'pod-template-hash': '5f6d' } });
    expect(scaleDownVerdict({ ...web, pods: [...web.pods, ...like] })).toEqual({ allowed: true });
  });

  test('sees the pods of every revision', () => {
    const web = webCase(4, 3, [budget('minAvailable', 4)]);
    const rolling = [...podsOf(web.deployment, 2, {}, 'old'), ...podsOf(web.deployment, 3, {}, 'new')];
    expect(scaleDownVerdict({ ...web, pods: rolling })).toMatchObject({ violations: [{ after: 3, needed: 4 }] });
  });

  test('does not count a pod of the Deployment that the budget does not match', () => {
    const web = webCase(4, 3, [budget('minAvailable', 2, { selector: ofShop })]);
    const relabelled = podsOf(web.deployment, 3, { labels: { team: 'other' } }, 'old');
    const mixed = [...podsOf(web.deployment, 1), ...relabelled];
    expect(scaleDownVerdict({ ...web, pods: mixed })).toMatchObject({ violations: [{ after: 1, needed: 2 }] });
  });

  test('is held to a budget that matches its template or one of its live pods', () => {
    const budgets = [budget('maxUnavailable', 0, { selector: ofShop })];
    const web = webCase(4, 3, budgets);
    expect(scaleDownVerdict({ ...web, pods: [] }).allowed).toBe(false);
    const plain = { ...web, deployment: deployment('web', 4) };
    expect(scaleDownVerdict({ ...plain, pods: podsOf(plain.deployment, 4) }).allowed).toBe(true);
    const relabelled = podsOf(plain.deployment, 1, { labels: { team: 'shop' }, terminating: true });
    expect(scaleDownVerdict({ ...plain, pods: relabelled }).allowed).toBe(false);
    const finished = relabelled.map((pod): PodSeen => ({ ...pod, phase: 'Failed', ready: false }));
    expect(scaleDownVerdict({ ...plain, pods: finished }).allowed).toBe(true);
  });

  test('names every budget that refuses, in their order', () => {
    const budgets = [
      budget('minAvailable', 3, { name: 'three' }),
      budget('minAvailable', 2, { name: 'two' }),
      budget('maxUnavailable', 0, { name: 'none', selector: ofShop }),
    ];
    expect(scaleDownVerdict(webCase(4, 2, budgets))).toEqual({
      allowed: false,
      violations: [
        { budget: 'three', rule: 'min_available', after: 2, needed: 3 },
        { budget: 'none', rule: 'max_unavailable_zero', after: 2, needed: 4 },
      ],
    });
  });

  test.each([4, 5, -1, 1.5, Number.NaN])('from 4 to %j is none, and not answered', (target) => {
    expect(() => scaleDownVerdict(webCase(4, target, []))).toThrow('is not a scale-down');
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
