import { pause } from '@wheelhouse/kit';
import { doneWhen } from '../plans/done-when.ts';
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
      if (verdict.verdict === 'done') return running.end({ status: 'success' });
      if (verdict.verdict === 'failed')
        return running.end({ status: 'failed', result: verdict.result, error: verdict.error });
      if (verdict.waitsFor !== running.row.progress) await running.write({ progress: verdict.waitsFor });
    }
    await pause(waitMs, signal);
    signal.throwIfAborted();
  }
}
