import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { namespaceSchema, objectNameSchema } from '../kubernetes-names.ts';
import { terminalActionStatuses } from '../messages/action-words.ts';
import { actionKindSchema, actionResultSchema } from '../messages/action.ts';
import { failureSchema } from '../messages/failure.ts';
import { outcomeSchema } from '../messages/outcome.ts';
import { actorSchema, approverSchema, proposerSchema } from '../messages/people.ts';
import { actionTargetSchema } from '../messages/target.ts';
import { nullable, oneOf, text } from '../shapes.ts';

/**
 * What the action agent tells the other modules of an action: that it has begun, and that it has ended, begun or not.
 * Subscribers never see it. These shapes are open: whoever listens may be of an older version than the agent.
 */

export const actionStartedType = 'internal.action_started';
export const actionEndedType = 'internal.action_ended';

/** An issue of k8s-monitor that the action is meant to cause; `reason` is the name of the rule that finds it. */
export const expectedIssueSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('Node'),
    namespace: Type.Null(),
    name: objectNameSchema,
    reason: Type.Literal('node_cordoned'),
  }),
  Type.Object({
    kind: Type.Literal('Deployment'),
    namespace: namespaceSchema,
    name: objectNameSchema,
    reason: Type.Literal('replica_shortfall'),
  }),
]);

/** Of an action, in whatever it is told. */
const told = {
  action_id: uuidSchema,
  cluster_id: uuidSchema,
  incident_id: nullable(uuidSchema),
  decision_id: nullable(uuidSchema),
  action: actionKindSchema,
  target: actionTargetSchema,
  approved_by: nullable(approverSchema),
  requested_by: Type.With(nullable(actorSchema), { description: 'Who asked for it directly; null if it was proposed' }),
  proposed_by: Type.Optional(Type.With(nullable(proposerSchema), { description: 'Null if it was asked for directly' })),
  automatic: Type.Optional(Type.Boolean({ description: 'It was proposed, and ran without an approval' })),
  note: Type.With(nullable(text()), { description: 'What was said when it was decided' }),
};

export const actionStartedSchema = Type.Object({
  ...told,
  expects: Type.Array(expectedIssueSchema, { maxItems: 1_000 }),
  until: Type.With(timestampSchema, {
    description: 'When it will have ended at the latest, even if its end is never reported',
  }),
});

export const actionEndedSchema = Type.Object({
  ...told,
  status: oneOf(terminalActionStatuses),
  result: nullable(actionResultSchema),
  error: nullable(failureSchema),
  decided_by: Type.With(nullable(actorSchema), { description: 'Who rejected or canceled it; null otherwise' }),
  started_at: Type.With(nullable(timestampSchema), { description: 'Null if it never began' }),
  finished_at: timestampSchema,
  details: Type.With(Type.Omit(outcomeSchema.properties.details, ['pods']), {
    description: 'As in the outcome, except that the pods of a drain are counted and not named',
  }),
});

export type ExpectedIssue = Static<typeof expectedIssueSchema>;
export type ActionStarted = Static<typeof actionStartedSchema>;
export type ActionEnded = Static<typeof actionEndedSchema>;
