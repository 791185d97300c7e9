import { closed } from '@wheelhouse/contracts';
import {
  defineRoute,
  listRoute,
  type ModuleContext,
  type Route,
  rowChanges,
  rowFollowers,
  streamParameters,
} from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { type ActionRow, shown, shownInList } from '../records/row.ts';
import { actionId, actionSchema } from '../records/schema.ts';
import { actions, pendingActions, selectAction } from '../records/store.ts';
import { withPods } from '../records/with-pods.ts';
import { actionEtag, inReach } from './seen.ts';

const url = '/api/v1/actions';

export function readRoutes(context: ModuleContext<AgentSettings>): readonly Route[] {
  const followers = rowFollowers(context, 'action_agent.actions');
  return [
    listRoute(context, actions, {
      url,
      access: 'read',
      summary: 'List actions, newest first',
      item: actionSchema,
      shown: (rows) => rows.map(shownInList),
    }),
    listRoute(context, pendingActions, {
      url: `${url}/pending`,
      access: 'read',
      summary: 'List actions waiting for approval, newest first',
      operation: 'listPendingActions',
      item: actionSchema,
      within: async () => ({ status: 'pending_approval' }),
      shown: (rows) => rows.map(shownInList),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      reach: 'cluster',
      summary: 'Read an action; while it is waiting for approval, its ETag is that of its plan',
      params: actionId,
      response: actionSchema,
      etag: true,
      handler: async ({ params, reach, read }) => {
        const row = inReach(reach, await read(async (db) => withPods(db, await selectAction(db, params.id))));
        return { body: shown(row), etag: actionEtag(row) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id/stream`,
      access: 'read',
      reach: 'cluster',
      summary:
        'Follow an action until it ends: the events snapshot, changed and finally ended, each with the action at that time',
      params: actionId,
      query: closed(streamParameters),
      stream: true,
      handler: async ({ params, reach, tenantId, read, resumeAfter, signal }) => {
        const current = () => read(async (db) => withPods(db, await selectAction(db, params.id)));
        const { id } = inReach(reach, await current());
        const look = () => followers.next({ tenantId, id }, signal);
        const hasEnded = ({ finished_at }: ActionRow) => finished_at !== null;
        return { stream: rowChanges({ current, look, shown, hasEnded, resumeAfter, signal }) };
      },
    }),
  ];
}
