import type { Client } from '@wheelhouse/sdk';
import { typedTo } from '../../asking.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import { factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { clusterNamed } from '../clusters/cluster.ts';
import { type Action, actionsPath, type Plan, titleOf } from './action.ts';
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

/** The cluster, where it was named; of several the API wants to know which. */
export interface Where {
  readonly cluster_id?: string;
}

async function whereOf(invocation: Invocation, client: Client): Promise<Where> {
  const cluster = textOption(invocation, 'cluster');
  return cluster === undefined ? {} : { cluster_id: (await clusterNamed(client, cluster)).id };
}

export async function planOf(client: Client, node_name: string, where: Where): Promise<Plan> {
  const body = { action: 'drain_node', target: { node_name }, ...where } as const;
  return (await client.post(`${actionsPath}/plan`, { body })).data;
}

function planLines(out: Output, plan: Plan): readonly string[] {
  return [out.paint('bold', plain(titleOf(plan))), ...factLines(out, planFacts(plan))];
}

/** Known before anything is touched. */
export function mustBePossible(plans: readonly Plan[]): void {
  for (const plan of plans)
    if (plan.refused !== null)
      throw new Failure('refused', `${titleOf(plan)} would be refused: ${plan.refused.message}`, 'nothing was changed');
}

export async function askWhether({ options }: Invocation, question: string, toConfirm: string): Promise<void> {
  if (options['yes'] === true) return;
  const typed = await typedTo(plain(`${question} (yes or no): `), plain(toConfirm));
  if (!/^y(es)?$/i.test(typed)) throw new Failure('refused', 'not drained; nothing was changed');
}

/** The call is the consent. */
export async function begin(invocation: Invocation, client: Client, node_name: string, where: Where): Promise<Action> {
  const body = { node_name, ...where, ...textsGiven(invocation, { reason: 'reason' }) };
  return (await client.post(`${actionsPath}/drain`, { body })).data;
}
