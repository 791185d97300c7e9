import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { streamParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { openIssue } from '../issues/schema.ts';

const score = Type.Number({ minimum: 0, maximum: 100, description: '100 minus the impacts of all open issues' });
const stale = Type.Boolean({
  description: 'True if nothing was received from the cluster for 10 seconds; everything here is the last known state',
});

export const health = Type.Object({
  healthScore: Type.With(score, { description: 'For several clusters, the lowest' }),
  readyNodes: Type.Integer({ minimum: 0 }),
  totalNodes: Type.Integer({ minimum: 0 }),
  issues: Type.Array(openIssue, { description: 'Greatest impact first, at most 200' }),
  issues_total: Type.Integer({ minimum: 0 }),
  observed_at: Type.With(timestampSchema, { description: 'For several clusters, the oldest' }),
  stale: Type.With(stale, { description: 'For several clusters, whether any is stale' }),
  cluster_id: Type.Optional(uuidSchema),
  clusters: Type.Optional(
    Type.Array(Type.Object({ cluster_id: uuidSchema, healthScore: nullable(score), stale }), {
      description: 'Only for several clusters; a score is null until its cluster was first observed',
    }),
  ),
});
export type Health = Static<typeof health>;

const ofCluster = { cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'All clusters by default' })) };
export const healthQuery = closed(ofCluster);
export const healthStreamQuery = closed({ ...ofCluster, ...streamParameters });
