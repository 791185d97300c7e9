import { describe, expect, test } from 'vitest';
import type { Budget, LabelSelector, Rule, ScaleDownCase, Strategy, Verdict } from './contract.ts';
import { budget, deploymentNamed, pods, podsOf, scaleDown, statefulSet, web } from './hand-made.ts';
import { verdictOf } from './oracle.ts';

const allowed: Verdict = { allowed: true };
const refused = (after: number, needed: number, rule: Rule = 'min_available'): Verdict => ({
  allowed: false,
  violations: [{ budget: 'budget', rule, after, needed }],
});

/** Ready pods of "web" and as many more that are not. */
const partly = (ready: number, unready = 0) => ({
  pods: [...podsOf(web, ready), ...podsOf(web, unready, { ready: false, phase: 'Pending' })],
});

const api = deploymentNamed('api', 3);
const unready = { ready: false, phase: 'Pending' } as const;

describe('the figures of the research', () => {
  const rows: readonly (readonly [string, ScaleDownCase, Verdict])[] = [
    ['7 pods, 50 %: 4 are needed', scaleDown(8, 7, { minAvailable: '50%' }, partly(3, 5)), refused(3, 4)],
    ['7 pods, 50 %: 4 are enough', scaleDown(8, 7, { minAvailable: '50%' }, partly(4, 4)), allowed],
    ['7 pods, 51 %: 4 are needed', scaleDown(8, 7, { minAvailable: '51%' }, partly(3, 5)), refused(3, 4)],
    ['7 pods, 51 %: 4 are enough', scaleDown(8, 7, { minAvailable: '51%' }, partly(4, 4)), allowed],
    ['4 to 2 under 75 %: 2 are enough', scaleDown(4, 2, { minAvailable: '75%' }), allowed],
    ['4 to 2 under 75 %: 1 is not', scaleDown(4, 2, { minAvailable: '75%' }, partly(1, 3)), refused(1, 2)],
    ['7 to 4 with at least 9', scaleDown(7, 4, { minAvailable: 9 }), refused(4, 9)],
    ['7 to 4 with at least 4', scaleDown(7, 4, { minAvailable: 4 }), allowed],
    ['7 to 4 with at least 5', scaleDown(7, 4, { minAvailable: 5 }), refused(4, 5)],
    ['max 30 %', scaleDown(7, 1, { maxUnavailable: '30%' }), allowed],
    ['max 1 %, which is 1', scaleDown(7, 1, { maxUnavailable: '1%' }), allowed],
    ['max 1', scaleDown(7, 0, { maxUnavailable: 1 }), allowed],
    ['max 0 %', scaleDown(7, 6, { maxUnavailable: '0%' }), refused(6, 7, 'max_unavailable_zero')],
    ['max 0', scaleDown(7, 6, { maxUnavailable: 0 }), refused(6, 7, 'max_unavailable_zero')],
    ['neither field', scaleDown(7, 0, {}), allowed],
    ['no selector', scaleDown(7, 0, { selector: null, minAvailable: 7 }), allowed],
    ['the selector {}', scaleDown(7, 3, { selector: {}, minAvailable: 4 }), refused(3, 4)],
    ['pods not ready go first', scaleDown(7, 4, { minAvailable: 4 }, partly(4, 3)), allowed],
    ['fewer ready than are to stay', scaleDown(7, 4, { minAvailable: 4 }, partly(3, 4)), refused(3, 4)],
  ];
  test.each(rows)('%s', (_, seen, verdict) => {
    expect(verdictOf(seen)).toEqual(verdict);
  });

  test('two Deployments 7 + 3 under one 50 %: 10 are expected and 5 needed', () => {
    const beside = (ready: number) => ({
      pods: [...partly(2, 6).pods, ...podsOf(api, ready), ...podsOf(api, 3 - ready, unready)],
      deployments: [api],
    });
    expect(verdictOf(scaleDown(8, 7, { minAvailable: '50%' }, beside(2)))).toEqual(refused(4, 5));
    expect(verdictOf(scaleDown(8, 7, { minAvailable: '50%' }, beside(3)))).toEqual(allowed);
  });
});

describe('what was decided (the letters of the oracle)', () => {
  test('A: a percentage above 0 refuses the target 0, also when others share the budget', () => {
    const rule = 'min_available_percent_at_zero';
    const shared = { pods: [...podsOf(web, 1), ...podsOf(api, 3)], deployments: [api] };
    expect(verdictOf(scaleDown(3, 0, { minAvailable: '1%' }))).toEqual(refused(0, 1, rule));
    expect(verdictOf(scaleDown(1, 0, { minAvailable: '50%' }, shared))).toEqual(refused(3, 2, rule));
    expect(verdictOf(scaleDown(3, 0, { minAvailable: '0%' }))).toEqual(allowed);
    expect(verdictOf(scaleDown(3, 0, { minAvailable: 0 }))).toEqual(allowed);
    expect(verdictOf(scaleDown(3, 0, { minAvailable: 1 }))).toEqual(refused(0, 1));
  });

  test('B: a StatefulSet counts as its live pods, terminating ones in, finished ones out, matched or not', () => {
    const seen = scaleDown(
      3,
      2,
      { minAvailable: '100%' },
      {
        pods: [
          ...podsOf(web, 3),
          ...pods(1, statefulSet),
          ...pods(1, statefulSet, { terminating: true, name: 'db-1' }),
          ...pods(1, statefulSet, { labels: { app: 'old' }, name: 'db-2' }),
          ...pods(4, statefulSet, { ready: false, phase: 'Failed' }),
        ],
      },
    );
    expect(verdictOf(seen)).toEqual(refused(3, 5));
  });

  test('C: a Deployment of which no pod is matched is not expected; one finished pod is enough', () => {
    const alone = scaleDown(3, 2, { minAvailable: '100%' }, { deployments: [api] });
    const finished = podsOf(api, 1, { ready: false, phase: 'Failed' });
    expect(verdictOf(alone)).toEqual(allowed);
    expect(verdictOf({ ...alone, pods: [...alone.pods, ...finished] })).toEqual(refused(2, 5));
  });

  test('D: a pod without a controller is ready but not expected', () => {
    const beside = { pods: [...partly(1, 2).pods, ...pods(1, null)] };
    expect(verdictOf(scaleDown(3, 2, { minAvailable: '100%' }, beside))).toEqual(allowed);
  });

  test('E: a pod of the Deployment that the budget does not match is not counted', () => {
    const selector = { matchLabels: { track: 'new' } };
    const seen = { pods: [...podsOf(web, 1, { labels: { track: 'new' } }), ...podsOf(web, 6, {}, 'b2')] };
    expect(verdictOf(scaleDown(7, 4, { selector, minAvailable: 1 }, seen))).toEqual(allowed);
    expect(verdictOf(scaleDown(7, 4, { selector, minAvailable: 2 }, seen))).toEqual(refused(1, 2));
  });

  test('F: each budget is judged alone and told in its order', () => {
    const asked = [
      budget({ name: 'b', minAvailable: 4 }),
      budget({ name: 'c', minAvailable: 1 }),
      budget({ name: 'a', maxUnavailable: 0 }),
    ];
    expect(verdictOf(scaleDown(7, 3, asked))).toEqual({
      allowed: false,
      violations: [
        { budget: 'b', rule: 'min_available', after: 3, needed: 4 },
        { budget: 'a', rule: 'max_unavailable_zero', after: 3, needed: 7 },
      ],
    });
  });

  test('G: what is short already stays refused, though no ready pod would go', () => {
    expect(verdictOf(scaleDown(7, 6, { minAvailable: 3 }, partly(2, 5)))).toEqual(refused(2, 3));
  });

  test('H, I: zero however it is written, and more than 100 %', () => {
    expect(verdictOf(scaleDown(2, 1, { maxUnavailable: '00%' }))).toEqual(refused(1, 2, 'max_unavailable_zero'));
    expect(verdictOf(scaleDown(5, 4, { minAvailable: '101%' }))).toEqual(refused(4, 5));
  });

  test('J: pods that only look like its own are of others', () => {
    const twin = { kind: 'ReplicaSet', name: 'web-c3', uid: 'twin' };
    const foreign = (labels: Record<string, string>) => ({ pods: [...podsOf(web, 2), ...pods(2, twin, { labels })] });
    const at = (labels: Record<string, string>) =>
      verdictOf(scaleDown(2, 1, { selector: {}, minAvailable: 4 }, foreign(labels)));
    expect(at({ app: 'web', 'pod-template-hash': 'c3' })).toEqual(refused(1, 4));
    expect(at({ app: 'web', 'pod-template-hash': 'd4' })).toEqual(refused(3, 4));
    expect(at({ app: 'web' })).toEqual(refused(3, 4));
    expect(at({ app: 'other', 'pod-template-hash': 'c3' })).toEqual(refused(3, 4));
  });

  test('K: in a rollout only what is left for certain is counted', () => {
    const stuck = { pods: [...podsOf(web, 6), ...podsOf(web, 4, unready, 'b2')] };
    const at = (target: number, minAvailable: number, strategy: Strategy = {}) => {
      const seen = scaleDown(8, target, { minAvailable }, stuck);
      return verdictOf({ ...seen, deployment: { ...seen.deployment, strategy } });
    };
    // Seen live: 3 and 2 of them ready.
    expect(at(4, 4)).toEqual(refused(3, 4));
    expect(at(4, 3)).toEqual(allowed);
    // 6 and 4 of 10 become 2.4 and 1.6 of 4: 2 and 2.
    expect(at(3, 3)).toEqual(refused(2, 3));
    expect(at(4, 3, { rollingUpdate: { maxSurge: 2, maxUnavailable: '50%' } })).toEqual(refused(2, 3));
    expect(at(4, 1, { type: 'Recreate' })).toEqual(refused(0, 1));
  });
});

describe('which budgets are asked', () => {
  const asked = (selector: LabelSelector | null, seen: Partial<ScaleDownCase> = {}): boolean => {
    const strict: Budget = budget({ selector, maxUnavailable: 0 });
    return !verdictOf({ ...scaleDown(3, 2, [strict]), ...seen }).allowed;
  };
  const old = (phase: 'Running' | 'Failed', terminating = false) => ({
    pods: podsOf(web, 1, { labels: { track: 'old' }, phase, ready: false, terminating }, 'b2'),
  });
  const oldTrack = { matchLabels: { track: 'old' } };

  test('one that matches the template, though there is no pod', () => {
    expect(asked({ matchLabels: { app: 'web' } }, { pods: [] })).toBe(true);
    expect(asked({ matchLabels: { app: 'api' } }, { pods: podsOf(api, 1) })).toBe(false);
  });

  test('one that matches a live pod of it alone, terminating or not', () => {
    expect(asked(oldTrack)).toBe(false);
    expect(asked(oldTrack, old('Running'))).toBe(true);
    expect(asked(oldTrack, old('Running', true))).toBe(true);
    expect(asked(oldTrack, old('Failed'))).toBe(false);
  });

  test.each<readonly [string, LabelSelector, boolean]>([
    ['In', { matchExpressions: [{ key: 'app', operator: 'In', values: ['api', 'web'] }] }, true],
    ['In, missing key', { matchExpressions: [{ key: 'track', operator: 'In', values: ['stable'] }] }, false],
    ['NotIn', { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false],
    ['NotIn, missing key', { matchExpressions: [{ key: 'track', operator: 'NotIn', values: ['stable'] }] }, true],
    ['Exists', { matchExpressions: [{ key: 'app', operator: 'Exists' }] }, true],
    ['Exists, a word every object knows', { matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, false],
    ['DoesNotExist', { matchExpressions: [{ key: 'track', operator: 'DoesNotExist' }] }, true],
    ['empty lists', { matchLabels: {}, matchExpressions: [] }, true],
    [
      'both parts',
      { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] },
      false,
    ],
  ])('selector: %s', (_, selector, answer) => {
    expect(asked(selector)).toBe(answer);
  });
});
