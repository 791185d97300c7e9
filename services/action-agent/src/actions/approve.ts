import type { Approver } from '@wheelhouse/contracts';
import {
  type ModuleContext,
  namesEtag,
  type Principal,
  type Reach,
  Refusal,
  refuse,
  type Reply,
  type RouteInput,
  type TenantDb,
} from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { admitConsented } from '../guards/admit.ts';
import { askPlan } from '../planning/ask.ts';
import { deletePlanRequests } from '../planning/store.ts';
import { askedBy } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';
import type { ActionRow } from '../records/row.ts';
import { openToExecute, selectAction, updateAction } from '../records/store.ts';
import { lockedAction } from '../records/transitions.ts';
import { type TenantSettings, tenantSettings } from '../settings/store.ts';
import { actorFor } from './actor.ts';
import { mustBePending } from './pending.ts';
import { refuseByPlan } from './refused-plan.ts';
import type { Approval } from './schema.ts';
import { type SecretMakers, secretMakers } from './secret-makers.ts';
import { inReach } from './seen.ts';

type Context = ModuleContext<AgentSettings>;
type Input = RouteInput<{ readonly id: string }, unknown, Approval>;

/** Somebody's approval, held against the action twice: when it comes in, and when the plan is there. */
interface Attempt {
  readonly principal: Principal;
  readonly reach: Reach;
  readonly body: Approval;
  /** The plan that is approved, as If-Match names it. */
  readonly named: string | undefined;
  readonly makers: SecretMakers;
}

/** What was approved is what is carried out: the plan is made anew, and must be the one that was seen. */
export async function approve(context: Context, input: Input, answer: (row: ActionRow) => Reply): Promise<Reply> {
  const { params, principal, reach, body, request, tenantId, read, change } = input;
  const { proposed_by } = await read(async (db) => inReach(reach, await selectAction(db, params.id)));
  const makers = await secretMakers(context, tenantId, principal, proposed_by);
  const attempt = { principal, reach, body, named: namedPlan(request.header('if-match')), makers };
  const pending = await read((db) => approvable(db, context, attempt, selectAction(db, params.id)));
  const fresh = await askPlan(context, tenantId, pending.cluster_id, askedBy(pending), true);
  try {
    return await change(async (db) => answer(await begin(db, context, params.id, attempt, fresh)));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'plan_changed')
      await read((db) => keepPlan(db, context, params.id, fresh));
    throw error;
  }
}

/** `*` names no plan. */
function namedPlan(ifMatch: string | undefined): string | undefined {
  return ifMatch?.trim() === '*' ? undefined : ifMatch;
}

async function approvable(
  db: TenantDb,
  { clock }: Context,
  attempt: Attempt,
  found: Promise<ActionRow | undefined>,
): Promise<ActionRow & { readonly approver: Approver }> {
  const row = inReach(attempt.reach, await found);
  mustBePending(row, clock.now());
  const settings = await tenantSettings(db);
  const approver = approverOf(row, attempt, settings);
  if (settings.plan_must_be_named && attempt.named === undefined) refuse('precondition_required');
  return { ...row, approver };
}

/**
 * Who proposed something, or had it proposed, does not approve it; in need an administrator may, and says why. Who made
 * a secret of a service account is behind what that account proposes and approves.
 */
function approverOf(
  { proposed_by, undoes }: ActionRow,
  { principal, body, makers }: Attempt,
  settings: TenantSettings,
): Approver {
  const actor = actorFor(principal);
  const { override_reason: override } = body;
  if (override !== undefined && !principal.scopes.has('admin'))
    refuse('forbidden', { message: 'override_reason requires the scope admin in addition to actions.' });
  const behind = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => (id === undefined ? [] : [id.toLowerCase(), ...(makers.get(id.toLowerCase()) ?? [])]));
  const proposers = new Set(behind([proposed_by?.id, proposed_by?.on_behalf_of]));
  const isOwn = behind([actor.id]).some((id) => proposers.has(id));
  // What restores what was is approved by who asked for it.
  if (!isOwn || settings.self_approval || undoes !== null) return actor;
  return override === undefined ? refuse('self_approval_forbidden') : { ...actor, override_reason: override };
}

/** The row is locked from here on: of all who decide at one instant, one finds it pending. */
async function begin(db: TenantDb, context: Context, id: string, attempt: Attempt, fresh: Plan): Promise<ActionRow> {
  const { approver, ...row } = await approvable(db, context, attempt, lockedAction(db, id));
  const expected = attempt.named ?? row.plan?.etag;
  if (expected === undefined || !namesEtag(expected, fresh.etag)) refuse('plan_changed', { beside: { plan: fresh } });
  if (fresh.refused !== null) refuseByPlan(fresh.refused);
  const now = context.clock.now();
  await admitConsented(db, row, askedBy(row), now);
  const begun = await updateAction(db, row, {
    status: 'executing',
    step: 'waiting_for_target',
    approved_by: approver,
    note: attempt.body.reason ?? null,
    plan: fresh,
    planned_at: now,
    expires_at: null,
    started_at: now,
  });
  await openToExecute(db, id, now);
  await deletePlanRequests(db, id);
  return begun;
}

/** Whoever reads the action next sees the plan that can be approved. */
async function keepPlan(db: TenantDb, { clock }: Context, id: string, plan: Plan): Promise<void> {
  const row = await lockedAction(db, id);
  if (row?.status !== 'pending_approval' || row.plan?.etag === plan.etag) return;
  await updateAction(db, row, { plan, planned_at: clock.now() });
}
