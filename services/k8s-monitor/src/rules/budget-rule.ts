import type { Rule } from './rule.ts';

export const budgetWithoutHeadroom: Rule<never> = {
  name: 'budget_without_headroom',
  category: 'disruption',
  title: 'Budget without headroom',
  meaning:
    'A PodDisruptionBudget that covers pods lets none of them go, so no node with such a pod can be drained: too few of them are healthy, or it asks for as many as there are.',
  suggestedAction:
    'See what it asks for: kubectl -n {namespace} describe pdb {name}. Bring its pods back to health, add a replica, or lower what it asks for.',
  steps: [{ afterSeconds: 300, severity: 'info', impact: 1 }],
  thresholds: {},
  *find(state) {
    for (const { namespace, name, expected, healthy, desiredHealthy } of state.budgets.values()) {
      if (expected === 0 || healthy > desiredHealthy) continue;
      yield {
        object: { kind: 'PodDisruptionBudget', namespace, name },
        message: `No pod may go: ${healthy} of ${expected} healthy, and ${desiredHealthy} must be.`,
      };
    }
  },
};
