import {
  actionKindSchema,
  actionResultSchema,
  actionStatuses,
  actionSteps,
  actionTargetSchema,
  actorSchema,
  approverSchema,
  closed,
  confidenceSchema,
  evidenceSchema,
  failureSchema,
  nullable,
  oneOf,
  outcomeSchema,
  proposerSchema,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { planSchema } from '../plans/plan-schema.ts';

export const actionOrigins = ['decision', 'manual'] as const;

/** An action as REST shows it; the list shows the same. */
export const actionSchema = closed(
  {
    id: uuidSchema,
    cluster_id: uuidSchema,
    action: actionKindSchema,
    target: actionTargetSchema,
    status: oneOf(actionStatuses),
    step: Type.With(nullable(oneOf(actionSteps)), { description: 'where it is while it executes; null otherwise' }),
    progress: Type.With(nullable(Type.String()), { description: 'what it waits for right now, in words' }),
    result: nullable(actionResultSchema),
    error: nullable(failureSchema),
    origin: oneOf(actionOrigins),
    decision_id: nullable(uuidSchema),
    incident_id: nullable(uuidSchema),
    reason: Type.String({ description: 'why it was proposed or asked for' }),
    confidence: nullable(confidenceSchema),
    evidence: Type.Array(evidenceSchema),
    proposed_by: nullable(proposerSchema),
    requested_by: nullable(actorSchema),
    approved_by: nullable(approverSchema),
    rejected_by: nullable(actorSchema),
    canceled_by: nullable(actorSchema),
    note: Type.With(nullable(Type.String()), {
      description: 'what was said when it was approved, rejected or canceled',
    }),
    plan: Type.With(nullable(planSchema), { description: 'what it would do, or did; null while there is none' }),
    planned_at: nullable(timestampSchema),
    details: outcomeSchema.properties.details,
    created_at: timestampSchema,
    expires_at: Type.With(nullable(timestampSchema), { description: 'when it ends by itself, if nobody decides' }),
    started_at: nullable(timestampSchema),
    finished_at: nullable(timestampSchema),
  },
  { title: 'Action' },
);

export type Action = Static<typeof actionSchema>;

export const actionId = closed({ id: uuidSchema });
