import {
  defineRoute,
  type KnownClusters,
  listRoute,
  type ModuleContext,
  readRow,
  refuse,
  type Reply,
  type Route,
  type TenantDb,
} from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import type { IncidentSettings } from '../config.ts';
import { mustBeCluster } from '../cluster.ts';
import { activeWindows, createWindow, maintenanceWindow, windowId } from './schema.ts';
import { createWindow as create, endWindow, lockToEnd } from './service.ts';
import { shownWindow } from './shown.ts';
import { countSuppressed, selectAllActive, windows, type WindowRow } from '../windows/store.ts';

const url = '/api/v1/maintenance-windows';
const one = `${url}/:id`;

export function windowRoutes(context: ModuleContext<IncidentSettings>, clusters: KnownClusters): readonly Route[] {
  const { clock, database } = context;
  const answer = async (db: TenantDb, row: WindowRow): Promise<Reply> => {
    const { id, name, cluster_id } = row;
    const counts = await countSuppressed(db, [id]);
    return {
      body: shownWindow(row, counts.get(id) ?? 0, clock.now()),
      audit: { objectId: id, details: { name, cluster_id, starts_at: row.starts_at, ends_at: row.ends_at } },
    };
  };
  return [
    listRoute(context, windows, {
      url,
      access: 'read',
      summary: 'List maintenance windows, newest first',
      item: maintenanceWindow,
      shown: async (rows, db) => {
        const counts = await countSuppressed(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => shownWindow(row, counts.get(row.id) ?? 0, clock.now()));
      },
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'actions',
      reach: 'cluster',
      summary: 'Announce maintenance: meanwhile signals in there open no incident',
      errors: ['not_found'],
      audit: { action: 'maintenance_window.create' },
      body: createWindow,
      status: 201,
      response: maintenanceWindow,
      handler: async ({ body, principal, reach, tenantId, change }) => {
        const actor = actorFor(principal);
        reach.mustReachCluster(body.cluster_id);
        await mustBeCluster(clusters, tenantId, body.cluster_id);
        return change(async (db) => {
          const row = await create(db, context, body, actor);
          return { ...(await answer(db, row)), headers: { location: `${url}/${row.id}` } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cluster',
      summary: 'Read a maintenance window',
      params: windowId,
      response: maintenanceWindow,
      handler: async ({ params, reach, read }) =>
        read(async (db) => answer(db, await readRow(db, windows, params.id, reach))),
    }),
    defineRoute({
      method: 'DELETE',
      url: one,
      access: 'actions',
      reach: 'cluster',
      summary:
        'End a maintenance window now, or cancel one that has not begun; what fires then opens incidents at once',
      operation: 'endMaintenanceWindow',
      audit: { action: 'maintenance_window.end' },
      params: windowId,
      response: maintenanceWindow,
      errors: ['invalid_state'],
      handler: async ({ params, reach, change }) =>
        change(async (db) => {
          const seen = await readRow(db, windows, params.id, reach);
          const row = await lockToEnd(db, seen.cluster_id, seen.id);
          const now = clock.now();
          if (row === undefined || row.ends_at <= now) {
            const { state } = shownWindow(await readRow(db, windows, seen.id, reach), 0, now);
            refuse('invalid_state', { message: `The maintenance window is ${state}: it cannot be ended again.` });
          }
          await endWindow(db, context, row, row.starts_at > now ? 'cancel' : 'end', now);
          return answer(db, await readRow(db, windows, params.id, reach));
        }),
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/windows',
      access: 'internal',
      reach: 'none',
      summary: 'List the maintenance windows of all tenants that are on',
      response: activeWindows,
      handler: async () => ({ body: await selectAllActive(database, clock.now()) }),
    }),
  ];
}
