import { type Static, Type } from 'typebox';
import { namespaceSchema, objectNameSchema, replicasSchema } from '../kubernetes-names.ts';
import { closed } from '../shapes.ts';
import type { ActionKind } from './action-words.ts';

const nodeTarget = closed({ node_name: objectNameSchema }, { description: 'To cordon, uncordon or drain a node' });

const podTarget = closed({ namespace: namespaceSchema, pod: objectNameSchema }, { description: 'To restart a pod' });

const deployment = { namespace: namespaceSchema, deployment_name: objectNameSchema };

const deploymentTarget = closed(deployment, { description: 'For a rolling restart of a Deployment' });

/** Without `replicas` the target is one more than there are now, so null or a typing error must never pass for it. */
const scaleTarget = closed(
  {
    ...deployment,
    replicas: Type.Optional(Type.With(replicasSchema, { description: 'If absent, one more than the current number' })),
  },
  { description: 'To scale a Deployment' },
);

/** What each kind acts on, and nothing besides: a replica count on a restart is a misunderstanding. */
export const actionTargets = {
  scale_deployment: scaleTarget,
  restart_pod: podTarget,
  cordon_node: nodeTarget,
  uncordon_node: nodeTarget,
  drain_node: nodeTarget,
  rollback_deployment: deploymentTarget,
} as const satisfies Readonly<Record<ActionKind, unknown>>;

/** For messages whose reader does not care which kind it is. */
export const actionTargetSchema = Type.Union([nodeTarget, podTarget, deploymentTarget, scaleTarget], {
  title: 'Target',
});

export type ActionTarget<Kind extends ActionKind = ActionKind> = Static<(typeof actionTargets)[Kind]>;
