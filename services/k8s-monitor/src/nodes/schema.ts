import { nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const nodeStatuses = ['Ready', 'NotReady', 'Unknown'] as const;

const millis = (of: string) => Type.Integer({ description: `${of}, in millicores` });
const percent = (of: string) =>
  nullable(Type.Integer({ description: `${of}, in percent of what is allocatable to pods` }));
const bytes = (of: string) => Type.Integer({ description: `${of}, in bytes` });

export const node = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  uid: Type.String({ description: 'Kubernetes uid of the node' }),
  name: Type.String(),
  status: oneOf(nodeStatuses),
  status_since: nullable(timestampSchema),
  cordoned: Type.Boolean({ description: 'Whether new pods are kept off the node' }),
  pressures: Type.Array(oneOf(['memory', 'disk', 'pid'])),
  version: Type.String({ description: 'Version of its kubelet' }),
  cpu_allocatable: millis('CPU allocatable to pods'),
  cpu_usage: nullable(millis('CPU in use')),
  cpu_percent: percent('CPU in use'),
  memory_allocatable: bytes('Memory allocatable to pods'),
  memory_usage: nullable(bytes('Memory in use')),
  memory_percent: percent('Memory in use'),
  pods: Type.Integer({ description: 'Number of pods on it that have not finished' }),
  pods_allocatable: Type.Integer({ description: 'Maximum number of pods' }),
});
export type Node = Static<typeof node>;
