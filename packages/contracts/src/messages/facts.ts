import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { issueChangeSchema, workloadChangeSchema } from '../events/internal-monitor.ts';
import { factPartNames } from './agent-words.ts';
import { actionKindSchema } from './action.ts';
import { actionTargetSchema } from './target.ts';

/**
 * What was seen of one object at one moment, for those who conclude something from it. These shapes are open: whoever
 * reads them may be of an older version than whoever looked.
 */

const count = Type.Integer({ minimum: 0 });
const moment = nullable(timestampSchema);

export const factObjectSchema = Type.Object({ kind: text(), namespace: nullable(text()), name: text() });

export const factPodSchema = Type.Object({
  name: text(),
  node: nullable(text()),
  phase: text(),
  ready: Type.Boolean(),
  ready_since: Type.With(moment, { description: 'Since when it is ready, or is not' }),
  created_at: moment,
  deleting: Type.Boolean(),
  restarts: count,
  waiting: Type.With(nullable(text()), { description: 'What a container waits for, such as CrashLoopBackOff' }),
  unschedulable: Type.With(nullable(text()), { description: "The scheduler's words, of a pod without a place" }),
  last_end: nullable(
    Type.Object({ container: text(), reason: Type.String(), exit_code: nullable(Type.Integer()), at: moment }),
  ),
  is_new: Type.With(nullable(Type.Boolean()), { description: 'It is made of the template as it is now' }),
  has_controller: Type.Boolean(),
});

export const factContainerSchema = Type.Object({
  name: text(),
  image: Type.String(),
  cpu_request: Type.With(nullable(count), { description: 'Thousandths of a core' }),
  memory_request: Type.With(nullable(count), { description: 'Bytes' }),
  memory_limit: Type.With(nullable(count), { description: 'Bytes' }),
});

export const rolloutStates = ['done', 'going_on', 'stalled', 'paused'] as const;

const workload = Type.Object({
  kind: text(),
  namespace: text(),
  name: text(),
  desired: nullable(count),
  ready: nullable(count),
  available: nullable(count),
  updated: nullable(count),
  rollout: oneOf(rolloutStates),
  rollout_message: nullable(Type.String()),
  created_at: moment,
  containers: Type.Array(factContainerSchema),
});

const { change, images, replicas, manager, at: changedAt } = workloadChangeSchema.properties;
const { reason, severity, message, expected, first_seen, count: begun } = issueChangeSchema.properties;

const node = Type.Object({
  name: text(),
  ready: oneOf(['True', 'False', 'Unknown']),
  ready_since: moment,
  pressures: Type.Array(text()),
  pressure_since: moment,
  cordoned: Type.Boolean(),
  cordoned_since: moment,
  cordoned_by: Type.With(nullable(text()), { description: 'Its field manager' }),
  pods: nullable(count),
  not_ready_in_hour: Type.With(count, { description: 'How often it became not ready within the last hour' }),
});

export const factsSchema = Type.Object({
  at: timestampSchema,
  object: factObjectSchema,
  exists: Type.Boolean(),
  nodes: Type.Object({ total: count, ready: count, cordoned: count }, { description: 'Of the whole cluster' }),
  workload: nullable(workload),
  pods: Type.Array(factPodSchema, { maxItems: 50, description: 'Those in trouble first' }),
  pods_total: nullable(count),
  changes: Type.Array(Type.Object({ change, images, replicas, manager, at: changedAt }), {
    maxItems: 20,
    description: 'Of the last 60 minutes, newest first',
  }),
  budgets: Type.Array(
    Type.Object({ name: text(), expected: count, healthy: count, needed: count, allowed: Type.Integer() }),
    { maxItems: 20, description: 'Disruption budgets that cover its pods, or of a node those of its pods' },
  ),
  autoscaler: nullable(
    Type.Object({
      name: text(),
      minimum: count,
      maximum: count,
      current: count,
      wanted: count,
      at_maximum: Type.Boolean(),
    }),
  ),
  node: Type.With(nullable(node), { description: 'The object itself, if it is a node' }),
  pod_nodes: Type.Array(
    Type.Object({
      name: text(),
      ready: oneOf(['True', 'False', 'Unknown']),
      cordoned: Type.Boolean(),
      pressures: Type.Array(text()),
    }),
    { maxItems: 20, description: 'The nodes that its pods stand on' },
  ),
  room: Type.With(
    nullable(
      Type.Object({
        nodes: Type.Integer({ minimum: 0, description: 'Other nodes that are ready and take pods' }),
        cpu_free: Type.Integer({ description: 'Thousandths of a core that no pod there has requested' }),
        memory_free: Type.Integer({ description: 'Bytes' }),
        pods_free: Type.Integer(),
        cpu_needed: Type.Integer({ description: 'Of a node: what its pods request. Of a workload: one pod' }),
        memory_needed: Type.Integer(),
        pods_needed: Type.Integer(),
      }),
    ),
    { description: 'Null: not known' },
  ),
  issues: Type.Array(
    Type.Object({
      issue_id: uuidSchema,
      object: factObjectSchema,
      reason,
      severity,
      message,
      expected,
      first_seen,
      count: begun,
    }),
    { maxItems: 20, description: 'Open ones about it' },
  ),
  warnings: Type.Array(
    Type.Object({
      reason: Type.String(),
      message: Type.String(),
      object: Type.Object({ kind: Type.String(), name: Type.String() }),
      count: Type.Integer({ minimum: 1 }),
      last_at: timestampSchema,
    }),
    { maxItems: 20 },
  ),
  logs: Type.Array(
    Type.Object({ pod: text(), container: text(), lines: Type.Array(Type.String(), { maxItems: 50 }) }),
    {
      maxItems: 3,
      description: 'The last lines of containers that crashed; secrets masked',
    },
  ),
  actions: Type.Array(
    Type.Object({
      action_id: uuidSchema,
      action: actionKindSchema,
      target: actionTargetSchema,
      status: text(),
      result: nullable(text()),
      error: Type.Optional(Type.With(nullable(text()), { description: 'The code with which it failed' })),
      created_at: timestampSchema,
      finished_at: moment,
    }),
    { maxItems: 20, description: 'Actions of ours on it within 24 hours, newest first' },
  ),
  not_visible: Type.Array(Type.Object({ part: oneOf(factPartNames), why: text() }), {
    description: 'What could not be looked at, and why',
  }),
});

export type FactObject = Static<typeof factObjectSchema>;
export type FactPod = Static<typeof factPodSchema>;
export type FactContainer = Static<typeof factContainerSchema>;
export type Facts = Static<typeof factsSchema>;
