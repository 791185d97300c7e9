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

/** An action as REST shows it; lists show the same, but for the pods of drains, which they only count. */
export const actionSchema = closed(
  {
    id: uuidSchema,
    cluster_id: uuidSchema,
    action: actionKindSchema,
    target: actionTargetSchema,
    status: oneOf(actionStatuses),
    step: Type.With(nullable(oneOf(actionSteps)), {
      description: 'The current step while it executes; null otherwise',
    }),
    progress: Type.With(nullable(Type.String()), { description: 'What it is currently waiting for, human-readable' }),
    result: nullable(actionResultSchema),
    error: nullable(failureSchema),
    origin: oneOf(actionOrigins),
    decision_id: nullable(uuidSchema),
    incident_id: nullable(uuidSchema),
    reason: Type.String({ description: 'Why it was proposed or requested' }),
    confidence: nullable(confidenceSchema),
    evidence: Type.Array(evidenceSchema),
    proposed_by: nullable(proposerSchema),
    requested_by: nullable(actorSchema),
    approved_by: nullable(approverSchema),
    rejected_by: nullable(actorSchema),
    canceled_by: nullable(actorSchema),
    note: Type.With(nullable(Type.String()), {
      description: 'The reason given when it was approved, rejected or canceled',
    }),
    undoes: Type.With(nullable(uuidSchema), {
      description: 'The action that this one takes back; null if it is no undo',
    }),
    plan: Type.With(nullable(planSchema), { description: 'What it would do, or did; null if there is no plan yet' }),
    planned_at: nullable(timestampSchema),
    details: outcomeSchema.properties.details,
    created_at: timestampSchema,
    expires_at: Type.With(nullable(timestampSchema), { description: 'When it expires if no one decides' }),
    started_at: nullable(timestampSchema),
    finished_at: nullable(timestampSchema),
  },
  { title: 'Action' },
);

export type Action = Static<typeof actionSchema>;

export const actionId = closed({ id: uuidSchema });
