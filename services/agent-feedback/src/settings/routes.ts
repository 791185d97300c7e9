import { defineRoute, etagOf, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import { settingsChange, settingsSchema } from './schema.ts';
import { lockedSettings, saveSettings, type TenantSettings, tenantSettings } from './store.ts';

const url = '/api/v1/settings';

export function settingsRoutes({ clock }: Pick<ModuleContext, 'clock'>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      reach: 'none',
      summary: "Read the tenant's settings of verdicts",
      response: settingsSchema,
      handler: async ({ read }) => answer(await read(tenantSettings)),
    }),
    defineRoute({
      method: 'PATCH',
      url,
      access: 'admin',
      reach: 'tenant',
      summary:
        "Change the tenant's settings of verdicts, for actions that end from now on; omitted fields keep their value",
      operation: 'updateSettings',
      audit: { action: 'feedback_settings.change' },
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
