import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { nullable, oneOf, text } from '../shapes.ts';

/**
 * What k8s-monitor tells the other modules of what it sees. Subscribers never see it. These shapes are open: whoever
 * listens may be of an older version than the monitor.
 */

export const issuesChangedType = 'internal.issues_changed';
export const workloadChangedType = 'internal.workload_changed';

/** A round with more changes than this is told in several events. */
export const mostChangesAtOnce = 200;
/** Nodes that are named of one issue. */
export const mostNodesOfIssue = 10;

const object = Type.Object({ kind: text(), namespace: nullable(text()), name: text() });

export const issueChangeSchema = Type.Object({
  change: oneOf(
    ['opened', 'returned', 'severity', 'expected', 'resolved'],
    'opened: it is new; returned: within ten minutes of its end; severity, expected: that is different now',
  ),
  issue_id: uuidSchema,
  reason: text('The rule that found it'),
  category: text(),
  severity: oneOf(['critical', 'warning', 'info']),
  object,
  message: Type.String(),
  expected: Type.Boolean({ description: 'A running action of ours is meant to cause it' }),
  count: Type.Integer({ minimum: 1, description: 'How often it has begun' }),
  first_seen: timestampSchema,
  nodes: Type.Array(text(), {
    maxItems: mostNodesOfIssue,
    description: 'The node itself, or those that its troubled pods stand on; empty once it is resolved',
  }),
  all_on_nodes: Type.Boolean({ description: 'Each of its troubled pods stands on one of `nodes`' }),
  scales: Type.Optional(
    Type.Object(object.properties, { description: 'What the autoscaler scales, if it is an issue of one' }),
  ),
});

export const issuesChangedSchema = Type.Object({
  cluster_id: uuidSchema,
  at: Type.With(timestampSchema, { description: 'When it was seen' }),
  changes: Type.Array(issueChangeSchema, { maxItems: mostChangesAtOnce }),
});

const changedBy = Type.With(nullable(text()), {
  description: 'The field manager that changed it last, such as kubectl-edit; null where the API server does not say',
});

export const workloadChangeSchema = Type.Object({
  change: oneOf(
    ['created', 'template', 'restarted', 'replicas', 'deleted'],
    'template: what its pods are made of; restarted: only that they are to be made anew',
  ),
  object,
  images: Type.Object({ before: Type.Array(text()), after: Type.Array(text()) }),
  replicas: Type.Object({
    before: nullable(Type.Integer({ minimum: 0 })),
    after: nullable(Type.Integer({ minimum: 0 })),
  }),
  manager: changedBy,
  at: Type.With(timestampSchema, {
    description: 'When it was changed, as far as the API server says; else when it was seen',
  }),
});

export const workloadChangedSchema = Type.Object({
  cluster_id: uuidSchema,
  changes: Type.Array(workloadChangeSchema, { maxItems: mostChangesAtOnce }),
});

export type IssueChange = Static<typeof issueChangeSchema>;
export type IssuesChanged = Static<typeof issuesChangedSchema>;
export type WorkloadChange = Static<typeof workloadChangeSchema>;
export type WorkloadChanged = Static<typeof workloadChangedSchema>;
