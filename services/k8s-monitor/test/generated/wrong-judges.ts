import { expectedAt } from '../../src/actions/running-actions.ts';
import { knobsOf, type Rule, type RuleName, ruleNames, rules } from '../../src/rules/index.ts';
import { thresholdsBy } from '../../src/rules/thresholds.ts';
import type { Judging } from './judge.ts';

/** A rule that sees its fault in every node. */
const overzealous: Rule = {
  ...(rules.find(({ name }) => name === 'node_pressure') ?? missing()),
  *find(state) {
    for (const name of state.nodes.keys())
      yield { object: { kind: 'Node', namespace: null, name }, message: 'so it is' };
  },
};

function missing(): never {
  throw new Error('the table of rules has no node_pressure');
}

interface WrongJudge {
  readonly name: string;
  readonly by: Partial<Judging>;
  readonly only: readonly RuleName[];
}

/** Each judges in one respect wrongly, and must be found out. */
export const wrongJudges: readonly WrongJudge[] = [
  ...rules.map((left) => ({
    name: `leaves out ${left.name}`,
    by: { table: rules.filter((rule) => rule !== left) },
    only: [left.name],
  })),
  ...rules.flatMap((rule) =>
    knobsOf(rule)
      .filter(({ setting }) => setting.endsWith('_IMPACT'))
      .map(({ setting }) => ({
        name: `takes a point more for ${setting}`,
        by: { thresholds: thresholdsBy((knob) => knob.default + (knob.setting === setting ? 1 : 0)) },
        only: [rule.name],
      })),
  ),
  {
    name: 'takes nothing for anything',
    by: { thresholds: thresholdsBy((knob) => (knob.setting.endsWith('_IMPACT') ? 0 : knob.default)) },
    only: ruleNames,
  },
  {
    name: 'sees pressure on every node',
    by: { table: rules.map((rule) => (rule.name === overzealous.name ? overzealous : rule)) },
    only: ruleNames,
  },
  { name: 'has not heard of any action', by: { expected: (_, now) => expectedAt([], now) }, only: ruleNames },
  {
    name: 'lets actions never end',
    by: { expected: (running, now) => expectedAt(running, now - 3_600_000) },
    only: ruleNames,
  },
];
