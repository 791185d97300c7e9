import { defineRoute, etagOf, listRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { linkShowingRoutes } from './link-routes.ts';
import { whoAmI } from './me.ts';
import { changeUserBody, me, user, userId } from './schema.ts';
import { activateUser, changeUser, existingUser, removeUser, suspendUser } from './service.ts';
import { shown } from './shown.ts';
import { type UserRow, users } from './store.ts';

/** The people of a tenant. Who comes in is invited: see link-routes. */
export function userRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/me',
      access: 'read',
      reach: 'none',
      summary: 'Read who the caller is and what they may do',
      response: me,
      errors: ['forbidden', 'not_found'],
      handler: async ({ principal, read }) => ({ body: await read((db) => whoAmI(db, principal)) }),
    }),
    listRoute(context, users, {
      url: '/api/v1/users',
      access: 'admin',
      summary: 'List users, newest first',
      item: user,
      shown: (rows) => rows.map(shown),
    }),
    ...linkShowingRoutes(context),
    defineRoute({
      method: 'GET',
      url: '/api/v1/users/:id',
      access: 'admin',
      modules: ['incidents'],
      reach: 'none',
      summary: 'Read a user',
      params: userId,
      response: user,
      handler: async ({ params, read }) => answer(await read((db) => existingUser(db, params.id))),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/users/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Rename a user or change their role',
      audit: { action: 'user.change' },
      params: userId,
      body: changeUserBody,
      response: user,
      errors: ['forbidden', 'conflict', 'precondition_failed'],
      handler: async ({ params, body, principal, change, unlessChanged }) =>
        change(async (db) => {
          const check = (row: UserRow) => unlessChanged(etagOf(shown(row)));
          const { before, after } = await changeUser(db, context, principal, params.id, body, check);
          return { ...answer(after), audit: { details: { before: facts(before), after: facts(after) } } };
        }),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/users/:id/suspend',
      access: 'admin',
      reach: 'none',
      summary: 'Suspend a user; their sessions end immediately',
      audit: { action: 'user.suspend' },
      params: userId,
      response: user,
      errors: ['forbidden', 'conflict', 'invalid_state'],
      handler: async ({ params, principal, change }) =>
        change(async (db) => noted(await suspendUser(db, context, principal, params.id))),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/users/:id/activate',
      access: 'admin',
      reach: 'none',
      summary: 'Activate a suspended user',
      audit: { action: 'user.activate' },
      params: userId,
      response: user,
      errors: ['forbidden', 'invalid_state'],
      handler: async ({ params, principal, change }) =>
        change(async (db) => noted(await activateUser(db, context, principal, params.id))),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/users/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Delete a user and their sessions and tokens',
      audit: { action: 'user.delete' },
      params: userId,
      status: 204,
      errors: ['forbidden', 'precondition_failed'],
      handler: async ({ params, principal, change, unlessChanged }) =>
        change(async (db) => {
          const check = (row: UserRow) => unlessChanged(etagOf(shown(row)));
          return { audit: { details: facts(await removeUser(db, context, principal, params.id, check)) } };
        }),
    }),
  ];
}

function answer(row: UserRow): Reply {
  const body = shown(row);
  return { body, etag: etagOf(body) };
}

function noted(row: UserRow): Reply {
  return { ...answer(row), audit: { details: facts(row) } };
}

/** For the audit trail. */
function facts({ email, name, role_name }: UserRow): Readonly<Record<string, string>> {
  return { email, name, role: role_name };
}
