import { listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { node } from './schema.ts';
import { shown } from './shown.ts';
import { nodes } from './store.ts';

export function nodeRoutes(context: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    listRoute(context, nodes, {
      url: '/api/v1/nodes',
      access: 'read',
      summary: 'List the nodes of the clusters, newest first',
      item: node,
      shown: (rows) => rows.map(shown),
    }),
  ];
}
