import { listEnvelope, nullable, oneOf, timestampSchema, uuidSchema, closed } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { clusterIds, filter } from '../lists.ts';

const millis = (of: string) => Type.Integer({ description: `${of}, in thousandths of a core` });
const bytes = (of: string) => Type.Integer({ description: `${of}, in bytes` });

export const node = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  uid: Type.String({ description: "the cluster's own id of it" }),
  name: Type.String(),
  status: oneOf(['Ready', 'NotReady', 'Unknown']),
  status_since: nullable(timestampSchema),
  cordoned: Type.Boolean({ description: 'no new pods are placed on it' }),
  pressures: Type.Array(oneOf(['memory', 'disk', 'pid'])),
  version: Type.String({ description: 'of its kubelet' }),
  cpu_allocatable: millis('what pods may use of its processors'),
  cpu_usage: nullable(millis('what is used of them')),
  memory_allocatable: bytes('what pods may use of its memory'),
  memory_usage: nullable(bytes('what is used of it')),
  pods: Type.Integer({ description: 'pods on it that have not ended' }),
  pods_allocatable: Type.Integer({ description: 'pods it takes' }),
});
export type Node = Static<typeof node>;

export const nodeList = listEnvelope(node);
export const nodeQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
  status: filter('Ready, NotReady, Unknown'),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'how the name begins' })),
});
