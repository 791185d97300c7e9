import { isJudged, type Verdict } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { approvalOf, lineNames, type TrustFacts } from '../src/trust/approve.ts';
import { confidenceOf, type Past, wilsonLowerBound } from '../src/trust/confidence.ts';
import { whyPaused } from '../src/trust/pause.ts';

const now = new Date('2026-03-10T12:00:00Z');
const dayMs = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const past = (verdict: Verdict, count: number, more: Partial<Past> = {}): readonly Past[] =>
  Array.from({ length: count }, () => ({ verdict, automatic: false, at: daysAgo(1), ...more }));

const trusted: TrustFacts = {
  proposedBy: 'rule',
  autonomy: 'auto',
  killSwitch: false,
  worker: 'acting',
  window: null,
  now,
  past: past('cured', 7),
  prior: 0.7,
  autoFrom: 0.8,
  pausedSince: null,
  resumedAt: null,
  earlierAutomatic: false,
  lastOnTarget: null,
};

describe('the lower bound', () => {
  test.each([
    [7, 7, 0.81],
    [5, 5, 0.753],
    [10, 10, 0.859],
    [50, 50, 0.968],
    [9, 10, 0.718],
    [0, 7, 0],
    [0, 0, 0],
  ])('of %d cures of %d is %d', (cured, judged, bound) => {
    expect(wilsonLowerBound(cured, judged)).toBeCloseTo(bound, 3);
  });

  test('grows with every cure and shrinks with everything else', () => {
    for (let judged = 1; judged < 50; judged += 1)
      for (let cured = 0; cured <= judged; cured += 1) {
        const bound = wilsonLowerBound(cured, judged);
        expect(wilsonLowerBound(cured + 1, judged + 1)).toBeGreaterThan(bound);
        expect(wilsonLowerBound(cured, judged + 1)).toBeLessThanOrEqual(bound + 1e-12);
        expect(bound).toBeLessThanOrEqual(cured / judged + 1e-12);
      }
  });
});

describe('confidence', () => {
  test('is the prior until five were judged', () => {
    expect(confidenceOf(past('cured', 4), 0.7, now)).toEqual({ judged: 4, cured: 4, measured: false, value: 0.7 });
    expect(confidenceOf(past('cured', 5), 0.7, now)).toMatchObject({ judged: 5, measured: true });
  });

  test('counts neither what was not judged nor what is older than ninety days', () => {
    const counted = [...past('cured', 5, { at: daysAgo(90) }), ...past('not_cured', 1)];
    const others = [...past('not_run', 9), ...past('unknown', 9), ...past('failed', 9, { at: daysAgo(90.01) })];
    expect(confidenceOf([...others, ...counted], 0.7, now)).toMatchObject({ judged: 6, cured: 5 });
  });

  test('looks at the newest fifty', () => {
    expect(confidenceOf([...past('cured', 50), ...past('failed', 50)], 0.7, now)).toMatchObject({
      judged: 50,
      cured: 50,
    });
    expect(confidenceOf([...past('unknown', 50), ...past('failed', 50)], 0.7, now)).toMatchObject({
      judged: 50,
      cured: 0,
    });
  });
});

describe('a rule is paused', () => {
  const automatic = (verdict: Verdict, count = 1, days = 1) =>
    past(verdict, count, { automatic: true, at: daysAgo(days) });

  test('by two bad verdicts among its last ten automatic ones', () => {
    expect(whyPaused([...automatic('failed'), ...automatic('cured', 8)], null)).toBeUndefined();
    expect(whyPaused([...automatic('failed'), ...automatic('cured', 8), ...automatic('worse')], null)).toContain(
      '2 of its last 10 automatic actions',
    );
    expect(whyPaused([...automatic('failed'), ...automatic('cured', 9), ...automatic('worse')], null)).toBeUndefined();
  });

  test.each(['relapsed', 'not_cured', 'worse', 'failed'] as const)('%s is bad', (verdict) => {
    expect(whyPaused(automatic(verdict, 2), null)).toBeDefined();
  });

  test('not by what was approved, or not judged', () => {
    expect(
      whyPaused([...past('failed', 9), ...automatic('unknown', 9), ...automatic('not_run', 9)], null),
    ).toBeUndefined();
  });

  test('not by what came before it was resumed', () => {
    expect(whyPaused(automatic('failed', 9, 3), daysAgo(3))).toBeUndefined();
    expect(whyPaused([...automatic('failed', 1, 2), ...automatic('failed', 1, 3)], daysAgo(3))).toBeUndefined();
    expect(whyPaused(automatic('failed', 2, 2), daysAgo(3))).toBeDefined();
  });
});

describe('an action runs by itself', () => {
  test('only if every line holds, each shown with its answer', () => {
    const { automatic, lines, askedBecause } = approvalOf(trusted);
    expect({ automatic, askedBecause }).toEqual({ automatic: true, askedBecause: null });
    expect(lines.map(({ name }) => name)).toEqual(lineNames);
    expect(lines.every(({ holds, words }) => holds && words.endsWith('.'))).toBe(true);
    expect(lines[2]?.words).toBe('7 of 7 helped, which is a confidence of 0.81.');
  });

  test.each<readonly [(typeof lineNames)[number], Partial<TrustFacts>, RegExp]>([
    ['by_rule', { proposedBy: 'agent_run' }, /Only what a rule proposes/],
    ['by_rule', { proposedBy: 'user' }, /Only what a rule proposes/],
    ['by_rule', { proposedBy: 'service_account' }, /Only what a rule proposes/],
    ['autonomy', { autonomy: null }, /is not set/],
    ['autonomy', { autonomy: 'ask' }, /is ask: it always waits/],
    ['autonomy', { autonomy: 'never' }, /is never/],
    ['autonomy', { autonomy: 'unknown' }, /did not say/],
    ['confidence', { past: past('cured', 4) }, /Only 4 actions/],
    ['confidence', { past: past('cured', 6) }, /6 of 6 helped, which is a confidence of 0.79; 0.8 is needed/],
    ['confidence', { autoFrom: 0.82 }, /0.82 is needed/],
    ['not_paused', { pausedSince: daysAgo(1) }, /until an administrator resumes it/],
    ['not_paused', { past: [...past('failed', 2, { automatic: true }), ...past('cured', 40)] }, /did not help/],
    ['kill_switch', { killSwitch: true }, /is engaged/],
    ['kill_switch', { killSwitch: 'unknown' }, /not known/],
    ['no_window', { window: 'patching' }, /patching is on/],
    ['no_window', { window: undefined }, /not known/],
    ['first_in_incident', { earlierAutomatic: true }, /incident before/],
    ['target_cured', { lastOnTarget: 'not_cured' }, /did not end/],
    ['target_cured', { lastOnTarget: 'relapsed' }, /came back/],
    ['worker', { worker: 'none' }, /No worker/],
    ['worker', { worker: 'unknown' }, /not known/],
  ])('and not where %s fails: %o', (name, change, words) => {
    const { automatic, lines, askedBecause } = approvalOf({ ...trusted, ...change });
    expect(automatic).toBe(false);
    expect(lines.filter(({ holds }) => !holds).map((line) => line.name)).toEqual([name]);
    expect(askedBecause).toMatch(words);
  });

  test('with the first of several lines that fail as the reason to ask', () => {
    const { askedBecause } = approvalOf({ ...trusted, killSwitch: true, autonomy: 'ask', worker: 'none' });
    expect(askedBecause).toContain('autonomy');
  });

  test.each(['not_run', 'unknown', 'cured'] as const)('on a target whose last verdict was %s', (lastOnTarget) => {
    expect(approvalOf({ ...trusted, lastOnTarget })).toMatchObject({ automatic: true });
    expect(isJudged(lastOnTarget)).toBe(lastOnTarget === 'cured');
  });
});
