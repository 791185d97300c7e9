import type { Actor } from '@wheelhouse/contracts';
import type { ModuleContext, RouteInput, TenantDb } from '@wheelhouse/kit';
import { actorFor } from '../actions/actor.ts';
import { refuseByPlan } from '../actions/refused-plan.ts';
import { inReach } from '../actions/seen.ts';
import { start } from '../actions/start.ts';
import type { AgentSettings } from '../config.ts';
import { askPlan } from '../planning/ask.ts';
import type { Asked } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { targetKey } from '../plans/target-key.ts';
import { tellPending } from '../records/events.ts';
import { type ActionRow, blank } from '../records/row.ts';
import { insertAction, insertOpen, selectAction } from '../records/store.ts';
import { targetHash } from '../records/transitions.ts';
import { tenantSettings } from '../settings/store.ts';
import { inverseOf, mustBeAsLeft } from './inverse.ts';

type Context = ModuleContext<AgentSettings>;
type Input = Pick<
  RouteInput<{ readonly id: string }, unknown, { readonly reason?: string }>,
  'params' | 'principal' | 'reach' | 'body' | 'tenantId' | 'read'
>;

interface Undoing {
  readonly undone: ActionRow;
  readonly asked: Asked;
  readonly plan: Plan;
  readonly by: Actor;
  readonly reason: string;
}

/** What to do in the change: the plan is there, and the target is as the action left it. */
export async function undoing(context: Context, input: Input): Promise<(db: TenantDb) => Promise<ActionRow>> {
  const { params, principal, reach, body, tenantId, read } = input;
  const undone = await read(async (db) => inReach(reach, await selectAction(db, params.id)));
  const { asked, done } = inverseOf(undone);
  const plan = await askPlan(context, tenantId, undone.cluster_id, asked, true);
  mustBeAsLeft(done, plan);
  if (plan.refused !== null) refuseByPlan(plan.refused);
  const by = actorFor(principal);
  const reason = body.reason ?? `Undoes action ${undone.id}.`;
  // What has an endpoint of its own is done at once; all else waits for an approval, if only of who asks.
  if (asked.action === 'uncordon_node')
    return (db) => start(db, context, { clusterId: undone.cluster_id, asked, by, reason, undoes: undone.id });
  return (db) => propose(db, context, { undone, asked, plan, by, reason });
}

async function propose(
  db: TenantDb,
  context: Context,
  { undone, asked, plan, by, reason }: Undoing,
): Promise<ActionRow> {
  const now = context.clock.now();
  const { pending_seconds: seconds } = await tenantSettings(db);
  const row: ActionRow = {
    ...blank,
    id: context.makeId(),
    cluster_id: undone.cluster_id,
    action: asked.action,
    target: asked.target,
    status: 'pending_approval',
    origin: 'manual',
    reason,
    incident_id: undone.incident_id,
    proposed_by: by,
    requested_by: by,
    undoes: undone.id,
    plan,
    planned_at: now,
    created_at: now,
    expires_at: new Date(now.getTime() + seconds * 1000),
  };
  await insertAction(db, row);
  const target = targetHash(targetKey(row.cluster_id, asked, null));
  await insertOpen(db, row, { state: 'pending', target, expiresAt: row.expires_at, announceAt: null, now });
  await tellPending(db, context, row);
  return row;
}
