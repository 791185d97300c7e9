import {
  actorSchema,
  closed,
  namespaceSchema,
  nullable,
  objectNameSchema,
  oneOf,
  timestampSchema,
  uuidSchema,
  windowStates,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { lineOf, linesOf } from '../texts.ts';

const name = lineOf(63);
const namespaces = Type.Array(namespaceSchema, { minItems: 1, maxItems: 100, uniqueItems: true });
const nodes = Type.Array(objectNameSchema, { minItems: 1, maxItems: 500, uniqueItems: true });
const reason = linesOf(500);

const described = {
  namespaces: { description: 'Only what is in these; together with nodes, in either. Null in both: the whole cluster' },
  nodes: { description: 'Only these nodes and what stands on them, or what is in namespaces' },
};

export const maintenanceWindow = closed(
  {
    id: uuidSchema,
    name,
    cluster_id: uuidSchema,
    namespaces: Type.With(nullable(namespaces), described.namespaces),
    nodes: Type.With(nullable(nodes), described.nodes),
    starts_at: timestampSchema,
    ends_at: timestampSchema,
    reason,
    state: oneOf(windowStates),
    suppressed: Type.Integer({ minimum: 0, description: 'Signals that it has kept from opening an incident' }),
    created_by: actorSchema,
    created_at: timestampSchema,
    ended_at: nullable(timestampSchema),
  },
  { title: 'MaintenanceWindow' },
);
export type MaintenanceWindow = Static<typeof maintenanceWindow>;

export const createWindow = closed({
  name,
  cluster_id: uuidSchema,
  namespaces: Type.Optional(Type.With(nullable(namespaces), described.namespaces)),
  nodes: Type.Optional(Type.With(nullable(nodes), described.nodes)),
  starts_at: Type.Optional(Type.With(timestampSchema, { description: 'Now by default' })),
  ends_at: Type.With(timestampSchema, { description: 'At most seven days after it starts' }),
  reason: Type.Optional(reason),
});
export type CreateWindow = Static<typeof createWindow>;

export const windowId = closed({ id: uuidSchema });

/** For other modules: what is under maintenance now. */
export const activeWindows = Type.Array(
  closed({
    id: uuidSchema,
    tenant_id: uuidSchema,
    name,
    cluster_id: uuidSchema,
    namespaces: nullable(namespaces),
    nodes: nullable(nodes),
    ends_at: timestampSchema,
  }),
);
