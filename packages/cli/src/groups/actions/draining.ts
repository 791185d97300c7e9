import type { Client } from '@wheelhouse/sdk';
import { typedTo } from '../../asking.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, textOption, textsGiven } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { clusterNamed } from '../clusters/cluster.ts';
import { type Action, actionsPath, type Plan, titleOf } from './action.ts';

/** The cluster, where it was named; of several the API wants to know which. */
export interface Where {
  readonly cluster_id?: string;
}

export async function whereOf(invocation: Invocation, client: Client): Promise<Where> {
  const cluster = textOption(invocation, 'cluster');
  return cluster === undefined ? {} : { cluster_id: (await clusterNamed(client, cluster)).id };
}

export async function planOf(client: Client, node_name: string, where: Where): Promise<Plan> {
  const body = { action: 'drain_node', target: { node_name }, ...where } as const;
  return (await client.post(`${actionsPath}/plan`, { body })).data;
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
