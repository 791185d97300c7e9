import { describe, expect, test } from 'vitest';
import type { EndedAction, Ending, Moment, Outage } from '../src/judging/facts.ts';
import { type Finding, heardWithinMs, judge, reachedBy } from '../src/judging/judge.ts';
import { type ClusterHealth, notAsked, weighed } from '../src/judging/health.ts';
import { outagesOf } from '../src/judging/outages.ts';
import { summaryOf } from '../src/judging/summary.ts';

/** What a verdict is derived from, and nothing else: no clock, no database. */

const minute = 60_000;
const end = new Date('2026-03-10T12:00:00Z');
const at = (minutes: number) => new Date(end.getTime() + minutes * minute);
const windows = { curedWithinMs: 10 * minute, staysMs: 30 * minute };
const whenever = at(24 * 60);

const success: Ending = { status: 'success', result: null, error: null, canary: null };
const action = (ending: Partial<Ending> = {}, more: Partial<EndedAction> = {}): EndedAction => ({
  ending: { ...success, ...ending },
  incidentId: '019cad8f-0000-7000-8000-000000000000',
  startedAt: at(-1),
  endedAt: end,
  ...more,
});
const moment = (kind: Moment['kind'], minutes: number, resolution: Moment['resolution'] = null): Moment => ({
  kind,
  at: at(minutes),
  resolution,
});
const judged = (moments: readonly Moment[], outages: readonly Outage[] = [], now = whenever) =>
  judge(action(), { moments, outages }, windows, now);
const verdictOf = (moments: readonly Moment[], outages: readonly Outage[] = []) => {
  const judgement = judged(moments, outages);
  return judgement.kind === 'wait' ? 'wait' : judgement.finding.verdict;
};

describe('an action whose incident', () => {
  test.each<[string, Finding['verdict'], readonly Moment[]]>([
    ['never was quiet', 'not_cured', []],
    ['was quiet when it ended', 'cured', [moment('quiet', -2)]],
    ['was quiet at the last moment', 'cured', [moment('quiet', 10)]],
    ['was quiet a moment too late', 'not_cured', [moment('quiet', 10.01)]],
    ['was resolved by a person', 'cured', [moment('ended', 3, 'fixed')]],
    ['was quiet, and then over', 'cured', [moment('quiet', 1), moment('ended', 6, 'self_healed')]],
    ['came back at minute 29', 'relapsed', [moment('quiet', 1), moment('returned', 30)]],
    ['came back at minute 31', 'cured', [moment('quiet', 1), moment('returned', 32)]],
    ['came back as another at minute 29', 'relapsed', [moment('ended', 1), moment('opened_again', 30)]],
    ['came back as another at minute 31', 'cured', [moment('ended', 1), moment('opened_again', 32)]],
    ['had been quiet and was back before the end', 'not_cured', [moment('quiet', -9), moment('returned', -1)]],
    [
      'began and ended anew in one instant before',
      'cured',
      [moment('quiet', -9), moment('returned', -1), moment('quiet', -1)],
    ],
    [
      'began and ended anew in one instant after',
      'relapsed',
      [moment('quiet', -9), moment('returned', 2), moment('quiet', 2)],
    ],
    ['was merged into another', 'unknown', [moment('ended', 3, 'merged')]],
    ['was quiet and then merged', 'unknown', [moment('quiet', 1), moment('ended', 3, 'merged')]],
    ['was none', 'unknown', [moment('ended', 3, 'not_an_incident')]],
    ['was of a cluster that was removed', 'unknown', [moment('ended', 20, 'cluster_removed'), moment('quiet', 2)]],
    ['was over before, and reopened', 'not_cured', [moment('ended', -30, 'merged'), moment('returned', -20)]],
  ])('%s is %s', (_what, verdict, moments) => {
    expect(verdictOf(moments)).toBe(verdict);
    // In whatever order it was heard, and twice.
    expect(verdictOf([...moments, ...moments].toReversed())).toBe(verdict);
  });

  test('came back is judged at once, and not before the time is over otherwise', () => {
    expect(judged([], [], at(3))).toEqual({ kind: 'wait', until: new Date(at(10).getTime() + heardWithinMs) });
    expect(judged([moment('quiet', 4)], [], at(5))).toEqual({
      kind: 'wait',
      until: new Date(at(34).getTime() + heardWithinMs),
    });
    expect(judged([moment('quiet', 4), moment('returned', 6)], [], at(6))).toMatchObject({
      kind: 'reached',
      finding: { verdict: 'relapsed' },
    });
    expect(reachedBy(end, windows).getTime() - end.getTime()).toBeLessThanOrEqual(45 * minute);
  });
});

describe('a cluster that was not observed', () => {
  const cutOff = (from: number, until: number | null): readonly Outage[] => [
    { from: at(from), until: until === null ? null : at(until) },
  ];

  test.each<[string, Finding['verdict'], readonly Moment[], readonly Outage[]]>([
    ['in the window', 'unknown', [], cutOff(3, 5)],
    ['from before until within', 'unknown', [moment('quiet', 6)], cutOff(-20, 1)],
    ['ever since', 'unknown', [moment('quiet', 1)], cutOff(20, null)],
    ['only before', 'cured', [moment('quiet', 1)], cutOff(-20, -1)],
    ['only after', 'cured', [moment('quiet', 1)], cutOff(32, 40)],
    ['only after the first ten minutes, which were enough', 'not_cured', [], cutOff(11, 40)],
    ['after it had come back', 'relapsed', [moment('quiet', 1), moment('returned', 5)], cutOff(6, null)],
  ])('%s: %s', (_when, verdict, moments, outages) => {
    expect(verdictOf(moments, outages)).toBe(verdict);
  });

  test('is told from its phases, in whatever order they come', () => {
    const phases = [
      { at: at(5), observed: true },
      { at: at(1), observed: false },
      { at: at(2), observed: false },
      { at: at(9), observed: false },
    ];
    const outages = [
      { from: at(1), until: at(5) },
      { from: at(9), until: null },
    ];
    expect(outagesOf(phases)).toEqual(outages);
    expect(outagesOf(phases.toReversed())).toEqual(outages);
  });
});

describe('an action that says it by itself', () => {
  test.each<[Finding['verdict'], Partial<Ending>, Partial<EndedAction>]>([
    ['failed', { status: 'failed', result: 'rollout_stalled' }, {}],
    ['failed', { status: 'failed' }, { incidentId: null }],
    ['worse', { status: 'failed', result: 'reverted' }, {}],
    ['not_run', { status: 'failed', result: 'refused' }, {}],
    ['not_run', { status: 'failed' }, { startedAt: null }],
    ['not_run', { status: 'rejected' }, { startedAt: null }],
    ['not_run', { status: 'expired' }, { startedAt: null }],
    ['not_run', { status: 'canceled' }, {}],
    ['not_run', { result: 'dry_run' }, {}],
    ['unknown', {}, { incidentId: null }],
  ])('is %s at once: %j %j', (verdict, ending, more) => {
    const judgement = judge(action(ending, more), { moments: [], outages: [] }, windows, end);
    expect(judgement).toMatchObject({ kind: 'reached', finding: { verdict } });
  });
});

describe('the health of the cluster', () => {
  const health = (more: Partial<ClusterHealth>): ClusterHealth => ({ ...notAsked, ...more });
  const cured: Finding = { verdict: 'cured', quietAt: at(1) };
  const relapsed: Finding = { verdict: 'relapsed', quietAt: at(1), backAt: at(3), how: 'returned' };

  test.each<[string, Finding, Partial<ClusterHealth>, Finding['verdict']]>([
    ['that fell by ten, with something new', cured, { before: 90, after: 80, new_issues: ['crash_loop'] }, 'worse'],
    ['that fell by nine', cured, { before: 90, after: 81, new_issues: ['crash_loop'] }, 'cured'],
    ['that fell for another reason', cured, { before: 90, after: 10 }, 'cured'],
    ['of which nothing is known from before', cured, { after: 10, new_issues: ['crash_loop'] }, 'cured'],
    ['that nobody told', cured, {}, 'cured'],
    ['that is stale', cured, { stale: true, before: 90, after: 90 }, 'unknown'],
    ['that is stale, though it was seen to come back', relapsed, { stale: true }, 'relapsed'],
    ['that fell after it came back', relapsed, { before: 90, after: 70, new_issues: ['x'] }, 'worse'],
    ['of what has failed', { verdict: 'failed' }, { before: 90, after: 10, new_issues: ['x'] }, 'failed'],
  ])('%s', (_what, finding, more, verdict) => {
    expect(weighed(finding, health(more)).verdict).toBe(verdict);
  });
});

describe('what is told of it', () => {
  const told = (finding: Parameters<typeof summaryOf>[0], ending: Partial<Ending> = {}, health = notAsked) =>
    summaryOf(finding, { action: action(ending), windows, health });
  const scores = { ...notAsked, before: 71, after: 93 };

  test.each<[string, string]>([
    [
      told({ verdict: 'cured', quietAt: at(2.25) }),
      'The incident became quiet 2 min 15 s after the action ended and stayed so for 30 min.',
    ],
    [
      told({ verdict: 'cured', quietAt: end }, {}, scores),
      'The incident was quiet when the action ended and stayed so for 30 min. The health score went from 71 to 93.',
    ],
    [
      told({ verdict: 'cured', quietAt: at(-5) }),
      'The incident was quiet before the action began, and stayed so for 30 min after its end.',
    ],
    [
      told({ verdict: 'relapsed', quietAt: at(1), backAt: at(13), how: 'returned' }),
      'The incident became quiet 1 min after the action ended and came back 12 min later.',
    ],
    [
      told({ verdict: 'relapsed', quietAt: at(-3), backAt: at(13), how: 'opened_again' }),
      'The incident was quiet when the action ended and was back as another one 13 min later.',
    ],
    [told({ verdict: 'not_cured' }), 'The incident was not quiet 10 min after the action ended.'],
    [
      told(
        { verdict: 'worse' },
        {},
        { ...notAsked, before: 88, after: 71.5, new_issues: ['crash_loop', 'oom_killed'] },
      ),
      'The health score fell from 88 to 71.5 since the action began, with 2 new issues on its target: crash_loop, oom_killed.',
    ],
    [
      told({ verdict: 'worse' }, { status: 'failed', result: 'reverted', canary: { before: 88, after: 71.5 } }),
      'The action was taken back: the health score fell from 88 to 71.5.',
    ],
    [
      told({ verdict: 'failed' }, { status: 'failed', error: { code: 'x', message: 'Two pods are stuck.' } }),
      'The action failed: Two pods are stuck.',
    ],
    [told({ verdict: 'not_run' }, { status: 'canceled' }), 'The action was canceled after it had begun.'],
    [
      told({ verdict: 'unknown', why: 'not_observed', outage: { from: at(3), until: at(5) } }),
      'The cluster was not observed from 12:03 UTC to 12:05 UTC, so nobody can say whether the action helped.',
    ],
  ])('%s', (summary, expected) => {
    expect(summary).toBe(expected);
  });
});
