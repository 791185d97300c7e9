import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { healthFollowers } from './followers.ts';
import { health, healthQuery, healthStreamQuery } from './schema.ts';
import { healthOf } from './service.ts';
import { selectHealth } from './store.ts';
import { healthChanges } from './stream.ts';
import { healthEtag } from './told.ts';

export function healthRoutes({ clock, database, log }: ModuleContext<MonitorSettings>): readonly Route[] {
  const followers = healthFollowers(database, log);
  return [
    defineRoute({
      method: 'GET',
      url: '/api/health',
      access: 'read',
      // For the canary check of scale-ups.
      modules: ['action-agent', 'agent-feedback', 'agent-recommendation'],
      reach: 'cluster',
      summary: 'Read the health of a cluster: its score and the issues that explain it',
      operation: 'getHealth',
      query: healthQuery,
      response: health,
      etag: true,
      errors: ['not_found'],
      handler: async ({ query, reach, read }) => {
        const clusters = reach.clusterOrAll(query.cluster_id);
        const rows = await read((db) => selectHealth(db, clusters));
        const now = clock.now();
        const text = healthOf(rows, query.cluster_id !== undefined, now);
        return { text: { type: 'application/json; charset=utf-8', parts: once(text) }, etag: healthEtag(rows, now) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/health/stream',
      access: 'read',
      reach: 'cluster',
      summary: 'Follow the health of a cluster',
      operation: 'followHealth',
      query: healthStreamQuery,
      stream: true,
      errors: ['not_found'],
      handler: async ({ query, reach, tenantId, read, resumeAfter, signal }) => {
        const clusters = reach.clusterOrAll(query.cluster_id);
        const stream = healthChanges({
          read: () => read((db) => selectHealth(db, clusters)),
          look: async () => (await followers.next({ tenantId, id: tenantId }, signal)) ?? [],
          isFollowed: (id) => clusters === undefined || clusters.includes(id),
          isOfOne: query.cluster_id !== undefined,
          clock,
          resumeAfter,
          signal,
        });
        return { stream };
      },
    }),
  ];
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
