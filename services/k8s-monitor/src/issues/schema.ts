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
  reason: Type.String({ description: 'The rule that found it' }),
  object: about,
  message: Type.String(),
  first_seen: timestampSchema,
  last_seen: Type.With(timestampSchema, { description: 'While it is open: when its cluster was last observed' }),
  count: Type.Integer({
    minimum: 1,
    description: 'How often it occurred; if it returns within ten minutes, it is the same issue',
  }),
  score_impact: Type.Number({ minimum: 0, description: 'Points it takes from the health score' }),
  capped: Type.Boolean({ description: 'True if the cap of its category is already reached' }),
  suggested_action: Type.String(),
  action_id: Type.With(nullable(uuidSchema), {
    description: 'The running action that causes it; once resolved: the one that caused it when it ended',
  }),
  expected: Type.Boolean({
    description: 'True if a running action causes it, so it costs nothing until that action has ended',
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
