import { closed, listEnvelope, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';

export const agentCluster = closed({
  cluster_id: uuidSchema,
  ready: Type.Boolean({ description: 'a worker was seen within 30 seconds and nothing keeps it from acting' }),
  seen_at: Type.With(nullable(timestampSchema), { description: 'when a worker of it was last seen; null: never' }),
  version: Type.With(nullable(Type.String()), { description: 'of that worker' }),
  missing_rights: Type.Array(Type.String(), { description: 'what the worker may not do on the cluster' }),
  trouble: Type.With(nullable(Type.String()), { description: 'why the worker does nothing, in words' }),
});
export type AgentCluster = Static<typeof agentCluster>;

export const agentClusterList = listEnvelope(agentCluster);
export const agentClusterQuery = closed(pageParameters);
