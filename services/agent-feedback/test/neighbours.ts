import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { closed } from '@wheelhouse/contracts';
import { defineModule, defineRoute, type Module, refuse, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';

/** In place of k8s-monitor: how a cluster is. */
export interface ToldHealth {
  /** Undefined: it answers with 503. */
  now: object | undefined;
  /** The score when the action began; undefined: nothing is known of then. */
  before: number | undefined;
}

/** In place of the other modules: their outboxes, and everything behind those is real. They answer what a test wants. */
export interface Neighbours {
  readonly modules: readonly Module[];
  readonly health: Map<string, ToldHealth>;
  /** Called whenever somebody asks for the health of a cluster. */
  onAsked: (clusterId: string) => Promise<void>;
  /** Tenants that auth has no more. */
  readonly gone: Set<string>;
}

export function healthy(healthScore: number, issues: readonly object[] = []): object {
  return { healthScore, stale: false, observed_at: '2026-03-10T12:00:00.000Z', issues, issues_total: issues.length };
}

export function issueAbout(
  object: { kind: string; namespace: string | null; name: string },
  firstSeen: Date,
  more = {},
) {
  return {
    id: randomUUID(),
    reason: 'crash_loop',
    expected: false,
    first_seen: firstSeen.toISOString(),
    object,
    ...more,
  };
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

const asked = { method: 'GET', reach: 'none', response: Type.Any() } as const;
/** As k8s-monitor lets this module ask. */
const ofMonitor = { ...asked, access: 'read', modules: ['agent-feedback'], summary: 'What the monitor knows' } as const;

export function neighbours(): Neighbours {
  const told: Neighbours = { modules: [], health: new Map(), onAsked: async () => {}, gone: new Set() };
  const monitor = neighbour('k8s-monitor', 8085, [
    defineRoute({
      ...ofMonitor,
      url: '/api/health',
      query: closed({ cluster_id: Type.String() }),
      handler: async ({ query }) => {
        await told.onAsked(query.cluster_id);
        return { body: told.health.get(query.cluster_id)?.now ?? refuse('unavailable') };
      },
    }),
    defineRoute({
      ...ofMonitor,
      url: '/api/health/history',
      query: closed({ cluster_id: Type.String(), from: Type.String(), to: Type.String(), points: Type.Integer() }),
      handler: async ({ query }) => {
        const last = told.health.get(query.cluster_id)?.before;
        const data = last === undefined ? [] : [{ at: query.from, min: last, max: last, last }];
        return { body: { from: query.from, to: query.to, step_seconds: 900, data } };
      },
    }),
  ]);
  const auth = neighbour('auth', 8092, [
    defineRoute({
      ...asked,
      access: 'internal',
      summary: 'What the neighbour knows',
      url: '/internal/v1/tenants',
      query: closed({ ids: Type.String() }),
      handler: async ({ query }) => ({
        body: { operator_id: null, known: query.ids.split(',').filter((id) => !told.gone.has(id)) },
      }),
    }),
  ]);
  const silent = [neighbour('platform', 8091), neighbour('incidents', 8084), neighbour('action-agent', 8094)];
  return Object.assign(told, { modules: [monitor, auth, ...silent] });
}
