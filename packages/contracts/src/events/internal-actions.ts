import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { namespaceSchema, objectNameSchema } from '../kubernetes-names.ts';
import { actionKindSchema } from '../messages/action.ts';

/**
 * What the action agent tells the other modules while an action runs. Subscribers never see it. These shapes are open:
 * whoever listens may be of an older version than the agent.
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

export const actionStartedSchema = Type.Object({
  action_id: uuidSchema,
  cluster_id: uuidSchema,
  action: actionKindSchema,
  expects: Type.Array(expectedIssueSchema, { maxItems: 1_000 }),
  until: Type.With(timestampSchema, {
    description: 'When it will have ended at the latest, even if its end is never reported',
  }),
});

export const actionEndedSchema = Type.Object({ action_id: uuidSchema, cluster_id: uuidSchema });

export type ExpectedIssue = Static<typeof expectedIssueSchema>;
export type ActionStarted = Static<typeof actionStartedSchema>;
export type ActionEnded = Static<typeof actionEndedSchema>;
