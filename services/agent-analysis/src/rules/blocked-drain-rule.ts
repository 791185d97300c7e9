import type { Facts } from '@wheelhouse/contracts';
import { no } from './conditions.ts';
import type { Rule } from './rule.ts';
import type { FactBudget } from './seen.ts';
import { clockTime, counted, objectWords } from './words.ts';

/** With these a drain ends that a budget has stopped. */
const blockedCodes: ReadonlySet<string> = new Set(['eviction_blocked', 'two_budgets']);

export const blockedDrain: Rule = {
  name: 'blocked_drain',
  title: 'A budget blocks a drain',
  about:
    'A disruption budget lets no pod be evicted, so a node cannot be emptied: too few pods are healthy, or the budget requires all of them.',
  when: [
    'A drain of ours failed within 24 hours because a budget refused its evictions; or the node is cordoned, or the incident is about the budget itself.',
    'A disruption budget of its pods allows no eviction, unless the failed drain says so by itself.',
  ],
  follows: 'the suggestion which budget to change, and how',
  needs: ['budgets'],
  prior: 0.65,
  judge: (facts) => {
    const drain = blockedBy(facts);
    const isWanted = drain !== undefined || facts.node?.cordoned === true || isBudget(facts);
    if (!isWanted) return no('nobody tries to empty a node here');
    const blocking = facts.budgets.filter(({ allowed, expected }) => allowed <= 0 && expected > 0);
    if (blocking.length === 0 && drain === undefined) return no('every disruption budget allows an eviction');
    const failed = drain === undefined ? '' : `The drain at ${clockTime(drain.created_at)} was blocked by a budget. `;
    return {
      verdict: 'suggestion',
      reason: `${failed}${blocking.map(budgetWords).join(' ') || 'No budget of its pods refuses evictions any more.'}`,
      advice:
        blocking.length === 0
          ? `Drain ${objectWords(facts.object)} again if it is still needed.`
          : `${blocking.map(changeWords).join(' ')} Then drain the node again.`,
      whyNoAction: 'A drain keeps to disruption budgets, so it would be refused again; our actions change no budget.',
    };
  },
};

function blockedBy({ actions }: Facts): Facts['actions'][number] | undefined {
  return actions.find(
    ({ action, status, error }) =>
      action === 'drain_node' && status === 'failed' && typeof error === 'string' && blockedCodes.has(error),
  );
}

function isBudget({ object }: Facts): boolean {
  return object.kind === 'PodDisruptionBudget';
}

function budgetWords({ name, expected, healthy, needed }: FactBudget): string {
  return `Budget ${name} allows no eviction: ${healthy} of ${counted(expected, 'pod')} ${healthy === 1 ? 'is' : 'are'} healthy, and ${needed} must be.`;
}

function changeWords({ name, expected, healthy, needed }: FactBudget): string {
  if (healthy < expected && needed < expected)
    return `Get the ${counted(expected - healthy, 'unhealthy pod')} of budget ${name} well again.`;
  return `Run one replica more than the ${needed} that budget ${name} requires, or have it require ${Math.max(0, expected - 1)}.`;
}
