import { timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import type { ModuleContext } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const healthSchema = Type.Object({
  healthScore: Type.Number({ minimum: 0, maximum: 100 }),
  stale: Type.Boolean(),
  observed_at: timestampSchema,
  cluster_id: uuidSchema,
  issues: Type.Array(
    Type.Object({
      id: Type.String(),
      severity: Type.String(),
      reason: Type.String(),
      object: Type.Object({
        kind: Type.String(),
        namespace: Type.Union([Type.String(), Type.Null()]),
        name: Type.String(),
      }),
      message: Type.String(),
      score_impact: Type.Number(),
    }),
  ),
});

export type Health = Static<typeof healthSchema>;

/** One that takes longer tells of another moment. */
const waitMs = 5_000;

/** The cluster's health as k8s-monitor sees it now; or, in words, why there is none to go by. */
export async function readHealth(
  { call }: Pick<ModuleContext, 'call'>,
  { clusterId, tenantId }: { readonly clusterId: string; readonly tenantId: string },
  signal: AbortSignal,
): Promise<Health | { readonly why: string }> {
  const path = `/api/health?cluster_id=${clusterId}`;
  const answer = await call('k8s-monitor', { path, tenantId, timeoutMs: waitMs, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    return { why: `k8s-monitor did not respond (${error instanceof Error ? error.message : String(error)})` };
  });
  if ('why' in answer) return answer;
  const { status, body } = answer;
  if (status !== 200) return { why: `k8s-monitor returned ${status} instead of a health score` };
  if (!Value.Check(healthSchema, body)) return { why: 'k8s-monitor returned no health score' };
  if (body.cluster_id.toLowerCase() !== clusterId) return { why: 'k8s-monitor returned the score of another cluster' };
  if (body.stale) return { why: `the health score is stale: last observed at ${body.observed_at}` };
  return body;
}
