import { nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const nodeStatuses = ['Ready', 'NotReady', 'Unknown'] as const;

const millis = (of: string) => Type.Integer({ description: `${of}, in thousandths of a core` });
const percent = (of: string) => nullable(Type.Integer({ description: `${of}, in percent of what pods may use` }));
const bytes = (of: string) => Type.Integer({ description: `${of}, in bytes` });

export const node = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  uid: Type.String({ description: "the cluster's own id of it" }),
  name: Type.String(),
  status: oneOf(nodeStatuses),
  status_since: nullable(timestampSchema),
  cordoned: Type.Boolean({ description: 'no new pods are placed on it' }),
  pressures: Type.Array(oneOf(['memory', 'disk', 'pid'])),
  version: Type.String({ description: 'of its kubelet' }),
  cpu_allocatable: millis('what pods may use of its processors'),
  cpu_usage: nullable(millis('what is used of them')),
  cpu_percent: percent('what is used of its processors'),
  memory_allocatable: bytes('what pods may use of its memory'),
  memory_usage: nullable(bytes('what is used of it')),
  memory_percent: percent('what is used of its memory'),
  pods: Type.Integer({ description: 'pods on it that have not ended' }),
  pods_allocatable: Type.Integer({ description: 'pods it takes' }),
});
export type Node = Static<typeof node>;
