import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { ownedNamespaces } from './schema.ts';
import { selectNamespaces } from './store.ts';

/** For modules that look at namespaces. They begin with the list, and follow `internal.cloudspace_changed` from there. */
export function internalNamespaceRoute({ database }: ModuleContext<PlatformSettings>): Route {
  return defineRoute({
    method: 'GET',
    url: '/internal/v1/namespaces',
    access: 'internal',
    reach: 'none',
    summary: 'List the namespaces of the CloudSpaces of all tenants',
    response: ownedNamespaces,
    handler: async () => ({ body: await database.system(selectNamespaces) }),
  });
}
