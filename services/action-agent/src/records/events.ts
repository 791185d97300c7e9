import {
  type ActionEnded,
  actionEndedType,
  type ActionStarted,
  actionStartedType,
  type Outcome,
} from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { plannedReplicas } from '../plans/planned-replicas.ts';
import type { ActionRow } from './row.ts';

/** What the house and the world are told of an action, each in the transaction of the change it tells of. */

export type Telling = Pick<ModuleContext<AgentSettings>, 'emit' | 'emitMessage' | 'settings'>;

export const outcomesExchange = 'action.outcomes';

export async function tellPending(db: TenantDb, { emit, settings }: Telling, row: ActionRow): Promise<void> {
  const { id, proposed_by, expires_at, plan } = row;
  if (proposed_by === null || expires_at === null) throw new Error(`Action ${id} was not proposed`);
  await emit(
    db,
    'action.pending',
    {
      ...namesOf(row, settings),
      reason: row.reason,
      confidence: row.confidence,
      plan_summary: plan?.summary ?? null,
      plan_etag: plan?.etag ?? null,
      proposed_by,
      expires_at: expires_at.toISOString(),
    },
    { clusterId: row.cluster_id },
  );
}

/** To the other modules, before anything is sent. */
export async function tellStarted(
  db: TenantDb,
  { emit }: Pick<Telling, 'emit'>,
  row: ActionRow,
  expected: Pick<ActionStarted, 'expects' | 'until'>,
): Promise<void> {
  const started: ActionStarted = { ...toldInside(row), ...expected };
  await emit(db, actionStartedType, started, { clusterId: row.cluster_id });
}

/** The outcome of every action, and to the other modules its end; and the event of those that began. */
export async function tellEnded(db: TenantDb, { emit, emitMessage, settings }: Telling, row: ActionRow): Promise<void> {
  const outcome = outcomeOf(db.tenantId, row);
  await emitMessage(db, {
    exchange: outcomesExchange,
    routingKey: row.cluster_id,
    body: outcome,
    id: row.id,
  });
  const { status, result, error, started_at, finished_at } = outcome;
  const { pods: _counted, ...details } = outcome.details;
  const ended: ActionEnded = {
    ...toldInside(row),
    status,
    result,
    error,
    decided_by: row.rejected_by ?? row.canceled_by,
    started_at,
    finished_at,
    details,
  };
  const subject = { clusterId: row.cluster_id };
  await emit(db, actionEndedType, ended, subject);
  if (started_at === null || (status !== 'success' && status !== 'failed' && status !== 'canceled')) return;
  const { approved_by } = row;
  await emit(
    db,
    'action.executed',
    {
      ...namesOf(row, settings),
      target: settledTarget(row),
      status,
      result,
      automatic: isAutomatic(row),
      approved_by,
      error,
      started_at,
      finished_at,
    },
    subject,
  );
}

function toldInside(row: ActionRow): Omit<ActionStarted, 'expects' | 'until'> {
  const { id, cluster_id, incident_id, decision_id, action, approved_by, requested_by, proposed_by, note } = row;
  const people = { approved_by, requested_by, proposed_by, automatic: isAutomatic(row) };
  const target = settledTarget(row);
  return { action_id: id, cluster_id, incident_id, decision_id, action, target, ...people, note };
}

/** Nobody has approved it, and it began all the same. */
function isAutomatic({ origin, approved_by, started_at }: ActionRow): boolean {
  return origin === 'decision' && approved_by === null && started_at !== null;
}

/** "One more" has become a number, which whoever keeps the wanted count needs. */
function settledTarget({ action, target, plan }: ActionRow): ActionRow['target'] {
  if (action !== 'scale_deployment' || plan === null || plan.changes.length === 0) return target;
  return { ...target, replicas: plannedReplicas(plan).after };
}

function namesOf(
  { id, decision_id, incident_id, cluster_id, action, target }: ActionRow,
  { EXTERNAL_URL }: Telling['settings'],
) {
  const url = `${EXTERNAL_URL.replace(/\/$/, '')}/actions/${id}`;
  return { action_id: id, decision_id, incident_id, cluster_id, action, target, url };
}

function outcomeOf(tenantId: string, row: ActionRow): Outcome {
  const { id, decision_id, cluster_id, action, target, status, result, started_at, finished_at } = row;
  if (status === 'pending_approval' || status === 'executing' || finished_at === null)
    throw new Error(`Action ${id} has not ended`);
  return {
    action_id: id,
    decision_id,
    tenant_id: tenantId,
    cluster_id,
    action,
    target,
    status,
    result,
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at.toISOString(),
    approved_by: row.approved_by,
    error: row.error,
    details: row.details,
  };
}
