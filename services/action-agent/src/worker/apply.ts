import { type ActionStarted, actionStartedType } from '@wheelhouse/contracts';
import { pause } from '@wheelhouse/kit';
import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import type { Case } from '../plans/asked.ts';
import { type EffectRequest, effectOf } from '../plans/effect.ts';
import { ownerOf } from '../plans/owner.ts';
import { planAction } from '../plans/plan-action.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { targetKey } from '../plans/target-key.ts';
import { retarget } from '../records/store.ts';
import { refused, targetHash } from '../records/transitions.ts';
import { expectations } from './expectations.ts';
import { readCase } from './read.ts';
import { Over, type Site } from './site.ts';

const againAfterMs = 1_000;
const conflictAfterMs = 50;

/** Makes the one change of an action, or finds that it was made. Afterwards the row says `accepted`. */
export async function apply(site: Site, heldTarget: string): Promise<void> {
  // A change whose answer nobody wrote down may have been made: it is never planned anew.
  let inDoubt = site.row.effect === 'unknown';
  for (;;) {
    const known = inDoubt ? 'unknown' : 'not_sent';
    const { seat, signal } = site;
    const reading = await site.ask(() => readCase(seat.client, site.asked, seat.missingRights, signal), known);
    if (reading === undefined) {
      await pause(againAfterMs, signal);
      continue;
    }
    await mustHoldTarget(site, reading.case, heldTarget);
    const plan = inDoubt ? plannedBefore(site) : await freshPlan(site, reading.case, reading.missingRights);
    const { restartedAt } = site;
    const next = effectOf(plan, reading.case, { actionId: site.row.id, restartedAt });
    if (next.next === 'verify') return accepted(site, plan, restartedAt);
    if (next.next === 'plan_again') {
      if (inDoubt) await endInDoubt(site, next.why);
      await pause(conflictAfterMs, signal);
      continue;
    }
    await (inDoubt ? site.mustHold() : intend(site, plan, restartedAt));
    const sent = await send(site, next.request);
    if (sent === 'accepted') return accepted(site, plan, restartedAt);
    if (sent === 'no_answer') inDoubt = true;
    await pause(sent === 'conflict' ? conflictAfterMs : againAfterMs, signal);
  }
}

/** The restart of a pod is one of its Deployment: once that is known, whoever holds the Deployment goes on. */
async function mustHoldTarget(site: Site, read: Case, heldTarget: string): Promise<void> {
  if (read.action !== 'restart_pod' || read.pod === null || site.row.effect !== 'not_sent') return;
  const key = targetKey(site.seat.clusterId, read, ownerOf(read.pod, read.deployments));
  if (targetHash(key) === heldTarget) return;
  await site.write({}, (db) => retarget(db, site.row.id, targetHash(key)));
  throw new Over('another target');
}

function plannedBefore({ row }: Site): Plan {
  if (row.plan === null) throw new Error(`Action ${row.id} was begun without a plan`);
  return row.plan;
}

async function freshPlan(
  site: Site,
  read: Case,
  missingRights: Parameters<typeof planAction>[1]['missingRights'],
): Promise<Plan> {
  const { row, seat } = site;
  const consented = row.origin === 'manual' || row.approved_by !== null;
  const plan = planAction(read, { clusterId: seat.clusterId, consented, missingRights });
  if (row.approved_by !== null && row.plan !== null && row.plan.etag !== plan.etag)
    await site.end({
      ...refused(
        'plan_changed',
        'The cluster has changed since it was approved, so it would do something else. Next step: have it proposed again.',
      ),
      details: {},
    });
  if (plan.refused !== null) await site.end({ ...refused(plan.refused.code, plan.refused.message), plan });
  return plan;
}

/** Before anything is sent: whoever goes on after a crash does what is written here and nothing else. */
async function intend(site: Site, plan: Plan, restartedAt: string): Promise<void> {
  const { context, row, asked } = site;
  const isFirst = row.effect === 'not_sent';
  const change = {
    plan,
    planned_at: context.clock.now(),
    restarted_at: restartedAt,
    effect: 'unknown',
    step: 'applying',
  } as const;
  await site.write(change, async (db) => {
    if (!isFirst) return;
    const until = new Date(context.clock.now().getTime() + (plan.upper_bound_seconds + expectedForSeconds) * 1000);
    const started: ActionStarted = {
      action_id: row.id,
      cluster_id: row.cluster_id,
      action: row.action,
      expects: [...expectations(asked, plan)],
      until: until.toISOString(),
    };
    await context.emit(db, actionStartedType, started, { clusterId: row.cluster_id });
  });
}

/** Beyond the plan's own bound: the time in which a silent API server, or a worker taking over, may delay the end. */
const expectedForSeconds = 300;

async function accepted(site: Site, plan: Plan, restartedAt: string): Promise<void> {
  await site.write({
    plan,
    planned_at: site.row.planned_at ?? site.context.clock.now(),
    restarted_at: restartedAt,
    effect: 'accepted',
    effect_at: site.context.clock.now(),
    step: 'verifying',
  });
}

type Sent = 'accepted' | 'conflict' | 'not_taken' | 'no_answer';

async function send(site: Site, request: EffectRequest): Promise<Sent> {
  const { client } = site.seat;
  site.signal.throwIfAborted();
  try {
    // Not ended by the signal: a change that is on its way is worth its answer.
    if (request.method === 'PATCH')
      await client.patch(request.path, request.body, { fieldManager: request.fieldManager });
    else await client.delete(request.path, { uid: request.uid, resourceVersion: request.resourceVersion });
    return 'accepted';
  } catch (error) {
    if (error instanceof ClusterUnreachable) return neverSent.has(error.code) ? 'not_taken' : 'no_answer';
    if (!(error instanceof KubernetesError)) throw error;
    if (error.status === 429) return 'not_taken';
    if (error.status >= 500) return 'no_answer';
    // 404: it has gone; 422 about the UID: another has its name. Reading it again will tell.
    if (error.status === 409 || error.status === 404 || (error.status === 422 && isAboutUid(error))) return 'conflict';
    const isRight = error.status === 401 || error.status === 403;
    return site.end(refused(isRight ? 'right_missing' : 'kubernetes_refused', error.message));
  }
}

const neverSent: ReadonlySet<string> = new Set([
  'connection_refused',
  'name_not_found',
  'address_refused',
  'tls_failed',
]);

function isAboutUid({ causes, message }: KubernetesError): boolean {
  return causes.some(({ field }) => field === 'metadata.uid') || message.includes('metadata.uid');
}

async function endInDoubt(site: Site, why: string): Promise<never> {
  return site.end({
    status: 'failed',
    error: {
      code: 'changed_by_another',
      message: `The change was sent and its answer was lost; meanwhile the target has changed (${why}). Next step: look at the target, then ask again if it is still needed.`,
    },
  });
}
