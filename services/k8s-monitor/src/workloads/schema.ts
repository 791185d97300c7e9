import { closed, listEnvelope, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters, sortParameter, type Sorts } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { clusterIds, filter, nameBegins } from '../lists.ts';

export const workload = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  kind: oneOf(['Deployment', 'StatefulSet', 'DaemonSet']),
  namespace: Type.String(),
  name: Type.String(),
  desired: Type.Integer({ description: 'pods it should have' }),
  ready: Type.Integer(),
  available: Type.Integer({ description: 'ready for as long as it asks for' }),
  status: oneOf(['ok', 'progressing', 'paused', 'short', 'stuck', 'off'], 'off: it should have no pods'),
  issues: Type.Integer({ description: 'open issues about it' }),
});

type WorkloadSort = 'name' | 'status' | 'issues';
export const workloadSorts: Sorts<WorkloadSort> = {
  name: { columns: ['namespace', 'name'] },
  status: { columns: ['status_rank'] },
  issues: { columns: ['issues'] },
};

export const workloadList = listEnvelope(workload);
export const workloadQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
  kind: filter('Deployment, StatefulSet, DaemonSet'),
  namespace: filter('namespaces'),
  status: filter('ok, progressing, paused, short, stuck, off'),
  q: nameBegins,
  ...sortParameter(workloadSorts, 'name: by namespace, then by name; status: worst first'),
});
