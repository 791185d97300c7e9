import type { Client } from '@wheelhouse/sdk';
import { everything, largestPage } from '../../declare/pages.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, textOption } from '../../invocation.ts';
import { secondsText } from '../../output/durations.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { allClusters } from '../clusters/cluster.ts';
import type { Plan } from './action.ts';
import { askWhether, begin, mustBePossible, planOf, type Where } from './draining.ts';
import { countOf } from './tell-drain-plan.ts';
import { watchAction } from './watch.ts';

/** One plan for all of them, one yes, then one after the other; the first that does not succeed is the last. */
export async function drainSeveral(invocation: Invocation, client: Client, given: Where): Promise<void> {
  const { out } = invocation;
  const selector = textOption(invocation, 'selector') ?? '';
  const where = given.cluster_id === undefined ? await onlyCluster(client) : given;
  const nodes = await nodesOf(client, where, selector);
  const plans = await plansOf(client, nodes, where);
  tellPlans(out, plans);
  mustBePossible(plans);
  const many = nodes.length === 1 ? '1 node' : `${nodes.length} nodes`;
  await askWhether(invocation, `Drain ${many}, one after the other?`, `${many} are drained`);
  for (const [at, node] of nodes.entries()) {
    if (nodes.length > 1) out.note(plain(`node ${at + 1} of ${nodes.length}: ${node}`));
    try {
      await watchAction(out, client, await begin(invocation, client, node, where));
    } catch (error) {
      if (nodes.length > 1) tellRest(out, nodes, at);
      throw error;
    }
  }
  if (nodes.length > 1 && !out.isJson) out.line(`${many} are drained: ${nodes.map(plain).join(', ')}`);
}

/** A selector reaches into one cluster only. */
async function onlyCluster(client: Client): Promise<Where> {
  const [only, ...others] = await allClusters(client);
  if (only === undefined) throw new Failure('error', 'no cluster is registered');
  if (others.length === 0) return { cluster_id: only.id };
  const names = [only, ...others].map(({ name }) => name).join(', ');
  throw new Failure('usage', `you have several clusters: ${names}`, 'say which: --cluster NAME');
}

async function nodesOf(client: Client, { cluster_id }: Where, label_selector: string): Promise<readonly string[]> {
  const query = { cluster_id, label_selector, sort: 'name', limit: largestPage } as const;
  const { data } = await everything(client.list('/k8s-monitor/api/v1/nodes', { query }));
  if (data.length > 0) return data.map(({ name }) => name);
  throw new Failure('error', `no node matches ${label_selector}`, 'kubectl get nodes --show-labels lists the labels');
}

async function plansOf(client: Client, nodes: readonly string[], where: Where): Promise<readonly Plan[]> {
  const progress = startProgress();
  const plans: Plan[] = [];
  try {
    for (const node of nodes) {
      progress.say(plain(`making the plan of ${node} (${plans.length + 1} of ${nodes.length})`));
      plans.push(await planOf(client, node, where));
    }
  } finally {
    progress.end();
  }
  return plans;
}

const nodeOf = ({ target }: Plan) => ('node_name' in target ? target.node_name : '');

const evictedBy = ({ touches }: Plan) => touches.pods.reduce((sum, { count }) => sum + count, 0);

function tellPlans(out: Output, plans: readonly Plan[]): void {
  if (out.isJson) for (const plan of plans) out.note(plain(plan.summary));
  else
    out.table(
      [
        { title: 'NODE', of: (plan) => plain(nodeOf(plan)), style: () => 'bold' },
        { title: 'EVICTS', of: (plan) => countOf(evictedBy(plan)), whole: true },
        { title: 'TAKES AT MOST', of: (plan) => secondsText(plan.upper_bound_seconds), whole: true },
        { title: 'BLOCKED NOW BY', of: (plan) => plain(budgetsOf(plan)), style: () => 'yellow' },
        { title: 'STAYS', of: ({ drain }) => plain(drain?.remains ?? '') },
      ],
      plans,
    );
  const say = out.isJson ? out.note : out.line;
  for (const plan of plans)
    for (const { message } of plan.warnings)
      say(`${out.paint('yellow', 'warning')}  ${plain(`${nodeOf(plan)}: ${message}`)}`);
  const pods = plans.reduce((sum, plan) => sum + evictedBy(plan), 0);
  const seconds = plans.reduce((sum, plan) => sum + plan.upper_bound_seconds, 0);
  say(`in all: ${plans.length} nodes, ${countOf(pods)}, at most ${secondsText(seconds)}`);
  if (plans.length > 1)
    say('Each node is cordoned when its turn comes: until then pods of those before it may be scheduled there.');
}

function budgetsOf({ blocking_budgets }: Plan): string {
  return blocking_budgets.map(({ namespace, name }) => `${namespace}/${name}`).join(', ') || '-';
}

/** The error itself says what happened to the one at which it stopped. */
function tellRest(out: Output, nodes: readonly string[], at: number): void {
  const names = (some: readonly string[]) => (some.length === 0 ? 'none' : some.map(plain).join(', '));
  out.note(`stopped at ${plain(nodes[at] ?? '')}`);
  out.note(`drained: ${names(nodes.slice(0, at))}`);
  out.note(`not begun: ${names(nodes.slice(at + 1))}`);
}
