import { listEnvelope, nullable, oneOf, timestampSchema, uuidSchema, closed } from '@wheelhouse/contracts';
import { pageParameters, sortParameter, type Sorts } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { clusterIds, filter, nameBegins } from '../lists.ts';

const millis = (of: string) => Type.Integer({ description: `${of}, in thousandths of a core` });
const percent = (of: string) => nullable(Type.Integer({ description: `${of}, in percent of what pods may use` }));
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
  cpu_percent: percent('what is used of its processors'),
  memory_allocatable: bytes('what pods may use of its memory'),
  memory_usage: nullable(bytes('what is used of it')),
  memory_percent: percent('what is used of its memory'),
  pods: Type.Integer({ description: 'pods on it that have not ended' }),
  pods_allocatable: Type.Integer({ description: 'pods it takes' }),
});
export type Node = Static<typeof node>;

type NodeSort = 'name' | 'status' | 'cpu_percent' | 'memory_percent' | 'pods';
export const nodeSorts: Sorts<NodeSort> = {
  name: { columns: ['name'] },
  status: { columns: ['status_rank'] },
  cpu_percent: { columns: ['cpu_percent'], nullable: true },
  memory_percent: { columns: ['memory_percent'], nullable: true },
  pods: { columns: ['pods'] },
};

export const nodeList = listEnvelope(node);
export const nodeQuery = closed({
  ...pageParameters,
  cluster_id: clusterIds,
  status: filter('Ready, NotReady, Unknown'),
  cordoned: Type.Optional(Type.Boolean({ description: 'only those that are, or that are not' })),
  q: nameBegins,
  ...sortParameter(nodeSorts, 'status: worst first; nodes without a known usage last'),
});
