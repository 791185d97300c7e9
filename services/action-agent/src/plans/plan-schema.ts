import {
  actionTargetSchema,
  closed,
  guardNames,
  nullable,
  oneOf,
  replicasSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { plannedKinds } from './asked.ts';
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

export const planSchema = closed(
  {
    action: oneOf(plannedKinds),
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
    etag: Type.String({ description: 'For If-Match when approving' }),
  },
  { title: 'Plan' },
);

export type Plan = Static<typeof planSchema>;
export type Change = Static<typeof changeSchema>;
export type BlockingBudget = Static<typeof blockingBudgetSchema>;
