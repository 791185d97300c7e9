import { Type } from 'typebox';

/** Kubernetes' own rules. These names become parts of API server paths, so nothing else may pass. */

export const namespaceSchema = Type.String({ maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' });

/** Nodes, pods and Deployments. */
export const objectNameSchema = Type.String({
  maxLength: 253,
  pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
});

/** The API server keeps replica counts in 32 bits. */
export const replicasSchema = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
