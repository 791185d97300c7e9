import type { Rule } from './rule.ts';

export const budgetWithoutHeadroom: Rule<never> = {
  name: 'budget_without_headroom',
  category: 'disruption',
  title: 'Budget without headroom',
  meaning:
    'A PodDisruptionBudget allows none of its pods to be evicted, so no node running one of them can be drained: too few pods are healthy, or the budget requires all of them.',
  suggestedAction:
    'See what it requires: kubectl -n {namespace} describe pdb {name}. Get its pods healthy again, add a replica, or lower what it requires.',
  steps: [{ afterSeconds: 300, severity: 'info', impact: 1 }],
  thresholds: {},
  *find(state) {
    for (const { namespace, name, expected, healthy, desiredHealthy } of state.budgets.values()) {
      if (expected === 0 || healthy > desiredHealthy) continue;
      yield {
        object: { kind: 'PodDisruptionBudget', namespace, name },
        message: `No pod may be evicted: ${healthy} of ${expected} are healthy, and ${desiredHealthy} must be.`,
      };
    }
  },
};
