import { expectedAt } from '../../services/k8s-monitor/src/actions/running-actions.ts';
import { type Rule, type RuleName, ruleNames, rules } from '../../services/k8s-monitor/src/rules/index.ts';
import { judgeMany, type Judging } from './generated.ts';

const statesEach = 40;

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

interface Control {
  readonly name: string;
  readonly by: Partial<Judging>;
  readonly only: readonly RuleName[];
}

/** Each rule left out in turn, one that sees too much, actions that are not heard of, and some that never end. */
const controls: readonly Control[] = [
  ...rules.map((left) => ({
    name: `without ${left.name}`,
    by: { table: rules.filter((rule) => rule !== left) },
    only: [left.name],
  })),
  {
    name: 'one that sees too much',
    by: { table: rules.map((rule) => (rule.name === overzealous.name ? overzealous : rule)) },
    only: ruleNames,
  },
  { name: 'deaf to actions', by: { expected: (_, now) => expectedAt([], now) }, only: ruleNames },
  {
    name: 'with actions that never end',
    by: { expected: (running, now) => expectedAt(running, now - 3_600_000) },
    only: ruleNames,
  },
];

/** Of those that judge wrongly, the ones that nobody has found out. */
export async function missedControls(): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, by, only } of controls) {
    const { wrong } = await judgeMany(statesEach, by, only);
    if (wrong.length === 0) missed.push(name);
  }
  return missed;
}

export const controlCount = controls.length;
