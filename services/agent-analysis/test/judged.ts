import type { BuiltInRuleName, Facts } from '@wheelhouse/contracts';
import { expect } from 'vitest';
import type { Judged, RuleContext } from '../src/rules/rule.ts';
import { ruleNamed } from '../src/rules/table.ts';

export const first: RuleContext = { proposed: new Set() };

/** What a rule makes of it, asked twice: nothing but what was seen counts, and nothing of it is changed. */
export function judged(name: BuiltInRuleName, facts: Facts, context: RuleContext = first): Judged {
  const frozen = deepFreeze(structuredClone(facts));
  const { judge } = ruleNamed(name);
  const once = judge(frozen, context);
  expect(judge(structuredClone(facts), context)).toEqual(once);
  return once;
}

export function verdictOf(name: BuiltInRuleName, facts: Facts, context?: RuleContext): Judged['verdict'] {
  return judged(name, facts, context).verdict;
}

/** One condition at a time made false: its rule says no, and in words that name it. */
export type Broken = readonly [what: string, facts: Facts, fails: RegExp];

export function no(fails: RegExp): object {
  return { verdict: 'no', fails: expect.stringMatching(fails) };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
