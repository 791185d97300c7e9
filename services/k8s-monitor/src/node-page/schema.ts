import { closed, nullable, objectNameSchema, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { setBy } from '../changes/schema.ts';
import { openIssue } from '../issues/schema.ts';
import { node } from '../nodes/schema.ts';
import { asked, podShown, shownEvents } from '../workload-page/schema.ts';

export const nodeName = closed({ name: objectNameSchema });

const condition = Type.Object({
  type: Type.String({ description: 'Such as Ready or MemoryPressure' }),
  status: Type.String({ description: 'True, False or Unknown' }),
  is_fault: Type.Boolean({ description: 'Something is wrong' }),
  text: Type.String({ description: 'What that means, in one sentence' }),
  message: Type.With(nullable(Type.String()), { description: 'What the node says of it' }),
  since: nullable(timestampSchema),
});
export type NodeCondition = Static<typeof condition>;

const taint = Type.Object({
  key: Type.String(),
  value: nullable(Type.String()),
  effect: Type.String({ description: 'NoSchedule, PreferNoSchedule or NoExecute' }),
  since: nullable(timestampSchema),
});

const nodePod = Type.Object({
  ...podShown,
  namespace: Type.String(),
  owner: Type.With(nullable(Type.Object({ kind: Type.String(), name: Type.String() })), {
    description: 'What looks after it: of a ReplicaSet its Deployment; null: nothing does',
  }),
  cpu_requests: Type.Integer({ minimum: 0, description: 'CPU its containers request, in millicores' }),
  memory_requests: Type.Integer({ minimum: 0, description: 'Memory its containers request, in bytes' }),
});
export type NodePod = Static<typeof nodePod>;

const amount = (of: string) => nullable(Type.Integer({ minimum: 0, description: of }));

export const nodePage = Type.Object({
  ...node.properties,
  message: Type.With(nullable(Type.String()), {
    description: 'What is wrong with it, in one sentence; null: nothing',
  }),
  created_at: nullable(timestampSchema),
  conditions: Type.Array(condition, { description: 'Those that say that something is wrong come first' }),
  taints: Type.Array(taint),
  labels: Type.Record(Type.String(), Type.String()),
  cordoned_since: nullable(timestampSchema),
  cordoned_by: Type.With(nullable(setBy), { description: 'Who cordoned it, as far as the API server says' }),
  cpu_capacity: amount('CPU of the machine, in millicores'),
  memory_capacity: amount('Memory of the machine, in bytes'),
  cpu_requests: amount('CPU that the pods on it request together, in millicores'),
  memory_requests: amount('Memory that the pods on it request together, in bytes'),
  system: Type.With(
    nullable(
      Type.Object({
        os_image: Type.String(),
        kernel: Type.String(),
        container_runtime: Type.String(),
        architecture: Type.String(),
      }),
    ),
    { description: 'What it runs on, as its kubelet says' },
  ),
  pod_list: Type.Array(nodePod, { description: 'Pods on it: those in trouble first, then the newest; at most 200' }),
  pods_total: amount('How many pods are on it, those that have finished included'),
  events: shownEvents,
  issues: Type.Array(openIssue, { description: 'Open issues about it, greatest impact first' }),
  ...asked,
});
export type NodePage = Static<typeof nodePage>;
