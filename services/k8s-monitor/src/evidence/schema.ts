import { closed, namespaceSchema, objectNameSchema, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { pageKinds, type WorkloadPlace } from '../workload-page/schema.ts';

/** What incidents are about. */
export const evidenceKinds = [...pageKinds, 'Node', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'] as const;

export const evidenceQuery = closed({
  cluster_id: uuidSchema,
  kind: oneOf(evidenceKinds),
  namespace: Type.Optional(Type.With(namespaceSchema, { description: 'Of all but a Node' })),
  name: objectNameSchema,
});
export type EvidenceQuery = Static<typeof evidenceQuery>;

/** What is looked at. */
export type Sought = SoughtNode | SoughtPods | SoughtOther;

interface SoughtNode {
  readonly kind: 'Node';
  readonly namespace: null;
  readonly name: string;
}

/** It is a pod, or makes pods. */
export type SoughtPods = WorkloadPlace;

interface SoughtOther {
  readonly kind: 'PodDisruptionBudget' | 'HorizontalPodAutoscaler';
  readonly namespace: string;
  readonly name: string;
}
