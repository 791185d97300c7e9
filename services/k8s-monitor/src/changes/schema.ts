import { nullable, oneOf, timestampSchema, uuidSchema, workloadChangeSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { workloadKinds } from '../workloads/schema.ts';

const { change, images, replicas, manager } = workloadChangeSchema.properties;

/** One change of a workload, as it is kept: what other modules were told of it. */
export const workloadChange = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  object: Type.Object({ kind: oneOf(workloadKinds), namespace: Type.String(), name: Type.String() }),
  change,
  images: Type.With(images, {
    description: 'Image references in the order of the containers, init containers left out',
  }),
  replicas: Type.With(replicas, {
    description: 'Desired replicas; null where there are none to be told, as of a DaemonSet',
  }),
  manager,
  at: Type.With(timestampSchema, {
    description: 'When it was changed, as far as the API server says; else when it was seen',
  }),
});
export type WorkloadChange = Static<typeof workloadChange>;

/** Who set something last, as the API server keeps it. */
export const setBy = Type.Object({
  manager: Type.String({ description: 'Field manager, such as kubectl-edit' }),
  at: nullable(timestampSchema),
});
export type SetBy = Static<typeof setBy>;
