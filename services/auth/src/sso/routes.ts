import type { ModuleContext, Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { connectionRoutes } from './connection-routes.ts';
import { domainRoutes } from './domain-routes.ts';
import { flowRoutes } from './flow-routes.ts';
import { providersFor } from './provider.ts';

export function ssoRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const providers = providersFor(context.settings, context.clock);
  return [...connectionRoutes(context, providers), ...domainRoutes(context), ...flowRoutes(context, providers)];
}
