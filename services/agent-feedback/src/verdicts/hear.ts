import type { ActionEnded, ActionStarted } from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { Ending } from '../judging/facts.ts';
import { holdNews } from '../heard/store.ts';
import { tenantSettings } from '../settings/store.ts';
import { noteTenant } from '../tenants-store.ts';
import { setDue } from './due-store.ts';
import { blank, endIsLostAt, type VerdictRow } from './row.ts';
import { insertVerdict, lockVerdictOf, updateVerdict } from './store.ts';
import { targetKey } from './target.ts';

type Context = Pick<ModuleContext, 'clock' | 'makeId'>;

/** An action has begun: its verdict is pending. Heard after its end, it says nothing new. */
export async function hearStarted(db: TenantDb, context: Context, told: ActionStarted, at: Date): Promise<void> {
  const { decision_id: decisionId } = told;
  if (decisionId === null) return;
  await holdNews(db, told.cluster_id);
  if ((await lockVerdictOf(db, decisionId)) !== undefined) return;
  const endsBy = new Date(told.until);
  const row = await newRow(db, context, decisionId, told);
  await begin(db, { ...row, started_at: at, ends_by: endsBy }, endIsLostAt(endsBy));
}

/** An action has ended, begun or not: from now on it is judged. */
export async function hearEnded(db: TenantDb, context: Context, told: ActionEnded): Promise<void> {
  const { decision_id: decisionId } = told;
  if (decisionId === null) return;
  const now = context.clock.now();
  await holdNews(db, told.cluster_id);
  const { cured_within_seconds, stays_seconds } = await tenantSettings(db);
  const end = {
    target: told.target,
    automatic: isAutomatic(told),
    started_at: told.started_at === null ? null : new Date(told.started_at),
    ended_at: new Date(told.finished_at),
    ending: endingOf(told),
    cured_within_seconds,
    stays_seconds,
  };
  const row = await lockVerdictOf(db, decisionId);
  if (row === undefined) return begin(db, { ...(await newRow(db, context, decisionId, told)), ...end }, now);
  if (row.ending !== null) return;
  await updateVerdict(db, row, end);
  await setDue(db, row.id, now);
}

async function begin(db: TenantDb, row: VerdictRow, due: Date): Promise<void> {
  await insertVerdict(db, row);
  await setDue(db, row.id, due);
  await noteTenant(db);
}

async function newRow(
  db: TenantDb,
  { makeId }: Context,
  decisionId: string,
  told: ActionStarted | ActionEnded,
): Promise<VerdictRow> {
  const { action_id, incident_id, cluster_id, action, target, proposed_by: proposedBy = null } = told;
  return {
    ...blank,
    ...(await tenantSettings(db)),
    id: makeId(),
    decision_id: decisionId,
    action_id,
    incident_id,
    cluster_id,
    proposed_by: proposedBy,
    rule_id: proposedBy?.type === 'rule' ? proposedBy.id : null,
    action,
    target,
    target_key: targetKey(cluster_id, target),
    automatic: isAutomatic(told),
  };
}

/** An agent of before this was told says it by leaving out who approved. */
function isAutomatic({ automatic, approved_by, requested_by, ...told }: ActionStarted | ActionEnded): boolean {
  if (automatic !== undefined) return automatic;
  const began = !('started_at' in told) || told.started_at !== null;
  return began && approved_by === null && requested_by === null;
}

function endingOf({ status, result, error, details: { canary } }: ActionEnded): Ending {
  return {
    status,
    result,
    error,
    canary: canary === undefined ? null : { before: canary.score_before, after: canary.score_after },
  };
}
