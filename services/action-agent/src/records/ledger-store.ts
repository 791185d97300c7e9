import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { ActionRow } from './row.ts';

/** One line of a day's counts. */
export interface LedgerLine extends Record<string, unknown> {
  readonly action: ActionRow['action'];
  readonly origin: ActionRow['origin'];
  readonly consent: 'automatic' | 'approved' | 'requested' | 'none';
  readonly ending: string;
  readonly refused_by: string;
  readonly actions: number;
  readonly approvals: number;
  readonly approve_seconds: number;
  readonly approve_longest: number;
  readonly finished: number;
  readonly finish_seconds: number;
  readonly finish_longest: number;
}

/** What a line says of an action; counted in the transaction that ends it. */
export function ledgerLine(row: ActionRow): LedgerLine {
  const { status, result, error, origin, action, approved_by, started_at, created_at, finished_at } = row;
  const approval = approved_by !== null && started_at !== null ? secondsFrom(created_at, started_at) : undefined;
  const took = started_at !== null && finished_at !== null ? secondsFrom(started_at, finished_at) : undefined;
  const consent =
    started_at === null ? 'none' : approved_by !== null ? 'approved' : origin === 'manual' ? 'requested' : 'automatic';
  return {
    action,
    origin,
    consent,
    ending: result === 'refused' || result === 'reverted' ? result : status,
    refused_by: result === 'refused' ? (error?.code ?? '') : '',
    actions: 1,
    approvals: approval === undefined ? 0 : 1,
    approve_seconds: approval ?? 0,
    approve_longest: approval ?? 0,
    finished: took === undefined ? 0 : 1,
    finish_seconds: took ?? 0,
    finish_longest: took ?? 0,
  };
}

function secondsFrom(one: Date, other: Date): number {
  return Math.max(0, (other.getTime() - one.getTime()) / 1000);
}

export async function countInLedger(db: TenantDb, row: ActionRow): Promise<void> {
  const { actions, approvals, approve_seconds, approve_longest, finished, finish_seconds, finish_longest, ...key } =
    ledgerLine(row);
  await db.query(
    `INSERT INTO action_agent.ledger_days AS l (tenant_id, day, cluster_id, action, origin, consent, ending, refused_by,
       actions, approvals, approve_seconds, approve_longest, finished, finish_seconds, finish_longest)
     VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (tenant_id, day, cluster_id, action, origin, consent, ending, refused_by) DO UPDATE SET
       actions = l.actions + excluded.actions, approvals = l.approvals + excluded.approvals,
       approve_seconds = l.approve_seconds + excluded.approve_seconds,
       approve_longest = greatest(l.approve_longest, excluded.approve_longest),
       finished = l.finished + excluded.finished, finish_seconds = l.finish_seconds + excluded.finish_seconds,
       finish_longest = greatest(l.finish_longest, excluded.finish_longest)`,
    [
      db.tenantId,
      row.finished_at,
      row.cluster_id,
      key.action,
      key.origin,
      key.consent,
      key.ending,
      key.refused_by,
      actions,
      approvals,
      approve_seconds,
      approve_longest,
      finished,
      finish_seconds,
      finish_longest,
    ],
  );
}

/** Of some days, both inclusive, and some clusters; undefined is all of the tenant's. */
export function selectLedger(
  db: TenantDb,
  { from, to }: { readonly from: string; readonly to: string },
  clusterIds: readonly string[] | undefined,
): Promise<readonly LedgerLine[]> {
  return db.query<LedgerLine>(
    `SELECT action, origin, consent, ending, refused_by, sum(actions)::bigint AS actions, sum(approvals)::bigint AS approvals,
       sum(approve_seconds) AS approve_seconds, max(approve_longest) AS approve_longest, sum(finished)::bigint AS finished,
       sum(finish_seconds) AS finish_seconds, max(finish_longest) AS finish_longest
     FROM action_agent.ledger_days
     WHERE ${tenantFilter()} AND day BETWEEN $1 AND $2 AND ($3::uuid[] IS NULL OR cluster_id = ANY($3))
     GROUP BY action, origin, consent, ending, refused_by`,
    [from, to, clusterIds ?? null],
  );
}

export async function pruneLedger(db: TenantDb, before: Date): Promise<void> {
  await db.query(`DELETE FROM action_agent.ledger_days WHERE ${tenantFilter()} AND day < $1::timestamptz::date`, [
    before,
  ]);
}
