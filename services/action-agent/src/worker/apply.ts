import { hostname } from 'node:os';
import { isSuspended, pause, type TenantDb } from '@wheelhouse/kit';
import { canaryAccepted, canaryBefore } from '../canary/before.ts';
import type { Case } from '../plans/asked.ts';
import { settleSecondsOf } from '../config.ts';
import { startFigures } from '../drain/running-drain.ts';
import { effectOf } from '../plans/effect.ts';
import { ownerOf } from '../plans/owner.ts';
import { planAction } from '../plans/plan-action.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { targetKey } from '../plans/target-key.ts';
import { tellStarted } from '../records/events.ts';
import { retarget } from '../records/store.ts';
import { refused, targetHash } from '../records/transitions.ts';
import { tenantSettings } from '../settings/store.ts';
import { expectations } from './expectations.ts';
import {
  endGuarded,
  Guarded,
  guardsOf,
  isAutomatic,
  mustHaveShare,
  mustNotBeStopped,
  mustStillBeAutomatic,
  nodesForShare,
  stopIfEngaged,
} from './guards.ts';
import { readCase } from './read.ts';
import { Over, type RunningAction } from './running-action.ts';
import { send } from './send.ts';

const againAfterMs = 1_000;
const conflictAfterMs = 50;

/** Makes the one change of an action, or finds that it was made. Afterwards the row says `accepted`. */
export async function apply(running: RunningAction, heldTarget: string): Promise<void> {
  // A change whose answer nobody wrote down may have been made: it is never planned anew.
  let inDoubt = running.row.effect === 'unknown';
  for (;;) {
    const known = inDoubt ? 'unknown' : 'not_sent';
    const { workerCluster, signal } = running;
    const reading = await running.ask(
      () => readCase(workerCluster.client, running.asked, workerCluster.missingRights, signal),
      known,
    );
    if (reading === undefined) {
      await pause(againAfterMs, signal);
      continue;
    }
    await mustHoldTarget(running, reading.case, heldTarget);
    const plan = inDoubt ? plannedBefore(running) : await freshPlan(running, reading.case, reading.missingRights);
    const { restartedAt } = running;
    const next = effectOf(plan, reading.case, { actionId: running.row.id, restartedAt });
    if (next.next === 'verify') {
      // A node that is cordoned already has yet to be drained, which is begun like any other change.
      if (plan.action === 'drain_node' && !inDoubt) await intend(running, plan, restartedAt);
      return accepted(running, plan, restartedAt);
    }
    if (next.next === 'plan_again') {
      if (inDoubt) await (plan.action === 'drain_node' ? endWithNode(running) : endInDoubt(running, next.why));
      await pause(conflictAfterMs, signal);
      continue;
    }
    await (inDoubt ? running.mustHold() : intend(running, plan, restartedAt));
    await stopIfEngaged(running, inDoubt);
    const sent = await send(running, next.request);
    if (sent === 'accepted') return accepted(running, plan, restartedAt);
    if (typeof sent === 'object') await running.end(refused(sent.code, sent.message));
    if (sent === 'no_answer') inDoubt = true;
    await pause(sent === 'conflict' ? conflictAfterMs : againAfterMs, signal);
  }
}

/** The restart of a pod is one of its Deployment: once that is known, whoever holds the Deployment goes on. */
async function mustHoldTarget(running: RunningAction, read: Case, heldTarget: string): Promise<void> {
  if (read.action !== 'restart_pod' || read.pod === null || running.row.effect !== 'not_sent') return;
  const key = targetKey(running.workerCluster.clusterId, read, ownerOf(read.pod, read.deployments));
  if (targetHash(key) === heldTarget) return;
  await running.write({}, (db) => retarget(db, running.row.id, targetHash(key)));
  throw new Over('another target');
}

function plannedBefore({ row }: RunningAction): Plan {
  if (row.plan === null) throw new Error(`Action ${row.id} was begun without a plan`);
  return row.plan;
}

/** Whoever plans anew knows that nothing was changed so far. */
async function freshPlan(
  running: RunningAction,
  read: Case,
  missingRights: Parameters<typeof planAction>[1]['missingRights'],
): Promise<Plan> {
  const { row, workerCluster } = running;
  const settleSeconds = settleSecondsOf(running.context.settings);
  const { clusterId, tenantId } = workerCluster;
  const { context, asked } = running;
  const whose = { clusterId, asked, origin: row.origin, automatic: isAutomatic(running), isAdmitted: true };
  const guards = await context.database.tenant(tenantId, (db) => guardsOf(db, whose, read, context.clock.now()));
  const plan = planAction(read, { clusterId, missingRights, settleSeconds, ...guards, ownPod: hostname() });
  if (row.approved_by !== null && row.plan !== null && row.plan.etag !== plan.etag)
    await running.end({
      ...refused(
        'plan_changed',
        'The cluster has changed since the approval, so the action would do something else. Next step: have it proposed again.',
      ),
      details: {},
      effect: 'not_sent',
    });
  if (plan.refused !== null)
    await running.end({ ...refused(plan.refused.code, plan.refused.message), plan, effect: 'not_sent' });
  return plan;
}

/** Before anything is sent: whoever goes on after a crash does what is written here and nothing else. */
async function intend(running: RunningAction, plan: Plan, restartedAt: string): Promise<void> {
  const { context, row, asked } = running;
  const isFirst = row.effect === 'not_sent';
  const { dry_mode: isDry, max_cordoned_percent: percent } = await context.database.tenant(
    running.workerCluster.tenantId,
    tenantSettings,
  );
  if (isDry) await running.end({ status: 'success', result: 'dry_run', plan, planned_at: context.clock.now() });
  const nodes = await nodesForShare(running);
  const change = {
    ...(await canaryBefore(running, plan)),
    plan,
    planned_at: context.clock.now(),
    restarted_at: restartedAt,
    effect: 'unknown',
    step: 'applying',
    progress: null,
  } as const;
  const also = async (db: TenantDb) => {
    await mustNotBeStopped(db, running);
    await mustStillBeAutomatic(db, running);
    if (nodes !== undefined) await mustHaveShare(db, running, nodes, percent);
    if (!isFirst) return;
    if (await isSuspended(db, context.schema, db.tenantId)) throw new Over('the tenant is suspended');
    const until = new Date(context.clock.now().getTime() + (plan.upper_bound_seconds + expectedForSeconds) * 1000);
    // By its plan, "one more" is a number.
    const expected = { expects: [...expectations(asked, plan)], until: until.toISOString() };
    await tellStarted(db, context, { ...row, plan }, expected);
  };
  await running.write(change, also).catch((error: unknown) => {
    if (error instanceof Guarded) return endGuarded(running, error, false);
    throw error;
  });
}

/** Beyond the plan's own bound: the time in which a silent API server, or a worker taking over, may delay the end. */
const expectedForSeconds = 300;

async function accepted(running: RunningAction, plan: Plan, restartedAt: string): Promise<void> {
  const now = running.context.clock.now();
  await running.write({
    ...(plan.action === 'drain_node' ? { details: { drain: startFigures } } : canaryAccepted(running, now)),
    plan,
    planned_at: running.row.planned_at ?? now,
    restarted_at: restartedAt,
    effect: 'accepted',
    effect_at: now,
  });
}

/** A node that is gone needs no drain. */
function endWithNode(running: RunningAction): Promise<never> {
  return running.end({ status: 'success', result: 'node_gone' });
}

async function endInDoubt(running: RunningAction, why: string): Promise<never> {
  return running.end({
    status: 'failed',
    error: {
      code: 'changed_by_another',
      message: `The change was sent but its response was lost, and the target has changed since (${why}). Next step: check the target, then try again if it is still needed.`,
    },
  });
}
