import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Facts } from '@wheelhouse/contracts';
import { closed } from '@wheelhouse/contracts';
import { defineModule, defineRoute, type Module, refuse, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { factsOf } from './seen.ts';

/** What was asked for, as the neighbours heard it. */
export interface AskedFor {
  readonly cluster_id: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** In place of the other modules: their outboxes, and everything behind those is real. They answer what a test wants. */
export interface Neighbours {
  readonly modules: readonly Module[];
  /** Registers a cluster; answers its id. */
  readonly cluster: (tenantId: string) => string;
  readonly evidenceAsked: (AskedFor & { readonly tenantId: string })[];
  /** How many evidence reads were made of one cluster at the same time, at most. */
  readonly mostAtOnce: () => number;
  /** Of k8s-monitor, by what was asked; may be slow, wrong or refuse. */
  evidence: (asked: AskedFor) => unknown;
  /** Of action-agent. */
  actions: (asked: AskedFor) => Promise<Facts['actions']> | Facts['actions'] | Promise<never>;
}

export const noCluster = (): never => refuse('not_found', { message: 'There is no such cluster.' });
export const unreachable = (message = 'The API server does not respond.'): never =>
  refuse('cluster_unreachable', { message });

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

const inside = {
  method: 'GET',
  access: 'internal',
  reach: 'none',
  summary: 'What the neighbour knows',
  response: Type.Any(),
} as const;
const asked = closed({
  cluster_id: Type.String(),
  kind: Type.String(),
  namespace: Type.Optional(Type.String()),
  name: Type.String(),
});

export function neighbours(): Neighbours {
  const clusters: { cluster_id: string; tenant_id: string }[] = [];
  const atOnce = new Map<string, number>();
  let most = 0;
  const told: Neighbours = {
    modules: [],
    evidenceAsked: [],
    mostAtOnce: () => most,
    evidence: ({ kind, namespace = null, name }) => factsOf({ object: { kind, namespace, name } }),
    actions: () => [],
    cluster: (tenantId) => {
      const id = randomUUID();
      clusters.push({ cluster_id: id, tenant_id: tenantId });
      return id;
    },
  };
  const platform = neighbour('platform', 8091, [
    defineRoute({ ...inside, url: '/internal/v1/clusters', handler: async () => ({ body: clusters }) }),
  ]);
  const monitor = neighbour('k8s-monitor', 8092, [
    defineRoute({
      ...inside,
      url: '/internal/v1/evidence',
      query: asked,
      handler: async ({ query, tenantId }) => {
        told.evidenceAsked.push({ ...query, tenantId });
        const now = (atOnce.get(query.cluster_id) ?? 0) + 1;
        atOnce.set(query.cluster_id, now);
        most = Math.max(most, now);
        try {
          return { body: await told.evidence(query) };
        } finally {
          atOnce.set(query.cluster_id, (atOnce.get(query.cluster_id) ?? 1) - 1);
        }
      },
    }),
  ]);
  const agent = neighbour('action-agent', 8093, [
    defineRoute({
      ...inside,
      url: '/internal/v1/actions',
      query: asked,
      handler: async ({ query }) => ({ body: { actions: await told.actions(query) } }),
    }),
  ]);
  return Object.assign(told, { modules: [platform, monitor, agent, neighbour('incidents', 8094)] });
}
