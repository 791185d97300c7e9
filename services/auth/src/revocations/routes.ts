import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { feedQuery, revocationPage } from './schema.ts';
import { feedAfter, feedFromStart } from './service.ts';
import { RevocationWatch } from './watch.ts';

export function revocationRoutes({ database, clock, log }: ModuleContext<AuthSettings>): readonly Route[] {
  const watch = new RevocationWatch(database, log);
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/revocations',
      access: 'internal',
      reach: 'none',
      summary: 'Follow revocations of all tenants; waits up to a second for new ones',
      query: feedQuery,
      response: revocationPage,
      handler: async ({ query: { after } }) => ({
        body:
          after === undefined ? await feedFromStart(database, clock) : await feedAfter(database, clock, watch, after),
      }),
    }),
  ];
}
