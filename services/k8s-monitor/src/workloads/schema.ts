import { closed, listEnvelope, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { clusterIds, filter } from '../lists.ts';

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

export const workloadList = listEnvelope(workload);
export const workloadQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
  kind: filter('Deployment, StatefulSet, DaemonSet'),
  namespace: filter('namespaces'),
  status: filter('ok, progressing, paused, short, stuck, off'),
});
