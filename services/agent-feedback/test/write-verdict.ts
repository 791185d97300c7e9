import { randomUUID } from 'node:crypto';
import { type Database, makeIds, systemClock } from '@wheelhouse/kit';
import { blank, type VerdictRow } from '../src/verdicts/row.ts';
import { insertVerdict } from '../src/verdicts/store.ts';

const makeId = makeIds(systemClock);

/** A final one, as an action that failed leaves it. */
export async function writeVerdict(
  database: Database,
  tenantId: string,
  more: Partial<VerdictRow> = {},
): Promise<string> {
  const now = systemClock.now();
  const summary = 'The action failed.';
  const figures = { quiet_after_seconds: null, back_after_seconds: null, score_before: null, score_after: null };
  const row: VerdictRow = {
    ...blank,
    id: makeId(),
    decision_id: randomUUID(),
    action_id: randomUUID(),
    incident_id: randomUUID(),
    cluster_id: randomUUID(),
    proposed_by: null,
    rule_id: null,
    action: 'restart_pod',
    target: { namespace: 'proof', pod: 'web-1' },
    target_key: 'proof',
    automatic: false,
    state: 'final',
    verdict: 'failed',
    summary,
    measured: { verdict: 'failed', summary, ...figures, new_issues: [], reached_at: now.toISOString() },
    started_at: now,
    ended_at: now,
    ending: { status: 'failed', result: null, error: null, canary: null },
    cured_within_seconds: 600,
    stays_seconds: 1_800,
    reached_at: now,
    ...more,
  };
  await database.tenant(tenantId, (db) => insertVerdict(db, row));
  return row.id;
}
