import { closed, nullable, uuidPattern, uuidSchema } from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { AuthSettings } from '../config.ts';
import { selectKnownTenants, selectSuspendedTenants } from './store.ts';

const one = uuidPattern.slice(1, -1);

/** For modules that were told of a tenant by somebody they do not know, what is nobody's being the operator's; and for those whose work waits for it. */
export function knownTenantRoutes({ database }: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/tenants',
      access: 'internal',
      reach: 'none',
      summary: "Return which of the given tenants exist, and which one is the operator's",
      query: closed({
        ids: Type.String({ pattern: `^(${one}(,${one}){0,99})?$`, description: 'Ids of tenants; comma-separated' }),
      }),
      response: Type.Object({ operator_id: nullable(uuidSchema), known: Type.Array(uuidSchema) }),
      handler: async ({ query }) => {
        const ids = query.ids === '' ? [] : query.ids.split(',');
        const rows = await database.system((db) => selectKnownTenants(db, ids));
        const operator = rows.find((row) => row.operator);
        const known = rows.map(({ id }) => id).filter((id) => ids.includes(id));
        return { body: { operator_id: operator?.id ?? null, known } };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/tenants/suspended',
      access: 'internal',
      reach: 'none',
      summary: 'Return the tenants that are suspended or about to be deleted',
      response: Type.Object({ suspended: Type.Array(uuidSchema) }),
      handler: async () => ({ body: { suspended: [...(await database.system(selectSuspendedTenants))] } }),
    }),
  ];
}
