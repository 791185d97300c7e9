import type { ClusterState } from '../state/cluster-state.ts';
import {
  categories,
  type Category,
  type Found,
  type IssueObject,
  type Rule,
  type RuleName,
  severities,
  type Severity,
  type Step,
} from './rule.ts';
import { suggestedAction } from './suggested-action.ts';
import { rules } from './table.ts';
import { defaultThresholds, type RuleThresholds, type Thresholds } from './thresholds.ts';

export interface Finding {
  /** Also the issue's `reason`. */
  readonly rule: RuleName;
  readonly object: IssueObject;
  readonly message: string;
  /** Where the object itself says since when. */
  readonly since: number | undefined;
}

export interface Assessed extends Finding {
  readonly severity: Severity;
  readonly category: Category;
  readonly score_impact: number;
  /** It would cost more if its category had not reached its cap. */
  readonly capped: boolean;
  readonly suggested_action: string;
  readonly first_seen: number;
  /** Of ours, running, and meant to cause this: so it costs nothing. */
  readonly action_id: string | null;
}

export interface Assessment {
  readonly healthScore: number;
  readonly readyNodes: number;
  readonly totalNodes: number;
  /** Greatest impact first. */
  readonly issues: readonly Assessed[];
  /** When time alone will change something. */
  readonly nextAt: number | undefined;
  /** Everything the rules see, also what has not lasted long enough, by `issueKey`, with the time it was first seen. */
  readonly waiting: ReadonlyMap<string, number>;
}

interface Given {
  readonly expected?: ReadonlyMap<string, string>;
  readonly table?: readonly Rule[];
}

const nothing: ReadonlyMap<string, string> = new Map();

export function issueKey({ rule, object }: Pick<Finding, 'rule' | 'object'>): string {
  return `${rule} ${object.kind} ${object.namespace ?? ''} ${object.name}`;
}

/**
 * What is wrong with a cluster now, and what that costs. The same state, times and thresholds give the same answer,
 * in whatever order the state was told. `firstSeen` is what was open or waiting before, by `issueKey`;
 * `expected` is what running actions are meant to cause, with the id of the action.
 */
export function assess(
  state: ClusterState,
  now: number,
  firstSeen: ReadonlyMap<string, number>,
  thresholds: Thresholds,
  { expected = nothing, table = rules }: Given = {},
): Assessment {
  const waiting = new Map<string, number>();
  const open: Keyed[] = [];
  let nextAt: number | undefined;
  const tellNext = (time: number): void => {
    if (time > now && time < (nextAt ?? Infinity)) nextAt = time;
  };
  for (const rule of table) {
    const given = thresholds.get(rule.name) ?? defaultThresholds.get(rule.name);
    if (given === undefined) throw new Error(`${rule.name} is not in the rule table. Next step: add it there`);
    for (const found of rule.find(state, now, given.values)) {
      const key = issueKey({ rule: rule.name, object: found.object });
      const first = seenSince(found, firstSeen.get(key), now);
      waiting.set(key, first);
      const steps = stepsOf(given, found);
      for (const step of steps) tellNext(first + step.afterSeconds * 1_000);
      if (found.until !== undefined) tellNext(found.until);
      const reached = steps.findLast(({ afterSeconds }) => first + afterSeconds * 1_000 <= now);
      if (reached !== undefined) open.push({ key, issue: issueOf(rule, found, reached, first, expected.get(key)) });
    }
  }
  const issues = withinCaps(open);
  const lost = issues.reduce((sum, { score_impact: impact }) => sum + impact, 0);
  return { healthScore: 100 - lost, ...countNodes(state), issues, nextAt, waiting };
}

/** A time of the cluster that lies ahead of ours says nothing. */
function seenSince({ since }: Found, before: number | undefined, now: number): number {
  return since !== undefined && since <= now ? since : Math.min(before ?? now, now);
}

function stepsOf({ steps, worst }: RuleThresholds, { afterSeconds, isWorst }: Found): readonly Step[] {
  return steps.map((step, index) => ({
    ...step,
    ...(index === 0 && afterSeconds !== undefined ? { afterSeconds } : {}),
    ...(isWorst === true ? worst : {}),
  }));
}

function issueOf(
  rule: Rule,
  found: Found,
  { severity, impact }: Step,
  first: number,
  actionId: string | undefined,
): Assessed {
  return {
    rule: rule.name,
    object: found.object,
    message: found.message,
    since: found.since,
    severity,
    category: rule.category,
    score_impact: actionId === undefined ? impact : 0,
    capped: false,
    suggested_action: suggestedAction(rule, found),
    first_seen: first,
    action_id: actionId ?? null,
  };
}

/** An issue, and its key for the order of those that cost the same. */
interface Keyed {
  readonly key: string;
  readonly issue: Assessed;
}

/** The dearest first until the category has cost what it may; one more fault never costs less. */
function withinCaps(open: readonly Keyed[]): readonly Assessed[] {
  const left = new Map<Category, number>();
  return open
    .toSorted(byImpact)
    .map(({ key, issue }) => {
      const rest = left.get(issue.category) ?? categories[issue.category].cap;
      const impact = Math.min(issue.score_impact, rest);
      left.set(issue.category, rest - impact);
      return { key, issue: { ...issue, score_impact: impact, capped: impact < issue.score_impact } };
    })
    .toSorted(byImpact)
    .map(({ issue }) => issue);
}

function byImpact(a: Keyed, b: Keyed): number {
  return (
    b.issue.score_impact - a.issue.score_impact ||
    severities.indexOf(a.issue.severity) - severities.indexOf(b.issue.severity) ||
    compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function countNodes(state: ClusterState): { readonly readyNodes: number; readonly totalNodes: number } {
  let readyNodes = 0;
  for (const { ready } of state.nodes.values()) if (ready === 'True') readyNodes += 1;
  return { readyNodes, totalNodes: state.nodes.size };
}
