import { actionTargetSchema, closed, nullable, oneOf, replicasSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { plannedKinds } from './asked.ts';
import { refusalCodes } from './refusals.ts';
import { warningCodes } from './warnings.ts';

/** What an action would do, as the one who approves it is shown it. */

const value = Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]);

export const changeSchema = closed({
  field: Type.String({ description: 'of the target object' }),
  before: value,
  after: value,
});

export const touchedPodsSchema = closed({
  owner: Type.With(nullable(Type.String()), { description: 'kind and name, such as "Deployment web"; null: no owner' }),
  count: Type.Integer({ minimum: 1 }),
});

export const blockingBudgetSchema = closed({
  name: Type.String(),
  namespace: Type.String(),
  rule: oneOf(['min_available', 'max_unavailable_zero', 'min_available_percent_at_zero']),
  after: Type.Integer({ minimum: 0, description: 'healthy pods it could count on afterwards' }),
  needed: Type.Integer({ minimum: 0, description: 'healthy pods it asks for' }),
});

export const warningSchema = closed({ code: oneOf(warningCodes), message: Type.String() });

export const planSchema = closed(
  {
    action: oneOf(plannedKinds),
    target: actionTargetSchema,
    cluster_id: uuidSchema,
    target_uid: Type.With(nullable(Type.String()), { description: 'null: the target does not exist' }),
    summary: Type.String({ description: 'one sentence' }),
    changes: Type.Array(changeSchema),
    touches: closed({
      pods: Type.Array(touchedPodsSchema, { description: 'pods that are taken down, by owner' }),
      replicas: Type.With(nullable(replicasSchema), {
        description: 'what the Deployment of these pods asks for now; null where there is none',
      }),
    }),
    blocking_budgets: Type.Array(blockingBudgetSchema),
    warnings: Type.Array(warningSchema),
    upper_bound_seconds: Type.Integer({ minimum: 0, description: 'after this time it is done or has failed' }),
    undo: closed({ possible: Type.Boolean(), words: Type.String() }),
    refused: Type.With(nullable(closed({ code: oneOf(refusalCodes), message: Type.String() })), {
      description: 'why it would not be carried out now; null: it would',
    }),
    etag: Type.String({ description: 'for If-Match of an approval' }),
  },
  { title: 'Plan' },
);

export type Plan = Static<typeof planSchema>;
export type Change = Static<typeof changeSchema>;
export type BlockingBudget = Static<typeof blockingBudgetSchema>;
