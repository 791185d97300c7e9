import type { CanaryFigures } from '@wheelhouse/contracts';
import { pause } from '@wheelhouse/kit';
import type { ActionChange } from '../records/store.ts';
import type { RunningAction } from '../worker/running-action.ts';
import { scoreWithinSeconds } from '../plans/deadlines.ts';
import { type Impacts, isDropped, whatMadeTheDifference } from './compare.ts';
import { type Health, readHealth } from './health.ts';
import { revert } from './revert.ts';
import { selectOtherAction } from './store.ts';

const againAfterMs = 1_000;

/**
 * Waits until the score may be compared, compares it, and takes the scale-up back if it dropped too far. All that
 * counts is in the row, so whoever takes over waits for the same moment and compares with the same score.
 */
export async function settle(running: RunningAction): Promise<void> {
  const { canary } = running.row.details;
  if (canary?.verdict !== 'pending') return;
  if (running.row.revert !== 'not_sent') return revert(running, canary);
  const settlesAt = new Date(canary.settles_at ?? 0);
  const before = canary.score_before ?? 0;
  await waitUntil(running, settlesAt, before);
  const health = await scoreAfter(running, settlesAt);
  if ('why' in health)
    return go(running, { ...canary, verdict: 'inconclusive', why: `No score after it: ${health.why}` });
  const compared = {
    ...canary,
    score_after: health.healthScore,
    issues: whatMadeTheDifference(impactsBefore(running), health),
  };
  const other = await otherAction(running);
  if (other !== undefined)
    return go(running, {
      ...compared,
      verdict: 'inconclusive',
      why: `Action ${other} ran on the cluster at the same time, so the score tells nothing about this one`,
    });
  if (!isDropped(before, health.healthScore, canary.allowed_drop)) return go(running, { ...compared, verdict: 'kept' });
  return revert(running, compared);
}

/** What was found is kept; the action goes on as any other. */
async function go(running: RunningAction, canary: CanaryFigures): Promise<void> {
  const change: ActionChange = { details: { ...running.row.details, canary }, step: 'verifying', progress: null };
  await running.write(change);
}

async function waitUntil(running: RunningAction, settlesAt: Date, before: number): Promise<void> {
  const { context, signal } = running;
  const progress = `Waiting until ${settlesAt.toISOString()} to compare the health score with the ${before} before`;
  if (running.row.step !== 'settling' || running.row.progress !== progress)
    await running.write({ step: 'settling', progress });
  for (;;) {
    const leftMs = settlesAt.getTime() - context.clock.now().getTime();
    if (leftMs <= 0) return;
    await pause(Math.min(leftMs, againAfterMs), signal);
    signal.throwIfAborted();
  }
}

/** Only one that was observed after the settle time tells what the scale-up came to. */
async function scoreAfter(running: RunningAction, settlesAt: Date): Promise<Health | { readonly why: string }> {
  const { context, workerCluster, signal } = running;
  const now = () => context.clock.now().getTime();
  const until = now() + scoreWithinSeconds * 1000;
  for (;;) {
    const health = await readHealth(context, workerCluster, signal);
    const isNew = !('why' in health) && Date.parse(health.observed_at) >= settlesAt.getTime();
    if (isNew) return health;
    if (now() > until)
      return 'why' in health ? health : { why: `k8s-monitor has not observed the cluster since ${health.observed_at}` };
    await pause(againAfterMs, signal);
    signal.throwIfAborted();
  }
}

function impactsBefore({ row }: RunningAction): Impacts {
  return row.health_before ?? {};
}

function otherAction({ context, row, workerCluster }: RunningAction): Promise<string | undefined> {
  const since = row.planned_at ?? row.created_at;
  return context.database.tenant(workerCluster.tenantId, (db) => selectOtherAction(db, row, since));
}
