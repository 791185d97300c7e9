import { oneOf, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { workloadStatuses } from '../state/workload-status.ts';

export const workloadKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const;

export const workload = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  kind: oneOf(workloadKinds),
  namespace: Type.String(),
  name: Type.String(),
  desired: Type.Integer({ description: 'Desired number of pods' }),
  ready: Type.Integer(),
  available: Type.Integer({ description: 'Pods that have been ready for at least minReadySeconds' }),
  status: oneOf(workloadStatuses, 'off: it should have no pods'),
  issues: Type.Integer({ description: 'Number of open issues about it' }),
});
export type Workload = Static<typeof workload>;
