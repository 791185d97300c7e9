import {
  closed,
  namespaceSchema,
  nullable,
  objectNameSchema,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { podTroubleReasons } from '@wheelhouse/kubernetes';
import { type Static, Type } from 'typebox';
import { setBy, workloadChange } from '../changes/schema.ts';
import { openIssue } from '../issues/schema.ts';
import { workloadStatuses } from '../state/workload-status.ts';
import { workloadKinds } from '../workloads/schema.ts';

/** Everything that has a page: what is watched, and what issues are about besides. */
export const pageKinds = [...workloadKinds, 'Job', 'CronJob', 'Pod'] as const;
export type PageKind = (typeof pageKinds)[number];

export const workloadPlace = closed({
  kind: oneOf(pageKinds),
  namespace: namespaceSchema,
  name: objectNameSchema,
});
export type WorkloadPlace = Static<typeof workloadPlace>;

export const ofCluster = {
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'Required if there are several clusters' })),
};
export const pageQuery = closed(ofCluster);

export const pagePhases = ['pending', 'running', 'succeeded', 'failed'] as const;
const count = (description: string) => nullable(Type.Integer({ minimum: 0, description }));

/** A pod, wherever pods are listed. */
export const podShown = {
  name: Type.String(),
  phase: Type.String({ description: "Kubernetes' own word: Pending, Running, Succeeded, Failed or Unknown" }),
  ready: Type.Boolean(),
  deleting: Type.Boolean({ description: 'It is being deleted' }),
  restarts: Type.Integer({ minimum: 0, description: 'Of all its containers' }),
  created_at: nullable(timestampSchema),
  reason: Type.With(nullable(Type.String()), {
    description: "What keeps it from being ready, in Kubernetes' own word, such as CrashLoopBackOff",
  }),
  message: Type.With(nullable(Type.String()), { description: 'The same in words' }),
};

const workloadPod = Type.Object({
  ...podShown,
  node: Type.With(nullable(Type.String()), { description: 'Null: it has not been scheduled' }),
  is_new: Type.With(nullable(Type.Boolean()), {
    description: 'It is made of the pod template as it is now; null where pods do not say',
  }),
});
export type WorkloadPod = Static<typeof workloadPod>;

export const kubernetesEvent = Type.Object({
  type: Type.String({ description: 'Normal or Warning' }),
  reason: Type.String(),
  message: Type.String(),
  object: Type.Object({ kind: Type.String(), name: Type.String() }),
  count: Type.Integer({ minimum: 1, description: 'How often it occurred' }),
  last_at: timestampSchema,
});
export type ShownEvent = Static<typeof kubernetesEvent>;

/** Whether what is told was asked of the cluster just now. */
export const asked = {
  observed_at: Type.With(nullable(timestampSchema), { description: 'When the cluster said so' }),
  stale: Type.Boolean({
    description:
      'True if the cluster did not answer; what is told then is what was last known, without pods and events',
  }),
  fault: Type.With(nullable(Type.String()), { description: 'Why the cluster did not answer, in words' }),
};

export const shownEvents = Type.With(nullable(Type.Array(kubernetesEvent)), {
  description: 'Newest first, at most 20; null where the cluster does not tell them',
});

export const workloadPage = Type.Object({
  cluster_id: uuidSchema,
  kind: oneOf(pageKinds),
  namespace: Type.String(),
  name: Type.String(),
  status: oneOf(
    [...workloadStatuses, ...pagePhases],
    'Of a Job, CronJob or Pod: pending, running, succeeded or failed; of all others as in their list',
  ),
  reason: Type.With(nullable(oneOf(podTroubleReasons)), {
    description: 'What keeps its pods from being ready; of several the worst',
  }),
  message: Type.With(nullable(Type.String()), {
    description: 'What is wrong, in one sentence: "2 of 3 new pods cannot pull shop/web:9: not found."; null: nothing',
  }),
  desired: count('Desired number of pods'),
  ready: count('Pods that are ready'),
  available: count('Pods that have been ready for at least minReadySeconds'),
  updated: count('Pods made of the template as it is now'),
  images: Type.Array(Type.String(), { description: 'In the order of its containers, init containers left out' }),
  containers: Type.Array(Type.String(), { description: 'Names of its containers, in the same order' }),
  replicas_by: Type.With(nullable(setBy), { description: 'Who set the number of replicas last' }),
  template_by: Type.With(nullable(setBy), { description: 'Who changed the pod template last' }),
  owner: Type.With(nullable(Type.Object({ kind: Type.String(), name: Type.String() })), {
    description: 'What looks after it, such as the CronJob of a Job',
  }),
  app_id: Type.With(nullable(uuidSchema), { description: 'The app of Wheelhouse that it is made by' }),
  created_at: nullable(timestampSchema),
  pods: Type.Array(workloadPod, { description: 'Those in trouble first, then the newest; at most 50' }),
  pods_total: count('How many pods it has'),
  events: shownEvents,
  issues: Type.Array(openIssue, { description: 'Open issues about it, greatest impact first, at most 50' }),
  changes: Type.Array(workloadChange, { description: 'The newest ten' }),
  logs: Type.Object({
    allowed: Type.With(nullable(Type.Boolean()), {
      description: 'Whether the credentials of the cluster may read logs in this namespace; null: not known right now',
    }),
    grant: Type.With(nullable(Type.String()), { description: 'Where they may not: the command that grants it' }),
  }),
  ...asked,
});
export type WorkloadPage = Static<typeof workloadPage>;
