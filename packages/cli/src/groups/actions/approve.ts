import { type Client, isApiError } from '@wheelhouse/sdk';
import { typedTo } from '../../asking.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textsGiven } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { type Action, actionById, actionPath, actions, type Plan, pendingPath, titleOf } from './action.ts';
import { actionLines } from './tell-action.ts';
import { planDifferences } from './tell-plan.ts';
import { watchAction } from './watch.ts';

export const run: Run = async (invocation) => {
  const { args, options, out } = invocation;
  const client = await invocation.connect({ fetch: noticing(out) });
  const [given] = args;
  const asks = options['yes'] !== true;
  // Nobody would have seen which one it is.
  if (given === undefined && !asks) throw new Failure('usage', '--yes requires an action id');
  const action = given === undefined ? await onlyPending(client) : await actions.find(client, args);
  const plan = approvable(action);
  if (asks || !out.isJson) await show(out, client, action);
  if (asks) await askWhether(action);
  const approved = await approve(invocation, client, action, plan);
  if (options['watch'] === true) return watchAction(out, client, approved);
  if (out.isJson) return out.json(approved);
  out.line(`approved; it is ${approved.status}. Follow it: wheelhouse actions watch ${approved.id}`);
};

async function onlyPending(client: Client): Promise<Action> {
  const { data: page } = await client.get(pendingPath, { query: { limit: 1 } });
  const [only] = page.data;
  if (only === undefined) throw new Failure('error', 'nothing is waiting for approval');
  if (page.total === 1) return only;
  throw new Failure(
    'usage',
    `${page.total} actions are waiting for approval`,
    'name one by its id; wheelhouse actions --pending lists them',
  );
}

function approvable({ id, status, plan }: Action): Plan {
  const next = `wheelhouse actions show ${id}`;
  if (status !== 'pending_approval')
    throw new Failure('refused', `the action is not waiting for approval: it is ${status}`, next);
  if (plan !== null) return plan;
  throw new Failure('refused', 'it has no plan yet, so what it would do is not known', `try again; ${next}`);
}

/** Where stdout is for a program, a person reads it beside. */
async function show(out: Output, client: Client, action: Action): Promise<void> {
  for (const line of actionLines(out, action, await clusterNames(client))) (out.isJson ? out.note : out.line)(line);
}

async function askWhether(action: Action): Promise<void> {
  const typed = await typedTo('Approve this? (yes or no): ', `${plain(titleOf(action))} is approved`);
  if (!/^y(es)?$/i.test(typed))
    throw new Failure('refused', 'not approved; it is still waiting', 'to reject it: wheelhouse actions reject');
}

/** What was shown, or nothing. */
async function approve(invocation: Invocation, client: Client, { id }: Action, plan: Plan): Promise<Action> {
  try {
    const { data } = await client.post(`${actionPath}/approve`, {
      params: { id },
      ifMatch: plan.etag,
      body: textsGiven(invocation, { reason: 'reason', override_reason: 'overrideReason' }),
    });
    return data;
  } catch (error) {
    if (isApiError(error, 'plan_changed')) await tellChange(invocation.out, client, id, plan);
    throw error;
  }
}

/** The action has the plan that could be approved now. */
async function tellChange(out: Output, client: Client, id: string, seen: Plan): Promise<void> {
  const action = await actionById(client, id);
  if (out.isJson) return out.json(action);
  if (action.plan !== null) for (const line of planDifferences(seen, action.plan)) out.line(plain(line));
}
