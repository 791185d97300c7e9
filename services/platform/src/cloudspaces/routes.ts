import {
  defineRoute,
  listRoute,
  type ModuleContext,
  type Principal,
  type Reach,
  readRow,
  refuse,
  type Reply,
  type Route,
  type TenantDb,
} from '@wheelhouse/kit';
import { closed } from '@wheelhouse/contracts';
import { actorFor } from '../actor.ts';
import { selectAppCounts, selectAppsOf } from '../apps/app-store.ts';
import { beginAppDeletion } from '../apps/service.ts';
import type { PlatformSettings } from '../config.ts';
import { someNames } from '../some-names.ts';
import { unlessSet } from '../two-part-etag.ts';
import { withoutRegistry, withRegistry } from './registries.ts';
import {
  changeCloudspace,
  cloudspace,
  cloudspaceId,
  createCloudspace,
  deleteQuery,
  putRegistry,
  registryParams,
} from './schema.ts';
import { beginDeletion, changeTo, createIn, settingsIn } from './service.ts';
import { cloudspaceEtag, setOf, shownCloudspace } from './shown.ts';
import { type CloudspaceRow, cloudspaces } from './store.ts';

const url = '/api/v1/cloudspaces';
const one = `${url}/:id`;

export function cloudspaceRoutes(context: ModuleContext<PlatformSettings>): readonly Route[] {
  const { secrets, clock } = context;
  return [
    listRoute(context, cloudspaces, {
      url,
      access: 'read',
      summary: 'List CloudSpaces, newest first',
      item: cloudspace,
      shown: async (rows, db) => {
        const counts = await selectAppCounts(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => shownCloudspace(row, counts.get(row.id) ?? 0));
      },
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'deploy',
      reach: 'cluster',
      summary: 'Create a CloudSpace, a namespace with quota and walls; follow its progress in phase',
      audit: { action: 'cloudspace.create' },
      body: createCloudspace,
      status: 201,
      response: cloudspace,
      errors: ['already_exists', 'not_found'],
      handler: async ({ body, principal, reach, change }) => {
        mustPlace(principal, body.placement);
        const actor = actorFor(principal);
        mustSeeNewOnes(reach.limits());
        reach.mustReachCluster(body.cluster_id);
        return change(async (db) => {
          const row = await createIn(db, context, body, actor).catch((error: unknown) => {
            if (error instanceof Error && 'code' in error && error.code === 'not_found') refuseUnknownCluster();
            throw error;
          });
          return { ...(await answer(db, row)), headers: { location: `${url}/${row.id}` } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read a CloudSpace',
      params: cloudspaceId,
      response: cloudspace,
      handler: async ({ params, reach, read }) =>
        read(async (db) => answer(db, await readRow(db, cloudspaces, params.id, reach))),
    }),
    defineRoute({
      method: 'PATCH',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Change quota, pod security or placement of a CloudSpace; new pods follow it',
      audit: { action: 'cloudspace.change' },
      params: cloudspaceId,
      body: changeCloudspace,
      status: 202,
      response: cloudspace,
      errors: ['invalid_state', 'precondition_failed'],
      handler: async ({ params, body, principal, reach, request, change }) => {
        mustPlace(principal, body.placement);
        return change(async (db) => {
          const before = await readRow(db, cloudspaces, params.id, reach, 'FOR UPDATE');
          unlessSet(request.header('if-match'), setOf(before));
          return answer(db, await changeTo(db, context, before, settingsIn(body)));
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Delete a CloudSpace and its namespace; it is gone when the namespace is',
      audit: { action: 'cloudspace.delete' },
      params: cloudspaceId,
      query: deleteQuery,
      status: 202,
      response: cloudspace,
      errors: ['conflict', 'precondition_failed'],
      handler: async ({ params, query, principal, reach, request, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, cloudspaces, params.id, reach, 'FOR UPDATE');
          unlessSet(request.header('if-match'), setOf(before));
          const inside = await selectAppsOf(db, before.id, 'FOR UPDATE');
          if (inside.length > 0 && query.cascade !== true)
            refuse('conflict', {
              message: `CloudSpace ${before.name} has ${inside.length} ${inside.length === 1 ? 'app' : 'apps'}: ${someNames(inside)}. Delete them first, or send cascade=true.`,
            });
          for (const app of inside) await beginAppDeletion(db, context, app, actor);
          return answer(db, await beginDeletion(db, context, before, actor));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/retry`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Try again what failed in a CloudSpace',
      audit: { action: 'cloudspace.retry' },
      params: cloudspaceId,
      body: closed({}),
      bodyOptional: true,
      status: 202,
      response: cloudspace,
      errors: ['invalid_state'],
      handler: async ({ params, principal, reach, change }) =>
        change(async (db) => {
          const before = await readRow(db, cloudspaces, params.id, reach, 'FOR UPDATE');
          if (before.phase !== 'Failed')
            refuse('invalid_state', { message: `CloudSpace ${before.name} is ${before.phase}: nothing has failed.` });
          const after =
            before.deleted_by === null
              ? await changeTo(db, context, before, {})
              : await beginDeletion(db, context, before, actorFor(principal));
          return answer(db, after);
        }),
    }),
    defineRoute({
      method: 'PUT',
      url: `${one}/registries/:host`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Set the user name and password that images of a registry are pulled with',
      operation: 'putCloudspaceRegistry',
      audit: { action: 'cloudspace.set_registry' },
      params: registryParams,
      body: putRegistry,
      status: 202,
      response: cloudspace,
      errors: ['conflict', 'invalid_state'],
      handler: async ({ params, body, reach, change }) =>
        change(async (db) => {
          const before = await readRow(db, cloudspaces, params.id, reach, 'FOR UPDATE');
          if (before.registries.length >= mostRegistries && before.registries.every(({ host }) => host !== params.host))
            refuse('conflict', { message: `A CloudSpace has at most ${mostRegistries} registries. Remove one first.` });
          const login = { host: params.host, ...body };
          const columns = withRegistry(secrets, db.tenantId, before, login, clock.now());
          return answer(db, await changeTo(db, context, before, columns), { host: params.host });
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${one}/registries/:host`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Forget the password of a registry',
      operation: 'deleteCloudspaceRegistry',
      audit: { action: 'cloudspace.remove_registry' },
      params: registryParams,
      status: 202,
      response: cloudspace,
      errors: ['invalid_state'],
      handler: async ({ params, reach, change }) =>
        change(async (db) => {
          const before = await readRow(db, cloudspaces, params.id, reach, 'FOR UPDATE');
          if (before.registries.every(({ host }) => host !== params.host)) refuse('not_found');
          const columns = withoutRegistry(secrets, db.tenantId, before, params.host);
          return answer(db, await changeTo(db, context, before, columns), { host: params.host });
        }),
    }),
  ];
}

const mostRegistries = 20;

async function answer(
  db: TenantDb,
  row: CloudspaceRow,
  details: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const counts = await selectAppCounts(db, [row.id]);
  const total = counts.get(row.id) ?? 0;
  return {
    body: shownCloudspace(row, total),
    etag: cloudspaceEtag(row, total),
    audit: { objectId: row.id, details: { name: row.name, ...details } },
  };
}

/** Choosing nodes is for whoever administers the cluster. */
function mustPlace({ scopes }: Principal, placement: unknown): void {
  if (placement !== undefined && !scopes.has('admin'))
    refuse('forbidden', {
      message: 'placement chooses nodes of the cluster, which requires the scope admin. Leave it out.',
    });
}

/** Whoever is limited to some CloudSpaces could not see the one they have made. */
function mustSeeNewOnes(limits: ReturnType<Reach['limits']>): void {
  if (limits?.cloudspaceIds !== undefined)
    refuse('forbidden', {
      message: 'Your role is limited to certain CloudSpaces. Creating one requires a role without such a limit.',
    });
}

function refuseUnknownCluster(): never {
  return refuse('validation_failed', {
    message: 'There is no such cluster.',
    details: [{ field: 'cluster_id', code: 'unknown', message: 'is not the id of a cluster' }],
  });
}
