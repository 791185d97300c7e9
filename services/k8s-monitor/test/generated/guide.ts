import type { Assessment, RuleName } from '../../src/rules/index.ts';

/**
 * What docs/guides/health.md says that an issue costs: as a rule, and where it is worse (none available, cordoned for a
 * day). Written down by hand: a judge that read the table of rules would agree with whatever stands there.
 */
export const costs: Readonly<Record<RuleName, readonly [number, number?]>> = {
  node_not_ready: [10],
  node_pressure: [4],
  node_cordoned: [1, 3],
  replica_shortfall: [5, 10],
  crash_loop: [8],
  image_pull: [6],
  oom_killed: [5],
  unschedulable: [5],
  autoscaler_at_maximum: [2],
  usage_near_limit: [2],
  job_failing: [2],
  budget_without_headroom: [1],
};

const categories: readonly (readonly [cap: number, ...rules: readonly RuleName[]])[] = [
  [40, 'node_not_ready', 'node_pressure', 'node_cordoned'],
  [35, 'replica_shortfall', 'crash_loop', 'image_pull', 'oom_killed'],
  [15, 'unschedulable', 'autoscaler_at_maximum', 'usage_near_limit'],
  [5, 'job_failing'],
  [5, 'budget_without_headroom'],
];

type Issue = Assessment['issues'][number];

/** Each issue costs its points, the dearest first, until its category has cost what it may. */
export function wrongCosts(issues: readonly Issue[], costOf: (issue: Issue) => number): readonly string[] {
  return categories.flatMap(([cap, ...rules]) => {
    const told = issues
      .filter(({ rule }) => rules.includes(rule))
      .map((issue) => ({ cost: costOf(issue), impact: issue.score_impact, capped: issue.capped }))
      .toSorted((a, b) => b.cost - a.cost || b.impact - a.impact);
    let left = cap;
    const meant = told.map(({ cost }) => {
      const impact = Math.min(cost, left);
      left -= impact;
      return { cost, impact, capped: impact < cost };
    });
    const [is, shouldBe] = [JSON.stringify(told), JSON.stringify(meant)];
    return is === shouldBe ? [] : [`of at most ${cap} points it costs ${is}, not ${shouldBe}`];
  });
}
