import {
  actorSchema,
  closed,
  namespaceSchema,
  nullable,
  oneOf,
  timestampSchema,
  urlSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { contentFields, contentSchema, envChange, envSchema, source } from './content.ts';
import { appStates, deploymentPhases, deployReasonWords, deployTriggers, gitopsWords, healths } from './phases.ts';

const name = Type.String({
  maxLength: 40,
  pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$',
  description: 'DNS label, unique within its CloudSpace; names its Deployment and Service',
});
const revision = Type.Integer({ minimum: 1 });
const replicas = Type.Integer({ minimum: 0, maximum: 200 });
const note = Type.String({ minLength: 1, maxLength: 1_000 });

const failedPod = closed(
  {
    name: Type.String(),
    reason: Type.String({ description: "Kubernetes' own word, such as ImagePullBackOff" }),
    message: Type.String(),
    restarts: Type.Integer({ minimum: 0 }),
    exit_code: nullable(Type.Integer()),
    log_tail: Type.Array(Type.String(), { description: 'Last lines of the container that ended, 20 at most' }),
  },
  { title: 'Failed pod' },
);
export type FailedPod = Static<typeof failedPod>;

const phaseTime = closed({
  phase: oneOf(deploymentPhases),
  started_at: timestampSchema,
  ended_at: nullable(timestampSchema),
});
export type PhaseTime = Static<typeof phaseTime>;

const change = closed({
  path: Type.String({ description: 'Such as image or env.LOG_LEVEL' }),
  before: Type.With(nullable(Type.String()), { description: 'Null: it was not there' }),
  after: Type.With(nullable(Type.String()), { description: 'Null: it is gone' }),
});
export type Change = Static<typeof change>;

/** A revision, and what became of it. */
export const deployment = closed(
  {
    id: uuidSchema,
    app_id: uuidSchema,
    app_name: Type.String(),
    cloudspace_id: uuidSchema,
    cluster_id: uuidSchema,
    revision,
    previous_revision: Type.With(nullable(revision), { description: 'The one that was Live when this one was made' }),
    of_revision: Type.With(nullable(revision), { description: 'The revision it puts back; null unless a rollback' }),
    image: Type.String({ description: 'As written into the cluster; by digest where a revision is put back' }),
    digest: Type.With(nullable(Type.String()), { description: 'Digest of the image that runs; null until it is Live' }),
    trigger: oneOf(deployTriggers),
    actor: Type.With(nullable(actorSchema), { description: 'Null if nobody asked for it: an automatic rollback' }),
    note: nullable(Type.String()),
    phase: oneOf(deploymentPhases),
    phases: Type.Array(phaseTime, { description: 'The phases it went through, in order' }),
    reason: Type.With(nullable(oneOf(deployReasonWords)), { description: 'Why it failed; null unless it did' }),
    message: Type.With(nullable(Type.String()), { description: 'The same, human-readable, with the next step' }),
    progress: Type.With(nullable(Type.String()), { description: 'What it waits for right now' }),
    pods: Type.Array(failedPod, { description: 'Pods that failed, the worst first; 20 at most' }),
    rolled_back_to: Type.With(nullable(revision), { description: 'The revision put back because it failed' }),
    diff: Type.Array(change, { description: 'What it changes, compared with previous_revision' }),
    is_current: Type.Boolean({ description: 'It is the one that is Live' }),
    can_rollback: Type.Boolean({ description: 'It was Live, is kept, and is not the one that runs' }),
    can_cancel: Type.Boolean(),
    created_at: timestampSchema,
    deadline_at: Type.With(nullable(timestampSchema), { description: 'When its phase ends at the latest' }),
    finished_at: nullable(timestampSchema),
    url: Type.With(urlSchema, { description: 'Its page' }),
  },
  { title: 'Deployment' },
);
export type Deployment = Static<typeof deployment>;

/** One in full, with its content. */
export const deploymentInFull = closed(
  { ...deployment.properties, content: contentSchema },
  { title: 'Deployment in full' },
);

const pin = closed(
  { revision, by: actorSchema, reason: nullable(Type.String()), at: timestampSchema },
  { title: 'Pin' },
);
export type Pin = Static<typeof pin>;

export const app = closed(
  {
    id: uuidSchema,
    name,
    cloudspace_id: uuidSchema,
    cloudspace_name: Type.String(),
    cluster_id: uuidSchema,
    namespace: namespaceSchema,
    ...contentSchema.properties,
    replicas: Type.With(replicas, { description: 'How many were asked for last' }),
    rollback_on_failure: Type.Boolean(),
    pinned: Type.With(nullable(pin), { description: 'Set by a rollback: nothing is deployed until it is released' }),
    state: oneOf(appStates),
    state_message: nullable(Type.String()),
    revision: Type.With(revision, { description: 'The newest revision' }),
    current_revision: Type.With(nullable(revision), { description: 'The one that is Live; null if none is' }),
    phase: oneOf(deploymentPhases, 'Phase of the newest revision'),
    health: oneOf(healths),
    gitops: oneOf(gitopsWords),
    reason: Type.With(nullable(Type.String()), { description: 'What is wrong, machine-readable; null if nothing is' }),
    message: nullable(Type.String()),
    ready_replicas: Type.Integer({ minimum: 0 }),
    reachable: Type.Boolean(),
    url: Type.With(nullable(Type.String()), { description: 'Its address inside the cluster; null for a worker' }),
    created_by: nullable(actorSchema),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    deployment: Type.With(deployment, { description: 'The newest revision, and what became of it' }),
  },
  { title: 'App' },
);
export type App = Static<typeof app>;

const policy = {
  rollback_on_failure: Type.Optional(
    Type.Boolean({ description: 'Put the last Live revision back when a deployment fails; true unless told' }),
  ),
};

export const createApp = closed({
  name,
  cloudspace_id: uuidSchema,
  source,
  ...contentFields,
  env: Type.Optional(envSchema),
  replicas: Type.Optional(Type.With(replicas, { description: '1 unless told; changed later by scale' })),
  ...policy,
});
export type CreateApp = Static<typeof createApp>;

export const changeApp = closed({
  source: Type.Optional(source),
  ...contentFields,
  env: Type.Optional(envChange),
  ...policy,
  note: Type.Optional(Type.With(note, { description: 'Kept with the revision' })),
});
export type ChangeApp = Static<typeof changeApp>;

export const appId = closed({ id: uuidSchema });
export const revisionParams = closed({
  id: uuidSchema,
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

export const deleteAppQuery = closed({
  force: Type.Optional(
    Type.Boolean({ description: 'Forget an app that could not be deleted; what stays in the cluster is listed' }),
  ),
});

export const scaleBody = closed({ replicas });
export const rollbackBody = closed({ revision, reason: Type.Optional(note) });
export const redeployBody = closed({ note: Type.Optional(note) });

const podState = closed(
  {
    name: Type.String(),
    phase: Type.String(),
    ready: Type.Boolean(),
    restarts: Type.Integer({ minimum: 0 }),
    node: nullable(Type.String()),
    reason: nullable(Type.String()),
    message: nullable(Type.String()),
    created_at: nullable(timestampSchema),
  },
  { title: 'App pod' },
);
export type PodState = Static<typeof podState>;
export const podStates = closed({
  pods: Type.Array(podState),
  total: Type.Integer({ minimum: 0 }),
  observed_at: nullable(timestampSchema),
  stale: Type.Boolean(),
});

export const deployStatus = closed(
  {
    phase: oneOf(deploymentPhases),
    gitops: oneOf(gitopsWords),
    ready_replicas: Type.Integer({ minimum: 0 }),
    reachable: Type.Boolean(),
    reachable_by: Type.With(nullable(oneOf(['service_proxy', 'readiness'])), {
      description: 'How that is known: a request through the API server, or for a worker that all its pods are ready',
    }),
    desired_replicas: Type.Integer({ minimum: 0 }),
    running_replicas: Type.With(nullable(Type.Integer({ minimum: 0 })), {
      description: 'The count in the cluster, where kubectl or an autoscaler may have set another',
    }),
    replicas_by: Type.With(nullable(closed({ manager: Type.String(), at: nullable(timestampSchema) })), {
      description: 'Who set that count, if it is not the desired one',
    }),
    health: oneOf(healths),
    reason: nullable(Type.String()),
    message: nullable(Type.String()),
    revision,
    current_revision: nullable(revision),
    since: Type.With(timestampSchema, { description: 'When the phase began' }),
    deadline_at: nullable(timestampSchema),
    url: nullable(Type.String()),
    pods: Type.Array(podState, { description: '20 at most, those in trouble first' }),
    pinned: nullable(pin),
    checked_at: Type.With(nullable(timestampSchema), { description: 'When it was last asked whether it is reachable' }),
    observed_at: nullable(timestampSchema),
    stale: Type.Boolean({ description: 'The cluster has not been seen for a while; the rest is what was known then' }),
  },
  { title: 'Deploy status' },
);
export type DeployStatus = Static<typeof deployStatus>;
