import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { answer, facts } from './answer.ts';
import { tenant, tenantId } from './schema.ts';
import { operatorOnly, step } from './service.ts';

const summaries = {
  suspend: 'Suspend a tenant: all its users are locked out immediately (operator)',
  activate: 'Activate a suspended tenant (operator)',
  restore: 'Restore a tenant that is being deleted; it becomes active again (operator)',
} as const;

/** The steps of a tenant that take nothing but its id. */
export function stepRoutes({ clock }: ModuleContext<AuthSettings>): readonly Route[] {
  return (['suspend', 'activate', 'restore'] as const).map((how) =>
    defineRoute({
      method: 'POST',
      url: `/api/v1/tenants/:id/${how}`,
      access: 'admin',
      reach: 'none',
      summary: summaries[how],
      audit: { action: `tenant.${how}` },
      params: tenantId,
      response: tenant,
      errors: ['conflict', 'invalid_state', ...(how === 'restore' ? (['gone'] as const) : [])],
      handler: async ({ params, change }) =>
        change(async (db) => {
          await operatorOnly(db);
          const { before, after } = await step(db, clock, params.id, how);
          return { ...answer(after), audit: { details: { ...facts(after), was: before.state } } };
        }),
    }),
  );
}
