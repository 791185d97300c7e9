import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import { factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type Plan, titleOf } from './action.ts';
import { askWhether, begin, mustBePossible, planOf, whereOf } from './draining.ts';
import { planFacts } from './tell-plan.ts';
import { watchAction } from './watch.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [node] = args;
  const selector = textOption(invocation, 'selector');
  if ((node === undefined) === (selector === undefined))
    throw new Failure('usage', 'name a node, or choose nodes with --selector', 'wheelhouse actions drain --help');
  const client = await invocation.connect({ fetch: noticing(out) });
  const where = await whereOf(invocation, client);
  if (node === undefined) return (await import('./drain-several.ts')).drainSeveral(invocation, client, where);
  const plan = await planOf(client, node, where);
  for (const line of planLines(out, plan)) (out.isJson ? out.note : out.line)(line);
  mustBePossible([plan]);
  await askWhether(invocation, `Drain ${node}?`, `${node} is drained`);
  await watchAction(out, client, await begin(invocation, client, node, where));
};

function planLines(out: Output, plan: Plan): readonly string[] {
  return [out.paint('bold', plain(titleOf(plan))), ...factLines(out, planFacts(plan))];
}
