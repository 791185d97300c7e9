import type { Outcome } from '@wheelhouse/contracts';
import { pause } from '@wheelhouse/kit';
import { doneWhen } from '../plans/done-when.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { plannedReplicas } from '../plans/planned-replicas.ts';
import { readTarget } from './read.ts';
import type { RunningAction } from './running-action.ts';

const firstLookMs = 50;
const lookEveryMs = 1_000;

/** Looks at the target until the change is there to stay, or will not be; then the action ends. */
export async function verify(running: RunningAction): Promise<never> {
  const { row, workerCluster, signal, context } = running;
  const { plan, effect_at: effectAt, restarted_at: restartedAt } = row;
  if (plan === null || effectAt === null || restartedAt === null)
    throw new Error(`Action ${row.id} has no effect to verify`);
  for (let waitMs = firstLookMs; ; waitMs = Math.min(waitMs * 2, lookEveryMs)) {
    const current = await running.ask(() => readTarget(workerCluster.client, running.asked, signal), 'accepted');
    if (current !== undefined) {
      const now = context.clock.now().getTime();
      const verdict = doneWhen(plan, current, { effectAt: effectAt.getTime(), now, restartedAt });
      if (verdict.verdict === 'done') return running.end({ status: 'success', details: detailsOf(running, plan) });
      if (verdict.verdict === 'failed')
        return running.end({
          status: 'failed',
          result: verdict.result,
          error: verdict.error,
          details: detailsOf(running, plan),
        });
      if (verdict.waitsFor !== running.row.progress) await running.write({ progress: verdict.waitsFor });
    }
    await pause(waitMs, signal);
    signal.throwIfAborted();
  }
}

/** A scale-up says that no health score was compared. */
function detailsOf({ asked, context }: RunningAction, plan: Plan): Outcome['details'] {
  if (asked.action !== 'scale_deployment') return {};
  const { before, after } = plannedReplicas(plan);
  if (after <= before) return {};
  return {
    canary: {
      verdict: 'skipped',
      score_before: null,
      score_after: null,
      allowed_drop: context.settings.CANARY_ROLLBACK_HEALTH_DROP,
      replicas_before: before,
      replicas_after: after,
    },
  };
}
