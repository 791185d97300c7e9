import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ActionKind, builtInRuleId } from '@wheelhouse/contracts';
import { defineModule, defineRoute, type Module, refuse, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';

/** What the other modules know of a cluster. */
export interface Cluster {
  readonly id: string;
  stale: boolean;
  issues: readonly object[];
  workloads: readonly object[];
  incidents: readonly object[];
  /** How each kind of action stands there; unset where there is none. */
  autonomy: Partial<Record<ActionKind, string>>;
}

/** In place of the other modules: they answer what a test wants. */
export interface Neighbours {
  readonly modules: readonly Module[];
  readonly cluster: (tenantId: string) => Cluster;
  readonly remove: (clusterId: string) => void;
  /** By tenant. */
  readonly records: Map<string, readonly object[]>;
  /** Modules that answer nothing right now. */
  readonly silent: Set<string>;
  /** Tenants that auth has no more. */
  readonly gone: Set<string>;
  /** What was asked, as module and path. */
  readonly asked: string[];
}

export const object = (kind: string, name: string, namespace: string | null = 'shop') => ({ kind, namespace, name });

export function issue(reason: string, about: object, more: object = {}): object {
  return {
    id: randomUUID(),
    reason,
    object: about,
    message: `It says ${reason}.`,
    count: 4,
    first_seen: '2026-03-08T12:00:00.000Z',
    suggested_action: `Do something about ${reason}.`,
    expected: false,
    ...more,
  };
}

let number = 0;
export function incident(about: object | null, at: Date, more: object = {}): object {
  number += 1;
  return {
    id: randomUUID(),
    number,
    title: 'Deployment shop/checkout is in a crash loop',
    object: about,
    resolution: null,
    merged_into: null,
    detected_at: at.toISOString(),
    ...more,
  };
}

export function record(more: object = {}): object {
  const rule = { rule_id: builtInRuleId('forgotten_cordon'), rule: 'forgotten_cordon', action: 'uncordon_node' };
  const figures = { judged: 7, cured: 7, confidence: 0.81, measured: true, prior: 0.6, automatic: 0 };
  return { ...rule, enabled: true, ...figures, paused_since: null, paused_because: null, ...more };
}

const perPage = 2;
const anything = Type.Object({}, { additionalProperties: true });

export function neighbours(): Neighbours {
  const clusters: (Cluster & { readonly tenantId: string })[] = [];
  const told: Neighbours = {
    modules: [],
    records: new Map(),
    silent: new Set(),
    gone: new Set(),
    asked: [],
    cluster: (tenantId) => {
      const id = randomUUID();
      const made = { id, tenantId, stale: false, issues: [], workloads: [], incidents: [], autonomy: {} };
      clusters.push(made);
      return made;
    },
    remove: (clusterId) => {
      clusters.splice(
        clusters.findIndex(({ id }) => id === clusterId),
        1,
      );
    },
  };
  type Query = Readonly<Record<string, string>>;
  const answering = (
    module: string,
    url: string,
    answer: (query: Query, tenantId: string) => object | undefined,
    access: 'read' | 'internal' = 'internal',
  ): Route =>
    defineRoute({
      method: 'GET',
      reach: 'none',
      access,
      modules: ['agent-recommendation'],
      url,
      query: anything,
      response: Type.Any(),
      summary: 'What the neighbour knows',
      handler: async ({ query, read }) => {
        told.asked.push(`${module} ${url}`);
        if (told.silent.has(module)) refuse('unavailable');
        const tenantId = url === '/internal/v1/clusters' ? '' : await read(async (db) => db.tenantId);
        return { body: answer(query as Query, tenantId) ?? refuse('not_found') };
      },
    });
  const its = ({ cluster_id: id }: Query, tenantId: string) =>
    clusters.find((one) => one.id === id && one.tenantId === tenantId);
  /** Page by page, as the lists are. */
  const page = (all: readonly object[] | undefined, { cursor = '0' }: Query) => {
    if (all === undefined) return undefined;
    const from = Number(cursor);
    const next = from + perPage < all.length ? String(from + perPage) : null;
    return { data: all.slice(from, from + perPage), next_cursor: next, total: all.length };
  };
  const monitor = [
    answering(
      'k8s-monitor',
      '/api/health',
      (query, tenant) => its(query, tenant) && { stale: its(query, tenant)?.stale },
      'read',
    ),
    answering(
      'k8s-monitor',
      '/api/v1/issues',
      (query, tenant) => {
        const reasons = query['reason']?.split(',') ?? [];
        const open = its(query, tenant)?.issues.filter((one) => reasons.includes(String(Reflect.get(one, 'reason'))));
        return page(open, query);
      },
      'read',
    ),
    answering(
      'k8s-monitor',
      '/api/v1/workloads',
      (query, tenant) => page(its(query, tenant)?.workloads, query),
      'read',
    ),
  ];
  const incidents = answering(
    'incidents',
    '/api/v1/incidents',
    (query, tenant) => {
      const since = query['created_after'] ?? '';
      return page(
        its(query, tenant)?.incidents.filter((one) => String(Reflect.get(one, 'detected_at')) >= since),
        query,
      );
    },
    'read',
  );
  const analysis = answering('agent-analysis', '/internal/v1/track-records', (_query, tenant) => ({
    auto_from: 0.8,
    records: told.records.get(tenant) ?? [],
  }));
  const agent = answering('action-agent', '/internal/v1/standing', (query, tenant) => ({
    autonomy: its(query, tenant)?.autonomy[query['action'] as ActionKind] ?? null,
    kill_switch: false,
    worker: 'acting',
  }));
  const platform = answering('platform', '/internal/v1/clusters', () =>
    clusters.map(({ id, tenantId }) => ({ cluster_id: id, tenant_id: tenantId })),
  );
  const auth = defineRoute({
    method: 'GET',
    reach: 'none',
    access: 'internal',
    url: '/internal/v1/tenants',
    query: anything,
    response: Type.Any(),
    summary: 'What the neighbour knows',
    handler: async ({ query }) => ({
      body: { operator_id: null, known: (query as { ids: string }).ids.split(',').filter((id) => !told.gone.has(id)) },
    }),
  });
  return Object.assign(told, {
    modules: [
      neighbour('platform', 8091, [platform]),
      neighbour('auth', 8092, [auth]),
      neighbour('k8s-monitor', 8085, monitor),
      neighbour('incidents', 8084, [incidents]),
      neighbour('action-agent', 8094, [agent]),
      neighbour('agent-analysis', 8097, [analysis]),
    ],
  });
}

function neighbour(name: string, port: number, routes: readonly Route[]): Module {
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
