import { closed } from '@wheelhouse/contracts';
import { defineRoute, etagOf, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { AnalysisSettings } from '../config.ts';
import { lockedSettings, saveSettings, type TenantSettings, tenantSettings } from '../trust/rules-store.ts';

const url = '/api/v1/settings';

const autoFrom = Type.Number({
  minimum: 0.5,
  maximum: 1,
  description: 'The least measured confidence with which an action may run by itself; 0.8 by default',
});
const settingsSchema = closed({ auto_from: autoFrom });
const settingsChange = closed({ auto_from: Type.Optional(autoFrom) });

export function settingsRoutes({ clock }: Pick<ModuleContext<AnalysisSettings>, 'clock'>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      reach: 'none',
      summary: "Read the tenant's settings of analysis",
      response: settingsSchema,
      handler: async ({ read }) => answer(await read(tenantSettings)),
    }),
    defineRoute({
      method: 'PATCH',
      url,
      access: 'admin',
      reach: 'tenant',
      summary: "Change the tenant's settings of analysis; omitted fields keep their value",
      operation: 'updateSettings',
      audit: { action: 'analysis_settings.change' },
      body: settingsChange,
      response: settingsSchema,
      errors: ['precondition_failed'],
      handler: async ({ body, change, unlessChanged }) =>
        change(async (db) => {
          const before = await lockedSettings(db);
          unlessChanged(etagOf(before));
          const after: TenantSettings = { ...before, ...body };
          await saveSettings(db, after, clock.now());
          return { ...answer(after), audit: { details: { before, after } } };
        }),
    }),
  ];
}

function answer(settings: TenantSettings): Reply {
  return { body: settings, etag: etagOf(settings) };
}
