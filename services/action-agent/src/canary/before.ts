import type { CanaryFigures } from '@wheelhouse/contracts';
import { isScaleUp, plannedReplicas } from '../plans/planned-replicas.ts';
import type { Plan } from '../plans/plan-schema.ts';
import type { ActionChange } from '../records/store.ts';
import type { RunningAction } from '../worker/running-action.ts';
import { impactsOf } from './compare.ts';
import { readHealth } from './health.ts';

/** What the row of a scale-up says before its change is sent: the score to compare with, or why there will be no comparison. */
export async function canaryBefore(running: RunningAction, plan: Plan): Promise<ActionChange> {
  // A plan that was made anew may not be a scale-up any more.
  if (!isScaleUp(plan)) return plan.action === 'scale_deployment' ? { details: {}, health_before: null } : {};
  const { context, workerCluster, signal } = running;
  const { CANARY_ENABLED, CANARY_ROLLBACK_HEALTH_DROP, CANARY_SETTLE_SECONDS } = context.settings;
  const { before, after } = plannedReplicas(plan);
  const figures: CanaryFigures = {
    verdict: 'skipped',
    why: null,
    score_before: null,
    score_after: null,
    allowed_drop: CANARY_ROLLBACK_HEALTH_DROP,
    settle_seconds: CANARY_SETTLE_SECONDS,
    settles_at: null,
    issues: [],
    replicas_before: before,
    replicas_after: after,
  };
  if (!CANARY_ENABLED) return { details: { canary: { ...figures, why: 'CANARY_ENABLED is false' } } };
  const health = await readHealth(context, workerCluster, signal);
  if ('why' in health) return { details: { canary: { ...figures, why: `No score before it: ${health.why}` } } };
  const { healthScore } = health;
  return {
    details: { canary: { ...figures, verdict: 'pending', score_before: healthScore } },
    health_before: impactsOf(health),
  };
}

/** The settle time begins when the cluster has accepted the change. */
export function canaryAccepted({ row }: RunningAction, now: Date): ActionChange {
  const { canary } = row.details;
  if (canary?.verdict !== 'pending') return { step: 'verifying' };
  const settlesAt = new Date(now.getTime() + canary.settle_seconds * 1000);
  return { step: 'settling', details: { ...row.details, canary: { ...canary, settles_at: settlesAt.toISOString() } } };
}
