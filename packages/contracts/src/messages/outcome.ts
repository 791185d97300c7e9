import { type Static, Type } from 'typebox';
import { exampleIds } from '../examples.ts';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { namespaceSchema, objectNameSchema, replicasSchema } from '../kubernetes-names.ts';
import { closed, nullable, oneOf, text } from '../shapes.ts';
import { drainedPodStatuses, terminalActionStatuses } from './action-words.ts';
import { actionKindSchema, actionResultSchema } from './action.ts';
import { failureSchema } from './failure.ts';
import { approverSchema } from './people.ts';
import { actionTargetSchema } from './target.ts';

/** A message on the exchange `action.outcomes`. Like event data, it is always whole: what has no value is null. */

export const drainedPodSchema = closed({
  namespace: namespaceSchema,
  pod: objectNameSchema,
  owner: Type.With(nullable(text()), { description: 'Kind and name, such as "Deployment web"; null if there is none' }),
  status: oneOf(
    drainedPodStatuses,
    'waiting: not evicted yet; evicting: asked to end and not gone yet; in an outcome both mean that the drain ended before',
  ),
  reason: Type.With(nullable(text()), {
    description: 'Why it was skipped or failed, or what its eviction waits for in the words of the API server',
  }),
  attempts: Type.Integer({
    minimum: 0,
    maximum: 5,
    description: 'Evictions that a budget refused, and the one that succeeded',
  }),
  blocked_by: Type.Array(text(), { description: 'Names of the PodDisruptionBudgets that prevented the eviction' }),
  next_try_at: Type.With(nullable(timestampSchema), { description: 'When its eviction is requested again' }),
  deadline_at: Type.With(nullable(timestampSchema), {
    description: 'By then it is gone, or the drain reports it stuck',
  }),
});

const podCount = Type.Integer({ minimum: 0 });

export const drainFiguresSchema = closed({
  node_cordoned: Type.Boolean({ description: 'As far as the drain knows' }),
  pass: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: 'How often the pods of the node were gone through; more than once if pods came back',
  }),
  upper_bound_at: Type.With(nullable(timestampSchema), {
    description: 'By then the drain has ended, as far as can be known now; null before its pods were listed',
  }),
  counts: closed({
    waiting: podCount,
    evicting: podCount,
    evicted: podCount,
    skipped: podCount,
    failed: podCount,
  }),
});

export const canaryIssueSchema = closed({
  severity: text(),
  reason: text('The rule that found it'),
  object: closed({ kind: text(), namespace: nullable(text()), name: text() }),
  message: text(),
  more_impact: Type.Number({ description: 'Points it takes from the health score beyond those it took before' }),
});

export const canaryFiguresSchema = closed({
  verdict: oneOf(
    ['pending', 'kept', 'reverted', 'revert_skipped', 'inconclusive', 'skipped'],
    'pending: not known yet, so never in an outcome',
  ),
  why: Type.With(nullable(text()), { description: 'Why it was skipped, inconclusive or not reverted' }),
  score_before: nullable(Type.Number()),
  score_after: nullable(Type.Number()),
  allowed_drop: Type.Number({ minimum: 0 }),
  settle_seconds: Type.Integer({ minimum: 0 }),
  settles_at: Type.With(nullable(timestampSchema), {
    description:
      'When the score is compared; null until the cluster has accepted the scale-up, or if it is not compared',
  }),
  issues: Type.Array(canaryIssueSchema, {
    maxItems: 20,
    description: 'The issues that made the difference, greatest first',
  }),
  replicas_before: replicasSchema,
  replicas_after: replicasSchema,
});

export const outcomeSchema = closed({
  action_id: uuidSchema,
  decision_id: Type.With(nullable(uuidSchema), { description: 'Null if a person requested the action directly' }),
  tenant_id: uuidSchema,
  cluster_id: uuidSchema,
  action: actionKindSchema,
  target: actionTargetSchema,
  status: oneOf(terminalActionStatuses),
  result: nullable(actionResultSchema),
  started_at: Type.With(nullable(timestampSchema), { description: 'Null if it never started' }),
  finished_at: timestampSchema,
  approved_by: nullable(approverSchema),
  error: nullable(failureSchema),
  details: closed(
    {
      pods: Type.Optional(Type.Array(drainedPodSchema)),
      drain: Type.Optional(drainFiguresSchema),
      canary: Type.Optional(canaryFiguresSchema),
    },
    { description: 'pods and drain of a drain, canary of a scale-up; empty for other kinds' },
  ),
});

export type DrainedPod = Static<typeof drainedPodSchema>;
export type DrainFigures = Static<typeof drainFiguresSchema>;
export type CanaryIssue = Static<typeof canaryIssueSchema>;
export type CanaryFigures = Static<typeof canaryFiguresSchema>;
export type Outcome = Static<typeof outcomeSchema>;

export const revertedOutcomeExample: Outcome = {
  action_id: exampleIds.action,
  decision_id: exampleIds.decision,
  tenant_id: exampleIds.tenant,
  cluster_id: exampleIds.cluster,
  action: 'scale_deployment',
  target: { namespace: 'shop', deployment_name: 'checkout', replicas: 6 },
  status: 'failed',
  result: 'reverted',
  started_at: '2026-11-12T09:16:02.260Z',
  finished_at: '2026-11-12T09:17:09.913Z',
  approved_by: null,
  error: { code: 'health_dropped', message: 'The health score dropped from 88 to 71.5; scaled back to 4 replicas.' },
  details: {
    canary: {
      verdict: 'reverted',
      why: null,
      score_before: 88,
      score_after: 71.5,
      allowed_drop: 10,
      settle_seconds: 60,
      settles_at: '2026-11-12T09:17:02.731Z',
      issues: [
        {
          severity: 'critical',
          reason: 'replica_shortfall',
          object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
          message: '4 of 6 replicas are available',
          more_impact: 16.5,
        },
      ],
      replicas_before: 4,
      replicas_after: 6,
    },
  },
};

export const drainOutcomeExample: Outcome = {
  action_id: '01a1cf1c-5b5d-7c02-8f66-0b9d1a7e42c3',
  decision_id: '01a1cf1c-5b20-7f31-9a04-6d2c8e5b1f70',
  tenant_id: exampleIds.tenant,
  cluster_id: exampleIds.cluster,
  action: 'drain_node',
  target: { node_name: 'prod-eu-node-7' },
  status: 'success',
  result: null,
  started_at: '2026-11-12T09:41:30.002Z',
  finished_at: '2026-11-12T09:42:48.750Z',
  approved_by: { type: 'user', id: exampleIds.user },
  error: null,
  details: {
    pods: [
      {
        namespace: 'shop',
        pod: 'checkout-6c9f7d5b8-x2v4q',
        owner: 'Deployment checkout',
        status: 'evicted',
        reason: null,
        attempts: 3,
        blocked_by: ['checkout'],
        next_try_at: null,
        deadline_at: null,
      },
      {
        namespace: 'kube-system',
        pod: 'node-exporter-8zq2l',
        owner: 'DaemonSet node-exporter',
        status: 'skipped',
        reason: 'belongs to a DaemonSet',
        attempts: 0,
        blocked_by: [],
        next_try_at: null,
        deadline_at: null,
      },
    ],
    drain: {
      node_cordoned: true,
      pass: 1,
      upper_bound_at: '2026-11-12T09:44:15.002Z',
      counts: { waiting: 0, evicting: 0, evicted: 1, skipped: 1, failed: 0 },
    },
  },
};
