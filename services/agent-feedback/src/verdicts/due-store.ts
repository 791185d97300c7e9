import type { Handle, TenantDb } from '@wheelhouse/kit';

export interface DueVerdict extends Record<string, unknown> {
  readonly verdict_id: string;
  readonly tenant_id: string;
}

export function selectDue(db: Handle, now: Date, most: number): Promise<readonly DueVerdict[]> {
  return db.query<DueVerdict>(
    'SELECT verdict_id, tenant_id FROM agent_feedback.due_verdicts WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    [now, most],
  );
}

/** When to look at it next; undefined: never again, unless something more is heard. */
export async function setDue(db: TenantDb, id: string, due: Date | undefined): Promise<void> {
  if (due === undefined) {
    await db.query('DELETE FROM agent_feedback.due_verdicts WHERE verdict_id = $1', [id]);
    return;
  }
  await db.query(
    `INSERT INTO agent_feedback.due_verdicts (verdict_id, tenant_id, due_at) VALUES ($1, $2, $3)
     ON CONFLICT (verdict_id) DO UPDATE SET due_at = excluded.due_at`,
    [id, db.tenantId, due],
  );
}
