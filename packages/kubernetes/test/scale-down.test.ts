import { describe, expect, test } from 'vitest';
import { type PodSeen, scaleDownVerdict, type Strategy } from '../src/index.ts';
import { verdictOf } from './scale-down/oracle.ts';
import { budget, deployment, ofShop, pods, podsOf, statefulSet, unready, webCase } from './namespace-seen.ts';

const judges = [
  ['as it ships', scaleDownVerdict],
  ['as the oracle of the generated ones has it', verdictOf],
] as const;

describe.each(judges)('a scale-down, %s,', (_, verdictOn) => {
  test('that no budget concerns is allowed', () => {
    const strict = { maxUnavailable: 0 };
    const budgets = [
      { name: 'matches-none', selector: null, ...strict },
      { name: 'elsewhere', selector: { matchLabels: { app: 'api' } }, ...strict },
    ];
    expect(verdictOn(webCase(4, 1, budgets))).toEqual({ allowed: true });
  });

  test('is refused when fewer than minAvailable would be ready', () => {
    expect(verdictOn(webCase(7, 4, [budget('minAvailable', 4)]))).toEqual({ allowed: true });
    expect(verdictOn(webCase(7, 4, [budget('minAvailable', 9)]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'min_available', after: 4, needed: 9 }],
    });
  });

  test('reckons a percentage with the replicas it goes to', () => {
    expect(verdictOn(webCase(4, 2, [budget('minAvailable', '75%')]))).toEqual({ allowed: true });
    const web = webCase(4, 2, [budget('minAvailable', '75%')]);
    const onlyOneReady = [...web.pods.slice(0, 1), ...podsOf(web.deployment, 3, unready, 'new')];
    expect(verdictOn({ ...web, pods: onlyOneReady })).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'min_available', after: 1, needed: 2 }],
    });
  });

  test('removes pods that are not ready first', () => {
    const web = webCase(5, 3, [budget('minAvailable', 3)]);
    const mixed = [...podsOf(web.deployment, 3), ...podsOf(web.deployment, 2, unready)];
    expect(verdictOn({ ...web, pods: mixed })).toEqual({ allowed: true });
  });

  describe('in a rollout that does not come to an end', () => {
    const stuck = (target: number, minAvailable: number | string, strategy?: Strategy) => {
      const web = webCase(8, target, [budget('minAvailable', minAvailable)]);
      const mixed = [...podsOf(web.deployment, 6, {}, 'old'), ...podsOf(web.deployment, 4, unready, 'new')];
      const rolled = { ...web.deployment, ...(strategy && { strategy }) };
      return verdictOn({ ...web, deployment: rolled, pods: mixed });
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
      expect(verdictOn({ ...web, pods: [...web.pods, ...ending, ...ended] })).toEqual({ allowed: true });
    });
  });

  test('counts no pod that is on its way out', () => {
    const web = webCase(4, 3, [budget('minAvailable', 3)]);
    const leaving = [...podsOf(web.deployment, 2), ...podsOf(web.deployment, 2, { terminating: true }, 'old')];
    expect(verdictOn({ ...web, pods: leaving })).toMatchObject({ violations: [{ after: 2, needed: 3 }] });
  });

  test.each([0, '0%', '00%'])('is always refused by maxUnavailable %j', (zero) => {
    expect(verdictOn(webCase(7, 6, [budget('maxUnavailable', zero)]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule: 'max_unavailable_zero', after: 6, needed: 7 }],
    });
  });

  test.each([1, '1%', '100%'])('is never refused by maxUnavailable %j', (value) => {
    const web = webCase(7, 0, [budget('maxUnavailable', value)]);
    expect(verdictOn({ ...web, pods: [] })).toEqual({ allowed: true });
  });

  test('is never refused by a budget that says nothing', () => {
    expect(verdictOn(webCase(7, 0, [{ name: 'b', selector: {} }]))).toEqual({ allowed: true });
  });

  test('to nothing is refused by any percentage above zero', () => {
    const rule = 'min_available_percent_at_zero';
    expect(verdictOn(webCase(4, 0, [budget('minAvailable', '1%')]))).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule, after: 0, needed: 1 }],
    });
    const web = webCase(4, 0, [budget('minAvailable', '50%')]);
    const api = deployment('api', 6);
    const both = { ...web, pods: [...web.pods, ...podsOf(api, 6)], deployments: [api] };
    expect(verdictOn(both)).toEqual({
      allowed: false,
      violations: [{ budget: 'b', rule, after: 6, needed: 3 }],
    });
    expect(verdictOn(webCase(4, 0, [budget('minAvailable', '0%')]))).toEqual({ allowed: true });
    expect(verdictOn(webCase(4, 0, [budget('minAvailable', 0)]))).toEqual({ allowed: true });
    expect(verdictOn(webCase(4, 0, [budget('minAvailable', 1)]))).toMatchObject({
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
    expect(verdictOn(ready(3))).toEqual({ allowed: true });
    expect(verdictOn(ready(2))).toMatchObject({ violations: [{ after: 5, needed: 6 }] });
  });

  test('counts a StatefulSet and a ReplicaSet on its own as their live pods, and leaves bare pods out', () => {
    const web = webCase(4, 2, [budget('minAvailable', '100%')]);
    const alone = { kind: 'ReplicaSet', name: 'alone', uid: 'uid-alone' };
    const needed = (others: readonly PodSeen[]) => {
      const verdict = verdictOn({ ...web, target: 2, pods: [...web.pods.slice(0, 1), ...others] });
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
    expect(verdictOn({ ...web, pods: [...web.pods, ...like] })).toEqual({ allowed: true });
  });

  test('sees the pods of every revision', () => {
    const web = webCase(4, 3, [budget('minAvailable', 4)]);
    const rolling = [...podsOf(web.deployment, 2, {}, 'old'), ...podsOf(web.deployment, 3, {}, 'new')];
    expect(verdictOn({ ...web, pods: rolling })).toMatchObject({ violations: [{ after: 3, needed: 4 }] });
  });

  test('does not count a pod of the Deployment that the budget does not match', () => {
    const web = webCase(4, 3, [budget('minAvailable', 2, { selector: ofShop })]);
    const relabelled = podsOf(web.deployment, 3, { labels: { team: 'other' } }, 'old');
    const mixed = [...podsOf(web.deployment, 1), ...relabelled];
    expect(verdictOn({ ...web, pods: mixed })).toMatchObject({ violations: [{ after: 1, needed: 2 }] });
  });

  test('is held to a budget that matches its template or one of its live pods', () => {
    const budgets = [budget('maxUnavailable', 0, { selector: ofShop })];
    const web = webCase(4, 3, budgets);
    expect(verdictOn({ ...web, pods: [] }).allowed).toBe(false);
    const plain = { ...web, deployment: deployment('web', 4) };
    expect(verdictOn({ ...plain, pods: podsOf(plain.deployment, 4) }).allowed).toBe(true);
    const relabelled = podsOf(plain.deployment, 1, { labels: { team: 'shop' }, terminating: true });
    expect(verdictOn({ ...plain, pods: relabelled }).allowed).toBe(false);
    const finished = relabelled.map((pod): PodSeen => ({ ...pod, phase: 'Failed', ready: false }));
    expect(verdictOn({ ...plain, pods: finished }).allowed).toBe(true);
  });

  test('names every budget that refuses, in their order', () => {
    const budgets = [
      budget('minAvailable', 3, { name: 'three' }),
      budget('minAvailable', 2, { name: 'two' }),
      budget('maxUnavailable', 0, { name: 'none', selector: ofShop }),
    ];
    expect(verdictOn(webCase(4, 2, budgets))).toEqual({
      allowed: false,
      violations: [
        { budget: 'three', rule: 'min_available', after: 2, needed: 3 },
        { budget: 'none', rule: 'max_unavailable_zero', after: 2, needed: 4 },
      ],
    });
  });

  test('of what is short already is refused, also when it takes no ready pod', () => {
    const web = webCase(7, 6, [budget('minAvailable', 3)]);
    const short = [...podsOf(web.deployment, 2), ...podsOf(web.deployment, 5, unready)];
    expect(verdictOn({ ...web, pods: short })).toMatchObject({ violations: [{ after: 2, needed: 3 }] });
  });

  test('expects another Deployment once a single pod of it is matched, be it a finished one', () => {
    const web = webCase(3, 2, [budget('minAvailable', '100%')]);
    const api = deployment('api', 3);
    const finished = podsOf(api, 1, { ready: false, phase: 'Failed' });
    expect(verdictOn({ ...web, deployments: [api] })).toEqual({ allowed: true });
    expect(verdictOn({ ...web, deployments: [api], pods: [...web.pods, ...finished] })).toMatchObject({
      violations: [{ after: 2, needed: 5 }],
    });
  });
});

test.each([4, 5, -1, 1.5, Number.NaN])('from 4 to %j is no scale-down, and not answered', (target) => {
  expect(() => scaleDownVerdict(webCase(4, target, []))).toThrow('is not a scale-down');
});
