import {
  clustersInReach,
  defineRoute,
  etagOf,
  type ModuleContext,
  refuse,
  type Route,
  sortedPage,
  valuesOf,
} from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { clusterValues, pageFrom } from '../lists.ts';
import { type Issue, issue, issueId, issueList, issueQuery } from './schema.ts';
import { type IssueRow, issues, openAt, selectIssue } from './store.ts';

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
        const { at } = query;
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          status: valuesOf(query.status ?? (at === undefined ? 'open' : undefined)),
          severity: valuesOf(query.severity),
          category: valuesOf(query.category),
          reason: valuesOf(query.reason),
          namespace: valuesOf(query.namespace),
        };
        const bound = { ...filters, ...(at === undefined ? {} : { at: [at] }) };
        const page = sortedPage(issues.list, tenantId, query, bound, cursors);
        const wanted = { filters, also: at === undefined ? [] : [openAt(new Date(at))] };
        const { data, ...rest } = await read((db) => pageFrom<IssueRow>(db, issues, wanted, page, cursors));
        return { body: { data: data.map(shown), ...rest } };
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
