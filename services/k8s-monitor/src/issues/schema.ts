import { closed, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const severities = ['critical', 'warning', 'info'] as const;

const about = Type.Object({
  kind: Type.String(),
  namespace: nullable(Type.String()),
  name: Type.String(),
});

const fields = {
  id: uuidSchema,
  cluster_id: uuidSchema,
  severity: oneOf(severities),
  category: Type.String(),
  reason: Type.String({ description: 'the rule that found it' }),
  object: about,
  message: Type.String(),
  first_seen: timestampSchema,
  last_seen: Type.With(timestampSchema, { description: 'of an open one: when its cluster was last observed' }),
  count: Type.Integer({
    minimum: 1,
    description: 'how often it came; one that is back within ten minutes is the same',
  }),
  score_impact: Type.Number({ minimum: 0, description: 'what it takes from the health score' }),
  capped: Type.Boolean({ description: 'its category takes as much as it may already' }),
  suggested_action: Type.String(),
  action_id: Type.With(nullable(uuidSchema), {
    description: 'the running action that is meant to cause it; of a resolved one: that was, when it ended',
  }),
  expected: Type.Boolean({
    description: 'a running action is meant to cause it, so it costs nothing until that action has ended',
  }),
};

/** As it stands in a cluster's health: open. */
export const openIssue = Type.Object(fields);
export type OpenIssue = Static<typeof openIssue>;

export const issue = Type.Object({
  ...fields,
  status: oneOf(['open', 'resolved']),
  resolved_at: nullable(timestampSchema),
});
export type Issue = Static<typeof issue>;

export const issueId = closed({ id: uuidSchema });
