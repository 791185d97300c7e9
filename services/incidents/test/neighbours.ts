import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { closed } from '@wheelhouse/contracts';
import { defineModule, defineRoute, type Module, type Route, refuse } from '@wheelhouse/kit';
import { Type } from 'typebox';

/** In place of the other modules: their outboxes, and everything behind those is real. They answer what a test wants. */
export interface Neighbours {
  readonly modules: readonly Module[];
  /** Registers a cluster; answers its id. */
  readonly cluster: (tenantId: string) => string;
  readonly users: Set<string>;
  /** Tenants that auth has no more. */
  readonly gone: Set<string>;
  /** Of webhooks, by the id of the event; a function may also fail. */
  receivers: (eventId: string, query: Readonly<Record<string, string>>) => object | undefined;
}

function neighbour(name: string, port: number, routes: readonly Route[] = []): Module {
  return defineModule({
    name,
    port,
    prefix: `/${name}`,
    settings: {},
    migrations: join(import.meta.dirname, 'it-has-none'),
    onTenantDeleted: { none: 'a test' },
    routes: () => routes,
  });
}

/** They only say something. */
const silent = ['k8s-monitor', 'action-agent', 'agent-analysis', 'agent-feedback'] as const;

const inside = { method: 'GET', access: 'internal', reach: 'none', summary: 'What the neighbour knows' } as const;

export function neighbours(): Neighbours {
  const clusters: { cluster_id: string; tenant_id: string }[] = [];
  const told: Neighbours = {
    modules: [],
    users: new Set<string>(),
    gone: new Set<string>(),
    receivers: () => undefined,
    cluster: (tenantId) => {
      const id = randomUUID();
      clusters.push({ cluster_id: id, tenant_id: tenantId });
      return id;
    },
  };
  const anything = Type.Any();
  const platform = neighbour('platform', 8091, [
    defineRoute({
      ...inside,
      url: '/internal/v1/clusters',
      response: anything,
      handler: async () => ({ body: clusters }),
    }),
    defineRoute({ ...inside, url: '/internal/v1/namespaces', response: anything, handler: async () => ({ body: [] }) }),
  ]);
  const auth = neighbour('auth', 8092, [
    defineRoute({
      ...inside,
      url: '/api/v1/users/:id',
      params: closed({ id: Type.String() }),
      response: anything,
      handler: async ({ params }) =>
        told.users.has(params.id.toLowerCase()) ? { body: { id: params.id } } : refuse('not_found'),
    }),
    defineRoute({
      ...inside,
      url: '/internal/v1/tenants',
      query: closed({ ids: Type.String() }),
      response: anything,
      handler: async ({ query }) => ({
        body: { operator_id: null, known: query.ids.split(',').filter((id) => !told.gone.has(id)) },
      }),
    }),
  ]);
  const webhooks = neighbour('webhooks', 8093, [
    defineRoute({
      ...inside,
      url: '/internal/v1/events/:event_id/deliveries',
      params: closed({ event_id: Type.String() }),
      query: closed({ cluster_ids: Type.Optional(Type.String()), cloudspace_ids: Type.Optional(Type.String()) }),
      response: anything,
      handler: async ({ params, query }) => ({
        body: told.receivers(params.event_id, query) ?? refuse('not_found'),
      }),
    }),
  ]);
  return Object.assign(told, {
    modules: [platform, auth, webhooks, ...silent.map((name, index) => neighbour(name, 8094 + index))],
  });
}
