import {
  clustersInReach,
  countedTotal,
  defineRoute,
  type ModuleContext,
  pageOf,
  pageRequest,
  type Principal,
  type Reply,
  type Route,
  type RouteInput,
  streamParameters,
  valuesOf,
} from '@wheelhouse/kit';
import { closed } from '@wheelhouse/contracts';
import type { AgentSettings } from '../config.ts';
import { shown } from '../records/row.ts';
import { actionId, actionList, actionListQuery, actionSchema, pendingQuery } from '../records/schema.ts';
import { type ActionFilters, selectAction, selectActions } from '../records/store.ts';
import { ActionNews } from './news.ts';
import { actionEtag, inReach } from './seen.ts';
import { actionChanges } from './stream.ts';

const url = '/api/v1/actions';
const list = 'actions';
const counted = ['cluster_id', 'action', 'status'];

type Asked = Pick<
  RouteInput<unknown, { readonly limit?: number; readonly cursor?: string }, unknown>,
  'query' | 'tenantId' | 'read'
>;

export function readRoutes(context: ModuleContext<AgentSettings>): readonly Route[] {
  const { schema, cursors, database, log } = context;
  const news = new ActionNews(database, log);
  const page = async ({ query, tenantId, read }: Asked, filters: ActionFilters): Promise<Reply> => {
    const request = pageRequest(list, tenantId, query, filters, cursors);
    return read(async (db) => {
      const [rows, total] = await Promise.all([
        selectActions(db, request, filters),
        countedTotal(db, schema, list, counted, filters),
      ]);
      const { data, ...rest } = pageOf(rows, request, total, cursors);
      return { body: { data: data.map(shown), ...rest } };
    });
  };
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      summary: 'List actions, newest first',
      query: actionListQuery,
      response: actionList,
      handler: (input) => {
        const { cluster_id, status, action } = input.query;
        return page(input, {
          cluster_id: reached(input.principal, cluster_id),
          action: valuesOf(action),
          status: valuesOf(status),
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/pending`,
      access: 'read',
      summary: 'List the actions that wait for somebody to approve or reject them, newest first',
      operation: 'listPendingActions',
      query: pendingQuery,
      response: actionList,
      handler: (input) =>
        page(input, {
          cluster_id: reached(input.principal, input.query.cluster_id),
          action: undefined,
          status: ['pending_approval'],
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      summary: 'Read an action; while it waits for approval, its ETag is that of its plan',
      params: actionId,
      response: actionSchema,
      etag: true,
      handler: async ({ params, principal, read }) => {
        const row = inReach(principal, await read((db) => selectAction(db, params.id)));
        return { body: shown(row), etag: actionEtag(row) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id/stream`,
      access: 'read',
      summary: 'Follow an action to its end: snapshot, changed, and at last ended, each with the action as it is then',
      params: actionId,
      query: closed(streamParameters),
      stream: true,
      handler: async ({ params, principal, tenantId, read, resumeAfter, signal }) => {
        const current = () => read((db) => selectAction(db, params.id));
        const { id } = inReach(principal, await current());
        const look = () => news.next(tenantId, id, signal);
        return { stream: actionChanges({ current, look, resumeAfter, signal }) };
      },
    }),
  ];
}

function reached(principal: Principal, asked: string | undefined): readonly string[] | undefined {
  return clustersInReach(principal, valuesOf(asked?.toLowerCase()));
}
