import {
  actionKindSchema,
  actionKinds,
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
  listEnvelope,
  nullable,
  oneOf,
  outcomeSchema,
  proposerSchema,
  timestampSchema,
  uuidPattern,
  uuidSchema,
} from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
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

export const actionList = listEnvelope(actionSchema);

export const actionId = closed({ id: uuidSchema });

const uuid = uuidPattern.slice(1, -1);
/** Only ids pass, because anything else is no id to the database either. */
const clusterIds = Type.Optional(
  Type.String({ pattern: `^${uuid}(,${uuid})*$`, description: 'of these clusters; comma = or' }),
);

export const actionListQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
  status: Type.Optional(Type.String({ description: `${actionStatuses.join(', ')}; comma = or` })),
  action: Type.Optional(Type.String({ description: `${actionKinds.join(', ')}; comma = or` })),
});

export const pendingQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
});
