import {
  actionKindSchema,
  closed,
  namespaceSchema,
  objectNameSchema,
  replicasSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

/** What people write: no control characters, which terminals do not want, and nothing that is no Unicode. */
const words = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f\\ud800-\\udfff]*$',
    description,
  });

const reason = Type.Optional(words('why; kept with the action'));

const clusterId = Type.Optional(
  Type.With(uuidSchema, { description: 'on which cluster; needed only where you have several' }),
);

export const decisionBody = closed({ reason });

export const approvalBody = closed({
  reason,
  override_reason: Type.Optional(
    words('break-glass: why you approve what you have proposed yourself; needs the scope admin too, and is audited'),
  ),
});
export type Approval = Static<typeof approvalBody>;

/** The fields of all kinds; which of them a kind has is asked apart, so that a refusal can name the field. */
const anyTarget = closed(
  {
    node_name: Type.Optional(Type.With(objectNameSchema, { description: 'cordon_node, uncordon_node' })),
    namespace: Type.Optional(Type.With(namespaceSchema, { description: 'of a pod or a Deployment' })),
    pod: Type.Optional(Type.With(objectNameSchema, { description: 'restart_pod' })),
    deployment_name: Type.Optional(
      Type.With(objectNameSchema, { description: 'scale_deployment, rollback_deployment' }),
    ),
    replicas: Type.Optional(
      Type.With(replicasSchema, { description: 'scale_deployment; without it, one more than there are' }),
    ),
  },
  { description: 'node_name; or namespace and pod; or namespace and deployment_name' },
);

export const planBody = closed({
  action: Type.With(actionKindSchema, { description: 'every kind but drain_node, which comes later' }),
  target: anyTarget,
  cluster_id: clusterId,
});
export type PlanBody = Static<typeof planBody>;

export const uncordonBody = closed({ node_name: objectNameSchema, cluster_id: clusterId, reason });

export const rollbackBody = closed({
  namespace: namespaceSchema,
  deployment_name: objectNameSchema,
  cluster_id: clusterId,
  reason,
});
