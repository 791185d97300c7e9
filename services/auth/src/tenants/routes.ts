import { defineRoute, etagOf, type ModuleContext, pageOf, pageRequest, type Route, valuesOf } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { answer, facts, shown } from './answer.ts';
import { newTenantRoutes } from './new-routes.ts';
import { ownTenantRoutes } from './own-routes.ts';
import { listQuery, renameTenant as renameBody, tenant, tenantId, tenantList } from './schema.ts';
import { existingTenant, operatorOnly, renameTenant, step } from './service.ts';
import { stepRoutes } from './step-routes.ts';
import { countTenants, selectTenants, type TenantRow } from './store.ts';

/** The tenants of the installation, for the operator's administrators; and each tenant's own settings. */
export function tenantRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { cursors, clock } = context;
  return [
    ...ownTenantRoutes(context),
    defineRoute({
      method: 'GET',
      url: '/api/v1/tenants',
      access: 'admin',
      summary: 'List tenants, newest first (operator)',
      query: listQuery,
      response: tenantList,
      errors: ['not_found'],
      handler: async ({ query, tenantId: own, read }) => {
        const state = valuesOf(query.state);
        const page = pageRequest('tenants', own, query, { state }, cursors);
        return read(async (db) => {
          await operatorOnly(db);
          const [rows, total] = await Promise.all([selectTenants(db, page, state), countTenants(db, state)]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    ...newTenantRoutes(context),
    defineRoute({
      method: 'GET',
      url: '/api/v1/tenants/:id',
      access: 'admin',
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
      summary: 'Stop a tenant at once and delete its data after 30 days (operator)',
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
