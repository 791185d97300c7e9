import { closed, listEnvelope, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';

export const agentCluster = closed({
  cluster_id: uuidSchema,
  ready: Type.Boolean({ description: 'Whether a worker was seen within the last 30 seconds and is able to act' }),
  seen_at: Type.With(nullable(timestampSchema), {
    description: 'When a worker of this cluster was last seen; null if never',
  }),
  version: Type.With(nullable(Type.String()), { description: 'Version of that worker' }),
  missing_rights: Type.Array(Type.String(), { description: 'Permissions the worker lacks on the cluster' }),
  trouble: Type.With(nullable(Type.String()), { description: 'Why the worker is not acting, human-readable' }),
});
export type AgentCluster = Static<typeof agentCluster>;

export const agentClusterList = listEnvelope(agentCluster);
export const agentClusterQuery = closed(pageParameters);
