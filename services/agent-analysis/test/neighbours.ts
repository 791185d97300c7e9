import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type AutonomyLevel, closed, type Facts } from '@wheelhouse/contracts';
import { defineModule, defineRoute, type Module, refuse, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';

/** In place of the other modules: their outboxes, and everything behind those is real. They answer what a test wants. */
export interface Neighbours {
  readonly modules: readonly Module[];
  /** By their id, as agent-observability has them. */
  readonly observations: Map<string, ObservationTold>;
  /** What was asked for once more, in order. */
  readonly asked: { readonly id: string; readonly incidentId: string; readonly tenantId: string }[];
  readonly windows: WindowTold[];
  readonly incidents: Map<string, IncidentTold>;
  /** By cluster; nothing is set of any other. */
  readonly standings: Map<string, StandingTold>;
  readonly withdrawn: { readonly id: string; readonly reason: string }[];
  /** Modules that do not answer. */
  readonly silent: Set<string>;
  /** Decisions whose action has begun. */
  readonly begun: Set<string>;
}

export interface ObservationTold {
  readonly id: string;
  readonly status: 'observing' | 'complete' | 'partial' | 'not_observable';
  readonly reason: string | null;
  readonly message: string | null;
  readonly facts: Facts | null;
  readonly items: readonly object[];
}

interface WindowTold {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly cluster_id: string;
  readonly namespaces: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  readonly ends_at: string;
}

interface IncidentTold {
  readonly tenantId: string;
  readonly cluster_id: string;
  readonly object: Facts['object'] | null;
  readonly state: 'firing' | 'quiet' | 'ended';
}

export interface StandingTold {
  readonly autonomy: AutonomyLevel | null;
  readonly kill_switch: boolean;
  readonly worker: 'acting' | 'none';
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

const anything = Type.Any();
const inside = { access: 'internal', reach: 'none', summary: 'What the neighbour knows', response: anything } as const;
const get = { ...inside, method: 'GET' } as const;
const post = { ...inside, method: 'POST', audit: { none: 'a test' } } as const;
const byId = closed({ id: Type.String() });

export function neighbours(now: () => Date): Neighbours {
  const told: Neighbours = {
    modules: [],
    observations: new Map(),
    asked: [],
    windows: [],
    incidents: new Map(),
    standings: new Map(),
    withdrawn: [],
    silent: new Set(),
    begun: new Set(),
  };
  const heeds = (name: string) => {
    if (told.silent.has(name)) throw new Error(`${name} does not answer`);
  };
  const observability = neighbour('agent-observability', 8191, [
    defineRoute({
      ...post,
      url: '/internal/v1/observations',
      status: 202,
      body: Type.Object({ incident_id: Type.String(), cluster_id: Type.String(), object: anything }),
      handler: async ({ body, tenantId }) => {
        heeds('agent-observability');
        const id = randomUUID();
        told.asked.push({ id, incidentId: body.incident_id, tenantId });
        told.observations.set(id, { id, status: 'observing', reason: null, message: null, facts: null, items: [] });
        return { body: { observation_id: id } };
      },
    }),
    defineRoute({
      ...get,
      url: '/internal/v1/observations/:id',
      params: byId,
      handler: async ({ params }) => {
        heeds('agent-observability');
        return { body: told.observations.get(params.id) ?? refuse('not_found') };
      },
    }),
  ]);
  const incidents = neighbour('incidents', 8192, [
    defineRoute({
      ...get,
      url: '/internal/v1/windows',
      handler: async () => {
        heeds('incidents');
        return { body: told.windows.filter(({ ends_at: ends }) => new Date(ends) > now()) };
      },
    }),
    defineRoute({
      ...get,
      url: '/internal/v1/incidents/:id',
      params: byId,
      handler: async ({ params, tenantId }) => {
        heeds('incidents');
        const found = told.incidents.get(params.id);
        if (found?.tenantId !== tenantId) refuse('not_found');
        const { cluster_id, object, state } = found;
        const at = now().toISOString();
        return { body: { id: params.id, cluster_id, object, state, previous_incident_id: null, at } };
      },
    }),
  ]);
  const usual: StandingTold = { autonomy: null, kill_switch: false, worker: 'acting' };
  const actionAgent = neighbour('action-agent', 8193, [
    defineRoute({
      ...get,
      url: '/internal/v1/standing',
      query: closed({ cluster_id: Type.String(), action: Type.String() }),
      handler: async ({ query }) => {
        heeds('action-agent');
        return { body: told.standings.get(query.cluster_id) ?? usual };
      },
    }),
    defineRoute({
      ...get,
      url: '/internal/v1/autonomy',
      handler: async () => {
        heeds('action-agent');
        return { body: { tenant: { restart_pod: 'auto', drain_node: 'ask' }, clusters: [] } };
      },
    }),
    defineRoute({
      ...post,
      url: '/internal/v1/decisions/:id/withdraw',
      params: byId,
      body: closed({ reason: Type.String() }),
      errors: ['action_not_pending'],
      handler: async ({ params, body }) => {
        heeds('action-agent');
        told.withdrawn.push({ id: params.id, reason: body.reason });
        if (told.begun.has(params.id)) refuse('action_not_pending');
        return { body: { status: 'withdrawn', action_id: null } };
      },
    }),
  ]);
  return Object.assign(told, {
    modules: [observability, incidents, actionAgent, neighbour('agent-feedback', 8194)],
  });
}
