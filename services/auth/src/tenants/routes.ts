import { defineRoute, etagOf, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { answer, facts, shown } from './answer.ts';
import { newTenantRoutes } from './new-routes.ts';
import { ownTenantRoutes } from './own-routes.ts';
import { renameTenant as renameBody, tenant, tenantId } from './schema.ts';
import { existingTenant, operatorOnly, renameTenant, step } from './service.ts';
import { stepRoutes } from './step-routes.ts';
import { type TenantRow, tenants } from './store.ts';

/** The tenants of the installation, for the operator's administrators; and each tenant's own settings. */
export function tenantRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  return [
    ...ownTenantRoutes(context),
    listRoute(context, tenants, {
      url: '/api/v1/tenants',
      access: 'admin',
      summary: 'List tenants, newest first (operator)',
      errors: ['not_found'],
      item: tenant,
      within: async (db) => {
        await operatorOnly(db);
        return {};
      },
      shown: (rows) => rows.map(shown),
    }),
    ...newTenantRoutes(context),
    defineRoute({
      method: 'GET',
      url: '/api/v1/tenants/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Read a tenant (operator)',
      params: tenantId,
      response: tenant,
      handler: async ({ params, read }) =>
        read(async (db) => {
          await operatorOnly(db);
          return answer(await existingTenant(db, params.id));
        }),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/tenants/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Rename a tenant (operator)',
      audit: { action: 'tenant.change' },
      params: tenantId,
      body: renameBody,
      response: tenant,
      errors: ['precondition_failed'],
      handler: async ({ params, body, change, unlessChanged }) =>
        change(async (db) => {
          await operatorOnly(db);
          const check = (row: TenantRow) => unlessChanged(etagOf(shown(row)));
          const { before, after } = await renameTenant(db, clock, params.id, body.name, check);
          return { ...answer(after), audit: { details: { before: facts(before), after: facts(after) } } };
        }),
    }),
    ...stepRoutes(context),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/tenants/:id',
      access: 'admin',
      reach: 'none',
      summary: 'Suspend a tenant immediately and delete its data after 30 days (operator)',
      audit: { action: 'tenant.delete' },
      params: tenantId,
      status: 202,
      response: tenant,
      errors: ['conflict', 'invalid_state', 'precondition_failed'],
      handler: async ({ params, change, unlessChanged }) =>
        change(async (db) => {
          await operatorOnly(db);
          const check = (row: TenantRow) => unlessChanged(etagOf(shown(row)));
          const { before, after } = await step(db, clock, params.id, 'delete', check);
          const location = `/api/v1/tenants/${params.id}`;
          return {
            ...answer(after),
            headers: { location },
            audit: { details: { ...facts(after), was: before.state } },
          };
        }),
    }),
  ];
}
