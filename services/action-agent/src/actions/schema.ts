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

export const reason = Type.Optional(words('The reason; kept with the action'));

const clusterId = Type.Optional(
  Type.With(uuidSchema, { description: 'The cluster; required only if you have several' }),
);

export const decisionBody = closed({ reason });

export const approvalBody = closed({
  reason,
  override_reason: Type.Optional(
    words('Break-glass: why you approve your own proposal; also requires the scope admin, and is audited'),
  ),
});
export type Approval = Static<typeof approvalBody>;

/** The fields of all kinds; which of them a kind has is asked apart, so that a refusal can name the field. */
const anyTarget = closed(
  {
    node_name: Type.Optional(
      Type.With(objectNameSchema, { description: 'For cordon_node, uncordon_node and drain_node' }),
    ),
    namespace: Type.Optional(Type.With(namespaceSchema, { description: 'Namespace of the pod or Deployment' })),
    pod: Type.Optional(Type.With(objectNameSchema, { description: 'For restart_pod' })),
    deployment_name: Type.Optional(
      Type.With(objectNameSchema, { description: 'For scale_deployment and rollback_deployment' }),
    ),
    replicas: Type.Optional(
      Type.With(replicasSchema, { description: 'For scale_deployment; if absent, one more than the current number' }),
    ),
  },
  { description: 'node_name; or namespace and pod; or namespace and deployment_name' },
);

export const planBody = closed({
  action: actionKindSchema,
  target: anyTarget,
  cluster_id: clusterId,
});
export type PlanBody = Static<typeof planBody>;

/** Of a drain and of an uncordon. */
export const nodeBody = closed({ node_name: objectNameSchema, cluster_id: clusterId, reason });

export const rollbackBody = closed({
  namespace: namespaceSchema,
  deployment_name: objectNameSchema,
  cluster_id: clusterId,
  reason,
});
