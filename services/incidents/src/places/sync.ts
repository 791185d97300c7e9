import { namespaceSchema, uuidSchema } from '@wheelhouse/contracts';
import type { ModuleContext, ModuleTask } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { IncidentSettings } from '../config.ts';
import { putCloudspace } from './store.ts';

const owned = Type.Array(
  Type.Object({
    tenant_id: uuidSchema,
    cloudspace_id: uuidSchema,
    cluster_id: uuidSchema,
    namespace: namespaceSchema,
  }),
);

/** CloudSpaces from before there was anybody here to hear of them. */
export const cloudspacesTask: ModuleTask<IncidentSettings> = {
  name: 'cloudspaces',
  about: 'asks platform which namespaces are CloudSpaces, so that roles limited to those see their incidents',
  everyMs: 60_000,
  run: async (context, _lease, signal) => {
    // A module that is tested without platform.
    if (context.peers.includes('platform')) await compare(context, signal);
  },
};

async function compare(
  { call, database }: Pick<ModuleContext<IncidentSettings>, 'call' | 'database'>,
  signal: AbortSignal,
): Promise<void> {
  const { status, body } = await call('platform', { path: '/internal/v1/namespaces', signal });
  if (status !== 200 || !Value.Check(owned, body))
    throw new Error(`platform returned ${status} when asked for the namespaces of CloudSpaces`);
  for (const [tenantId, spaces] of Map.groupBy(body, ({ tenant_id }) => tenant_id)) {
    if (signal.aborted) return;
    await database.tenant(tenantId, async (db) => {
      for (const space of spaces) await putCloudspace(db, space);
    });
  }
}
