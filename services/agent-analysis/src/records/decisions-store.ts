import type { ActionKind, ActionTarget, BuiltInRuleName } from '@wheelhouse/contracts';
import { insertRow, type TenantDb, tenantFilter, updateRow } from '@wheelhouse/kit';

/** What was proposed for an incident. */
export interface DecisionRow extends Record<string, unknown> {
  readonly id: string;
  readonly incident_id: string;
  readonly analysis_id: string;
  readonly cluster_id: string;
  readonly rule: BuiltInRuleName;
  readonly action: ActionKind;
  readonly target: ActionTarget;
  readonly target_key: string;
  readonly automatic: boolean;
  /** `withdrawing`: the action agent is asked to drop it, and has not answered yet. */
  readonly state: 'pending' | 'withdrawing' | 'withdrawn' | 'ended';
  readonly withdrawn_because: string | null;
  readonly ended_as: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns = `id, incident_id, analysis_id, cluster_id, rule, action, target, target_key, automatic, state, withdrawn_because,
  ended_as, created_at, ended_at`;

export async function insertDecision(db: TenantDb, row: DecisionRow): Promise<void> {
  await insertRow(db, 'agent_analysis.decisions', { ...row, target: JSON.stringify(row.target) });
}

export async function updateDecision(
  db: TenantDb,
  id: string,
  change: Partial<Pick<DecisionRow, 'state' | 'withdrawn_because' | 'ended_as' | 'ended_at'>>,
): Promise<void> {
  await updateRow(db, 'agent_analysis.decisions', id, change);
}

/** Of an incident that this transaction has locked, the oldest first. */
export function decisionsOf(db: TenantDb, incidentId: string): Promise<readonly DecisionRow[]> {
  return db.query<DecisionRow>(
    `SELECT ${columns} FROM agent_analysis.decisions WHERE ${tenantFilter()} AND incident_id = $1 ORDER BY created_at, id`,
    [incidentId],
  );
}

export async function selectDecision(db: TenantDb, id: string): Promise<DecisionRow | undefined> {
  const [row] = await db.query<DecisionRow>(
    `SELECT ${columns} FROM agent_analysis.decisions WHERE ${tenantFilter()} AND id = $1`,
    [id],
  );
  return row;
}
