import { type Static, Type } from 'typebox';
import { type Asking, askList, type Listed } from './ask.ts';

const workload = Type.Object({
  kind: Type.String(),
  namespace: Type.String(),
  name: Type.String(),
  desired: Type.Integer(),
});
export type Workload = Static<typeof workload>;

const mostPages = 25;

export function allWorkloads(asking: Asking): Promise<Listed<Workload> | undefined> {
  const query = { cluster_id: asking.clusterId, kind: 'Deployment,StatefulSet' };
  return askList(asking, 'k8s-monitor', { url: '/api/v1/workloads', query, item: workload, mostPages });
}
