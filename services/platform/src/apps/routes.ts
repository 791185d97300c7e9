import { closed } from '@wheelhouse/contracts';
import {
  defineRoute,
  listRoute,
  type ModuleContext,
  type Reply,
  type Route,
  readRow,
  refuse,
  type TenantDb,
} from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { cloudspaces } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';
import { unlessSet } from '../two-part-etag.ts';
import { type AppRow, apps, deleteApp } from './app-store.ts';
import { selectDeployment } from './deployment-store.ts';
import { tellAppChanged, tellDeleted } from './events.ts';
import { isRunning } from './phases.ts';
import {
  app,
  appId,
  changeApp as changeBody,
  createApp as createBody,
  deleteAppQuery,
  redeployBody,
  rollbackBody,
} from './schema.ts';
import { beginAppDeletion, changeApp, createApp, mustBeActive, redeploy, rollback, unpin } from './service.ts';
import { setOf, shownApps, shownWithEtag } from './shown.ts';
import { cancel } from './transitions.ts';

type Context = ModuleContext<PlatformSettings>;

export const appsUrl = '/api/v1/apps';
const one = `${appsUrl}/:id`;

/** What is asked of one app, and the app as it is afterwards. */
export function appRoutes(context: Context): readonly Route[] {
  const answer = async (db: TenantDb, row: AppRow): Promise<Reply> => {
    const { id, name, revision } = row;
    const shown = await shownWithEtag(db, row, context.settings.EXTERNAL_URL);
    return { ...shown, audit: { objectId: id, details: { name, revision } } };
  };
  const accepted = async (db: TenantDb, row: AppRow): Promise<Reply> => ({
    ...(await answer(db, row)),
    headers: { location: `${appsUrl}/${row.id}/deployments/${row.revision}` },
  });
  return [
    listRoute(context, apps, {
      url: appsUrl,
      access: 'read',
      summary: 'List apps, newest first',
      item: app,
      shown: (rows, db) => shownApps(db, rows, context.settings.EXTERNAL_URL),
    }),
    defineRoute({
      method: 'POST',
      url: appsUrl,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Create an app and deploy it; follow its progress in deployment',
      audit: { action: 'app.create' },
      body: createBody,
      status: 201,
      response: app,
      errors: ['already_exists', 'conflict', 'invalid_state', 'not_found'],
      handler: async ({ body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const space = await readRow(db, cloudspaces, body.cloudspace_id, reach, 'FOR UPDATE');
          const made = await createApp(db, context, space, body, actor);
          return { ...(await answer(db, made.app)), headers: { location: `${appsUrl}/${made.app.id}` } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read an app',
      params: appId,
      response: app,
      handler: async ({ params, reach, read }) =>
        read(async (db) => answer(db, await readRow(db, apps, params.id, reach))),
    }),
    defineRoute({
      method: 'PATCH',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Change an app; a change of what runs is a new revision, which is deployed',
      audit: { action: 'app.change' },
      params: appId,
      body: changeBody,
      status: 202,
      response: app,
      errors: ['conflict', 'invalid_state', 'precondition_failed'],
      handler: async ({ params, body, principal, reach, change, request }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          unlessSet(request.header('if-match'), setOf(before));
          return accepted(db, await changeApp(db, context, before, body, actor));
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Delete an app and everything of it in the cluster; it is gone when that is',
      audit: { action: 'app.delete' },
      params: appId,
      query: deleteAppQuery,
      status: 202,
      response: app,
      errors: ['invalid_state', 'precondition_failed'],
      handler: async ({ params, query, principal, reach, change, request }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          unlessSet(request.header('if-match'), setOf(before));
          if (query.force !== true) return answer(db, await beginAppDeletion(db, context, before, actor));
          return forget(db, context, before, await answer(db, before));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/redeploy`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Deploy the newest revision of an app once more',
      audit: { action: 'app.redeploy' },
      params: appId,
      body: redeployBody,
      bodyOptional: true,
      status: 202,
      response: app,
      errors: ['conflict', 'invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          return accepted(db, await redeploy(db, context, before, actor, body.note));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/cancel`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Cancel the deployment that is running; what it changed already is changed back',
      audit: { action: 'app.cancel' },
      params: appId,
      body: closed({}),
      bodyOptional: true,
      status: 202,
      response: app,
      errors: ['invalid_state'],
      handler: async ({ params, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          mustBeActive(before);
          const deployment = await selectDeployment(db, before.id, before.revision, 'FOR UPDATE');
          if (deployment === undefined || !isRunning(deployment.phase))
            return refuse('invalid_state', {
              message: `No deployment of ${before.name} is running: revision ${before.revision} is ${before.phase}.`,
            });
          await cancel(db, context, { app: before, deployment }, actor);
          return accepted(db, await readRow(db, apps, before.id, reach));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/rollback`,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Put an earlier revision of an app back, and pin it: nothing else is deployed until the pin is released',
      audit: { action: 'app.rollback' },
      params: appId,
      body: rollbackBody,
      status: 202,
      response: app,
      errors: ['invalid_state', 'gone'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          return accepted(db, await rollback(db, context, before, body, actor));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/unpin`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Release the pin that a rollback has set, so that the app can be deployed again',
      audit: { action: 'app.unpin' },
      params: appId,
      body: closed({}),
      bodyOptional: true,
      status: 202,
      response: app,
      errors: ['invalid_state'],
      handler: async ({ params, reach, change }) =>
        change(async (db) => {
          const before = await readRow(db, apps, params.id, reach, 'FOR UPDATE');
          return answer(db, await unpin(db, context, before));
        }),
    }),
  ];
}

/** One that could not be deleted: what stays was named, and is nobody's from now on. */
async function forget(db: TenantDb, context: Context, row: AppRow, reply: Reply): Promise<Reply> {
  if (row.state !== 'delete_failed')
    refuse('invalid_state', {
      message: `${row.name} is ${row.state}; force is only for an app that could not be deleted. Delete it without force first.`,
    });
  await tellDeleted(db, context, row);
  await tellAppChanged(db, context, row, true);
  await deleteApp(db, row.id);
  return reply;
}
