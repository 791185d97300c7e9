import { nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { type Asking, askList, type Listed } from './ask.ts';

const incident = Type.Object({
  id: uuidSchema,
  number: Type.Integer(),
  title: Type.String(),
  object: nullable(Type.Object({ kind: Type.String(), namespace: nullable(Type.String()), name: Type.String() })),
  resolution: nullable(Type.String()),
  merged_into: nullable(uuidSchema),
  detected_at: timestampSchema,
});
export type Incident = Static<typeof incident>;

const mostPages = 10;

export function incidentsSince(asking: Asking, since: Date): Promise<Listed<Incident> | undefined> {
  const query = { cluster_id: asking.clusterId, created_after: since.toISOString() };
  return askList(asking, 'incidents', { url: '/api/v1/incidents', query, item: incident, mostPages });
}
