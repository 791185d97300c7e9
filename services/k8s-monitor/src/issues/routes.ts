import {
  clustersInReach,
  defineRoute,
  etagOf,
  type ModuleContext,
  pageOf,
  pageRequest,
  refuse,
  type Route,
  valuesOf,
} from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { clusterValues, totalOf } from '../lists.ts';
import { type Issue, issue, issueId, issueList, issueQuery } from './schema.ts';
import { type IssueRow, selectIssue, selectIssues } from './store.ts';

const list = { name: 'issues', counted: ['cluster_id', 'status', 'severity', 'category'] };

export function issueRoutes({ cursors }: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/issues',
      access: 'read',
      summary: 'List what is wrong with the clusters, newest first',
      query: issueQuery,
      response: issueList,
      handler: async ({ query, tenantId, principal, read }) => {
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          status: valuesOf(query.status ?? 'open'),
          severity: valuesOf(query.severity),
          category: valuesOf(query.category),
          reason: valuesOf(query.reason),
          namespace: valuesOf(query.namespace),
        };
        const page = pageRequest(list.name, tenantId, query, filters, cursors);
        return read(async (db) => {
          const [rows, total] = await Promise.all([selectIssues(db, page, filters), totalOf(db, list, filters)]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/issues/:id',
      access: 'read',
      summary: 'Read an issue',
      params: issueId,
      response: issue,
      handler: async ({ params, principal, read }) => {
        const row = await read((db) => selectIssue(db, params.id, clustersInReach(principal)));
        const body = shown(row ?? refuse('not_found'));
        return { body, etag: etagOf(body) };
      },
    }),
  ];
}

function shown({ kind, namespace, name, first_seen, last_seen, resolved_at, ...rest }: IssueRow): Issue {
  return {
    ...rest,
    object: { kind, namespace, name },
    first_seen: first_seen.toISOString(),
    last_seen: last_seen.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
  };
}
