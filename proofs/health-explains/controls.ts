import { type Rule, rules } from '../../services/k8s-monitor/src/rules/index.ts';
import { judgeMany } from './generated.ts';

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

/** Of the tables that are wrong (each rule left out in turn, and one that sees too much), those the judge did not find fault with. */
export async function missedControls(): Promise<readonly string[]> {
  const without = rules.map((left) => ({
    name: `without ${left.name}`,
    table: rules.filter((rule) => rule !== left),
    only: [left.name],
  }));
  const tooMuch = {
    name: 'one that sees too much',
    table: rules.map((rule) => (rule.name === overzealous.name ? overzealous : rule)),
    only: rules.map(({ name }) => name),
  };
  const missed: string[] = [];
  for (const { name, table, only } of [...without, tooMuch]) {
    const { wrong } = await judgeMany(statesEach, table, only);
    if (wrong.length === 0) missed.push(name);
  }
  return missed;
}

export const controlCount = rules.length + 1;
