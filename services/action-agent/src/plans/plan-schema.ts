import {
  actionKindSchema,
  actionTargetSchema,
  closed,
  guardNames,
  nullable,
  oneOf,
  replicasSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { refusalCodes } from './refusals.ts';
import { warningCodes } from './warnings.ts';

/** What an action would do, as the one who approves it is shown it. */

const value = Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]);

export const changeSchema = closed({
  field: Type.String({ description: 'Field of the target object' }),
  before: value,
  after: value,
});

export const touchedPodsSchema = closed({
  owner: Type.With(nullable(Type.String()), {
    description: 'Kind and name, such as "Deployment web"; null if there is no owner',
  }),
  count: Type.Integer({ minimum: 1 }),
});

export const blockingBudgetSchema = closed({
  name: Type.String(),
  namespace: Type.String(),
  rule: oneOf(['min_available', 'max_unavailable_zero', 'min_available_percent_at_zero']),
  after: Type.Integer({ minimum: 0, description: 'Healthy pods it would have afterwards' }),
  needed: Type.Integer({ minimum: 0, description: 'Healthy pods it requires' }),
});

export const guardSchema = closed({
  guard: oneOf(guardNames, 'Named as its setting is'),
  effect: oneOf(['refuses', 'warns', 'changes_nothing'], 'What it does to this action where it does not pass'),
  passes: Type.Boolean(),
  message: Type.String(),
});

export const warningSchema = closed({ code: oneOf(warningCodes), message: Type.String() });

const count = Type.Integer({ minimum: 0 });

export const plannedPodSchema = closed({
  namespace: Type.String(),
  pod: Type.String(),
  owner: Type.With(nullable(Type.String()), {
    description: 'Kind and name, such as "Deployment web"; null if there is no owner',
  }),
  fate: oneOf(
    ['evict', 'skip', 'refuse'],
    'skip: it stays, or is only waited for; refuse: its eviction would be refused',
  ),
  reason: Type.With(nullable(Type.String()), { description: 'Why it is skipped or refused; null if it is evicted' }),
  budget: Type.With(nullable(Type.String()), { description: 'The PodDisruptionBudget that covers it' }),
  grace_seconds: Type.Integer({ minimum: 0, description: 'What it is given to end by itself' }),
});

export const drainBudgetSchema = closed({
  namespace: Type.String(),
  name: Type.String(),
  pods: Type.Integer({ minimum: 1, description: 'Pods on this node that it covers and that are to be evicted' }),
  healthy: Type.Integer({ minimum: 0, description: 'Healthy pods it has now, on all nodes' }),
  needed: Type.Integer({ minimum: 0, description: 'Healthy pods it requires' }),
  allowed: Type.Integer({ minimum: 0, description: 'Evictions it allows now' }),
  blocks: Type.Boolean({ description: 'Whether it would refuse an eviction now' }),
});

/** At most so many pods are named. */
export const mostPlannedPods = 500;

export const drainPlanSchema = closed({
  pods: Type.Array(plannedPodSchema, {
    maxItems: mostPlannedPods,
    description: 'In the order in which they are evicted, then those skipped, then those refused',
  }),
  more_pods: Type.With(count, { description: 'How many are not listed; in lists of actions, all of them' }),
  budgets: Type.Array(drainBudgetSchema, { description: 'Every budget that covers pods to be evicted from the node' }),
  remains: Type.String({ description: 'What stays on the node, in one sentence' }),
});

export const planSchema = closed(
  {
    action: actionKindSchema,
    target: actionTargetSchema,
    cluster_id: uuidSchema,
    target_uid: Type.With(nullable(Type.String()), { description: 'Null if the target does not exist' }),
    summary: Type.String({ description: 'One sentence' }),
    changes: Type.Array(changeSchema),
    touches: closed({
      pods: Type.Array(touchedPodsSchema, { description: 'Pods that are stopped, by owner' }),
      replicas: Type.With(nullable(replicasSchema), {
        description: 'Current desired replicas of the Deployment these pods belong to; null if there is none',
      }),
    }),
    blocking_budgets: Type.Array(blockingBudgetSchema),
    warnings: Type.Array(warningSchema),
    guards: Type.Array(guardSchema, { description: 'The guards that concern this action, and whether it passes them' }),
    upper_bound_seconds: Type.Integer({ minimum: 0, description: 'After this time it has either succeeded or failed' }),
    undo: closed({ possible: Type.Boolean(), words: Type.String() }),
    refused: Type.With(nullable(closed({ code: oneOf([...refusalCodes, ...guardNames]), message: Type.String() })), {
      description: 'Why it would be refused now; null if it would run',
    }),
    drain: Type.With(nullable(drainPlanSchema), { description: 'Of drain_node; null for every other kind' }),
    etag: Type.String({ description: 'For If-Match when approving' }),
  },
  { title: 'Plan' },
);

export type Plan = Static<typeof planSchema>;
export type DrainPlan = Static<typeof drainPlanSchema>;
export type PlannedPod = Static<typeof plannedPodSchema>;
export type Change = Static<typeof changeSchema>;
export type BlockingBudget = Static<typeof blockingBudgetSchema>;
