import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleDownCase } from './cases.ts';
import type { Budget, ScaleDownCase, Verdict } from './contract.ts';
import { mutants } from './mutants.ts';
import { verdictOf } from './oracle.ts';
import { rightSteps, verdictBy } from './steps.ts';

const seed = 9;
const cases = fc.sample(scaleDownCase, { numRuns: 2_000, seed });
const verdicts = cases.map(verdictOf);

const owned = (seen: ScaleDownCase) => seen.pods.filter((pod) => rightSteps.owns(seen.deployment, pod));
const percent = ({ minAvailable }: Budget): boolean => typeof minAvailable === 'string';
const told = (verdict: Verdict, rule: string): boolean =>
  !verdict.allowed && verdict.violations.some((violation) => violation.rule === rule);

describe('the generated cases', () => {
  test('are allowed and refused about as often', () => {
    const allowed = verdicts.filter((verdict) => verdict.allowed).length / cases.length;
    expect(allowed).toBeGreaterThan(0.4);
    expect(allowed).toBeLessThan(0.65);
  });

  test('are what an API server could hold', () => {
    for (const { deployment, target, budgets, pods, deployments } of cases) {
      expect(target).toBeGreaterThanOrEqual(0);
      expect(target).toBeLessThan(deployment.replicas);
      for (const { selector, templateLabels } of [deployment, ...deployments]) {
        expect(rightSteps.selects(selector, templateLabels)).toBe(true);
      }
      for (const names of [[deployment, ...deployments], budgets, pods].map((all) => all.map(({ name }) => name))) {
        expect(new Set(names).size).toBe(names.length);
      }
      expect(budgets.some((each) => each.minAvailable !== undefined && each.maxUnavailable !== undefined)).toBe(false);
      expect(pods.some((pod) => pod.ready && !rightSteps.live(pod))).toBe(false);
    }
  });

  test('keep the pods of one ReplicaSet together', () => {
    for (const seen of cases) {
      const own = new Set(owned(seen).map((pod) => pod.controller?.uid));
      const strays = seen.pods.filter((pod) => own.has(pod.controller?.uid) && !owned(seen).includes(pod));
      expect(strays).toEqual([]);
    }
  });

  test.each<readonly [string, (seen: ScaleDownCase, verdict: Verdict) => boolean]>([
    ['target 0', ({ target }) => target === 0],
    ['several budgets', ({ budgets }) => budgets.length > 1],
    ['no budget', ({ budgets }) => budgets.length === 0],
    ['no selector', ({ budgets }) => budgets.some(({ selector }) => selector === null)],
    [
      'a selector with expressions',
      ({ budgets }) => budgets.some(({ selector }) => (selector?.matchExpressions?.length ?? 0) > 0),
    ],
    ['0 %', ({ budgets }) => budgets.some(({ minAvailable }) => minAvailable === '0%')],
    ['100 %', ({ budgets }) => budgets.some(({ minAvailable }) => minAvailable === '100%')],
    [
      'more than 100 %',
      ({ budgets }) => budgets.some((each) => percent(each) && Number.parseInt(String(each.minAvailable), 10) > 100),
    ],
    [
      'neither field',
      ({ budgets }) => budgets.some((each) => each.minAvailable === undefined && each.maxUnavailable === undefined),
    ],
    ['a rollout', (seen) => new Set(owned(seen).map((pod) => pod.controller?.uid)).size === 2],
    ['a Deployment without pods', (seen) => owned(seen).length === 0],
    ['fewer ready than the target', (seen) => owned(seen).filter(rightSteps.ready).length < seen.target],
    ['other Deployments', ({ deployments }) => deployments.length > 0],
    ['a StatefulSet', ({ pods }) => pods.some((pod) => pod.controller?.kind === 'StatefulSet')],
    ['pods without a controller', ({ pods }) => pods.some((pod) => pod.controller === null)],
    ['finished pods', ({ pods }) => pods.some((pod) => !rightSteps.live(pod))],
    ['ready pods that terminate', ({ pods }) => pods.some((pod) => pod.ready && pod.terminating)],
    ['refused: min_available', (_, verdict) => told(verdict, 'min_available')],
    ['refused: max_unavailable_zero', (_, verdict) => told(verdict, 'max_unavailable_zero')],
    ['refused: min_available_percent_at_zero', (_, verdict) => told(verdict, 'min_available_percent_at_zero')],
    ['refused by several budgets', (_, verdict) => !verdict.allowed && verdict.violations.length > 1],
  ])('hold 20 or more of: %s', (_, has) => {
    const found = cases.filter((seen, index) => has(seen, verdicts[index] ?? { allowed: true }));
    expect(found.length).toBeGreaterThanOrEqual(20);
  });
});

describe('wrong verdicts', () => {
  test('the steps they are made of agree with the oracle', () => {
    expect(cases.map(verdictBy({}))).toEqual(verdicts);
  });

  test.each([...mutants])('are found out by allowed or refused alone: %s', (_, wrong) => {
    expect(cases.some((seen, index) => wrong(seen).allowed !== verdicts[index]?.allowed)).toBe(true);
  });
});
