import { type BuiltInRuleName, factParts, type Facts } from '@wheelhouse/contracts';
import type { Judged, Proposed, Rule, RuleContext } from './rule.ts';
import { rules } from './table.ts';
import { clockTime } from './words.ts';

export interface JudgeContext extends RuleContext {
  readonly isEnabled: (rule: BuiltInRuleName) => boolean;
  /** Whether this was proposed for the incident before, and is not to be proposed again. */
  readonly isBarred: (rule: BuiltInRuleName, proposed: Proposed) => boolean;
}

/** What one rule came to, for people who ask why another did not match. */
export interface Tried {
  readonly rule: BuiltInRuleName;
  readonly outcome: 'matched' | 'suggestion' | 'later' | 'no' | 'switched_off' | 'proposed_before';
  readonly words: string;
}

type Matched = Extract<Judged, { verdict: 'matched' }>;
type Suggested = Extract<Judged, { verdict: 'suggestion' }>;
type Later = Extract<Judged, { verdict: 'later' }>;

export type Choice =
  | { readonly kind: 'proposal'; readonly rule: Rule; readonly judged: Matched }
  | { readonly kind: 'suggestion'; readonly rule: Rule; readonly judged: Suggested }
  | { readonly kind: 'later'; readonly rule: Rule; readonly judged: Later }
  /** `barred`: the first that would have matched, and why it did not count. */
  | {
      readonly kind: 'none';
      readonly barred: { readonly rule: Rule; readonly outcome: 'switched_off' | 'proposed_before' } | undefined;
    };

export interface Judgement {
  readonly choice: Choice;
  /** All of them, in the order of the table. */
  readonly tried: readonly Tried[];
}

interface Opinion {
  readonly rule: Rule;
  readonly judged: Judged;
  readonly barred: 'switched_off' | 'proposed_before' | undefined;
}

/** All rules over what was seen. Pure: the same facts and the same context lead to the same choice. */
export function judgeAll(facts: Facts, context: JudgeContext, table: readonly Rule[] = rules): Judgement {
  const opinions = table.map((rule) => opinionOf(rule, facts, context));
  return { choice: chosen(opinions), tried: opinions.map(triedOf) };
}

function opinionOf(rule: Rule, facts: Facts, context: JudgeContext): Opinion {
  const judged = unseen(rule, facts) ?? rule.judge(facts, context);
  const isSwitchedOff = judged.verdict !== 'no' && !context.isEnabled(rule.name);
  if (isSwitchedOff) return { rule, judged, barred: 'switched_off' };
  const isBarred = judged.verdict === 'matched' && context.isBarred(rule.name, judged.proposes);
  return { rule, judged, barred: isBarred ? 'proposed_before' : undefined };
}

/** Nothing is concluded from what nobody could see. */
function unseen({ needs }: Rule, { not_visible: missing }: Facts): Judged | undefined {
  const found = missing.find(({ part }) => needs.includes(part));
  return found && { verdict: 'no', fails: `${factParts[found.part]} could not be seen: ${found.why}` };
}

function chosen(opinions: readonly Opinion[]): Choice {
  const open = opinions.filter(({ barred }) => barred === undefined);
  for (const { rule, judged } of open) if (judged.verdict === 'matched') return { kind: 'proposal', rule, judged };
  for (const { rule, judged } of open) if (judged.verdict === 'suggestion') return { kind: 'suggestion', rule, judged };
  const [later] = open.flatMap(laterOf).toSorted((one, other) => one.judged.at.getTime() - other.judged.at.getTime());
  if (later !== undefined) return { kind: 'later', ...later };
  const barred = opinions.find((one) => one.barred !== undefined && one.judged.verdict !== 'later');
  return {
    kind: 'none',
    barred: barred?.barred === undefined ? undefined : { rule: barred.rule, outcome: barred.barred },
  };
}

function laterOf({ rule, judged }: Opinion): readonly { readonly rule: Rule; readonly judged: Later }[] {
  return judged.verdict === 'later' ? [{ rule, judged }] : [];
}

function triedOf({ rule, judged, barred }: Opinion): Tried {
  return { rule: rule.name, outcome: barred ?? judged.verdict, words: wordsOf(judged) };
}

function wordsOf(judged: Judged): string {
  if (judged.verdict === 'no') return judged.fails;
  if (judged.verdict === 'later') return `${judged.waitsFor}; looked at again at ${clockTime(judged.at)}`;
  return judged.reason;
}
