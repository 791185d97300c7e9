import { defineRoute, etagOf, listRoute, type ModuleContext, readRow, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { issue, issueId } from './schema.ts';
import { shown } from './shown.ts';
import { issues } from './store.ts';

export function issueRoutes(context: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    listRoute(context, issues, {
      url: '/api/v1/issues',
      access: 'read',
      modules: ['agent-recommendation'],
      summary: 'List issues of the clusters, newest first',
      item: issue,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/issues/:id',
      access: 'read',
      reach: 'cluster',
      summary: 'Read an issue',
      params: issueId,
      response: issue,
      etag: true,
      handler: async ({ params, reach, read }) => {
        const body = shown(await read((db) => readRow(db, issues, params.id, reach)));
        return { body, etag: etagOf(body) };
      },
    }),
  ];
}
