export { type Choice, judgeAll, type JudgeContext, type Judgement, type Tried } from './judge.ts';
export type { Judged, Proposed, Rule, RuleContext } from './rule.ts';
export { ruleNamed, rules } from './table.ts';
