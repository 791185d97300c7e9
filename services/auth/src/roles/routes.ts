import { defineRoute, etagOf, listRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { powerFrom } from './power.ts';
import { changeRoleBody, createRole, type Role, role, roleId } from './schema.ts';
import { addRole, changeRole, existingRole, removeRole } from './service.ts';
import { type RoleRow, roles } from './store.ts';

/** Who may do what: the five every tenant has, and those it makes for itself. */
export function roleRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    listRoute(context, roles, {
      url: '/api/v1/roles',
      access: 'admin',
      summary: 'List roles, newest first',
      item: role,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/roles',
      access: 'admin',
      reach: 'none',
      summary: 'Create a role; it cannot grant anything you do not have yourself',
      audit: { action: 'role.create' },
      body: createRole,
      status: 201,
      response: role,
      errors: ['forbidden', 'already_exists'],
      handler: async ({ body, principal, change }) =>
        change(async (db) => {
          const row = await addRole(db, context, principal, body);
          return { ...answer(row), headers: { location: `/api/v1/roles/${row.id}` }, audit: { details: facts(row) } };
        }),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/roles/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Read a role',
      params: roleId,
      response: role,
      handler: async ({ params, read }) => answer(await read((db) => existingRole(db, params.id))),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/roles/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Change a role; this takes effect immediately for everyone who has it',
      audit: { action: 'role.change' },
      params: roleId,
      body: changeRoleBody,
      response: role,
      errors: ['forbidden', 'already_exists', 'invalid_state', 'precondition_failed'],
      handler: async ({ params, body, principal, change, unlessChanged }) =>
        change(async (db) => {
          const check = (row: RoleRow) => unlessChanged(etagOf(shown(row)));
          const { before, after } = await changeRole(db, context, principal, params.id, body, check);
          return { ...answer(after), audit: { details: { before: facts(before), after: facts(after) } } };
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/roles/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Delete a role that no one has',
      audit: { action: 'role.delete' },
      params: roleId,
      status: 204,
      errors: ['conflict', 'invalid_state', 'precondition_failed'],
      handler: async ({ params, change, unlessChanged }) =>
        change(async (db) => {
          const row = await removeRole(db, params.id, (found) => unlessChanged(etagOf(shown(found))));
          return { audit: { details: facts(row) } };
        }),
    }),
  ];
}

function shown({ created_at, updated_at, scopes, cluster_ids, cloudspace_ids, ...rest }: RoleRow): Role {
  return {
    ...rest,
    scopes: [...powerFrom({ scopes, cluster_ids, cloudspace_ids }).scopes],
    cluster_ids: cluster_ids && [...cluster_ids],
    cloudspace_ids: cloudspace_ids && [...cloudspace_ids],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function answer(row: RoleRow): Reply {
  const body = shown(row);
  return { body, etag: etagOf(body) };
}

/** For the audit trail. */
function facts({ name, scopes, cluster_ids, cloudspace_ids }: RoleRow): Readonly<Record<string, unknown>> {
  return { name, scopes, cluster_ids, cloudspace_ids };
}
