import type { Paths } from '@wheelhouse/sdk';
import { reading } from './reading.ts';

export type WorkloadPage = Paths[typeof workloadPath]['GET']['answers'][200];
export type WorkloadPlace = Paths[typeof workloadPath]['GET']['params'];
export type WorkloadPod = WorkloadPage['pods'][number];
export type WorkloadChange = WorkloadPage['changes'][number];
export type KubernetesEvent = NonNullable<WorkloadPage['events']>[number];
export type NodePage = Paths[typeof nodePath]['GET']['answers'][200];
export type NodePod = NodePage['pod_list'][number];
export type NodeCondition = NodePage['conditions'][number];

export const workloadPath = '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}';
export const workloadChangesPath = '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}/changes';
export const nodePath = '/k8s-monitor/api/v1/nodes/{name}';

/** These ask the cluster itself: often enough to see a rollout go on, seldom enough not to weigh on it. */
export const objectEveryMs = 5_000;

export const workloadQuery = (clusterId: string, params: WorkloadPlace) => ({
  ...reading(workloadPath, { params, query: { cluster_id: clusterId } }),
  refetchInterval: objectEveryMs,
});

export const nodeQuery = (clusterId: string, name: string) => ({
  ...reading(nodePath, { params: { name }, query: { cluster_id: clusterId } }),
  refetchInterval: objectEveryMs,
});
