import { budgetWithoutHeadroom } from './budget-rule.ts';
import { capacityRules } from './capacity-rules.ts';
import { jobFailing } from './job-rule.ts';
import { nodeRules } from './node-rules.ts';
import { placementRules, podRules } from './pod-rules.ts';
import type { Rule } from './rule.ts';
import { replicaShortfall } from './shortfall-rule.ts';

/** Everything that can cost a point, in the order the guide tells it. */
export const rules: readonly Rule[] = [
  ...nodeRules,
  replicaShortfall,
  ...podRules,
  ...placementRules,
  ...capacityRules,
  jobFailing,
  budgetWithoutHeadroom,
];
