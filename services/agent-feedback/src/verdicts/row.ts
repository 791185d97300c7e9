import type { ActionKind, ActionTarget, Actor, Proposer, Verdict as VerdictWord } from '@wheelhouse/contracts';
import { timeOfId } from '@wheelhouse/kit';
import type { EndedAction, Ending, Windows } from '../judging/facts.ts';
import type { ClusterHealth } from '../judging/health.ts';
import { reachedBy } from '../judging/judge.ts';
import type { Measured, Verdict } from './schema.ts';

export interface VerdictRow extends Record<string, unknown> {
  readonly id: string;
  readonly decision_id: string;
  readonly action_id: string;
  readonly incident_id: string | null;
  readonly cluster_id: string;
  readonly proposed_by: Proposer | null;
  readonly rule_id: string | null;
  readonly action: ActionKind;
  readonly target: ActionTarget;
  readonly target_key: string;
  readonly automatic: boolean;
  readonly state: 'pending' | 'final';
  readonly verdict: VerdictWord | null;
  readonly summary: string | null;
  readonly measured: Measured | null;
  readonly health: ClusterHealth | null;
  readonly overruled_by: Actor | null;
  readonly overruled_at: Date | null;
  readonly note: string | null;
  readonly started_at: Date | null;
  readonly ends_by: Date | null;
  readonly ended_at: Date | null;
  readonly ending: Ending | null;
  readonly cured_within_seconds: number;
  readonly stays_seconds: number;
  readonly reached_at: Date | null;
}

/** What a new one does not have yet. */
export const blank = {
  state: 'pending',
  verdict: null,
  summary: null,
  measured: null,
  health: null,
  overruled_by: null,
  overruled_at: null,
  note: null,
  started_at: null,
  ends_by: null,
  ended_at: null,
  ending: null,
  reached_at: null,
} as const satisfies Partial<VerdictRow>;

export function windowsOf(row: Pick<VerdictRow, 'cured_within_seconds' | 'stays_seconds'>): Windows {
  return { curedWithinMs: row.cured_within_seconds * 1_000, staysMs: row.stays_seconds * 1_000 };
}

/** Undefined while its end was not heard. */
export function endedActionOf(row: VerdictRow): EndedAction | undefined {
  const { ending, ended_at: endedAt, started_at: startedAt, incident_id: incidentId } = row;
  return ending === null || endedAt === null ? undefined : { ending, endedAt, startedAt, incidentId };
}

/** An end that was not told by then is not told any more. */
const endHeardWithinMs = 60 * 60_000;

export function endIsLostAt(endsBy: Date): Date {
  return new Date(endsBy.getTime() + endHeardWithinMs);
}

export function shown(row: VerdictRow): Verdict {
  const { id, decision_id, action_id, incident_id, cluster_id, rule_id, proposed_by, action, target, target_key } = row;
  const { automatic, state, verdict, summary, measured, overruled_by, note } = row;
  return {
    id,
    decision_id,
    action_id,
    incident_id,
    cluster_id,
    rule_id,
    proposed_by,
    action,
    target,
    target_key,
    automatic,
    state,
    verdict,
    summary,
    measured,
    overruled_by,
    overruled_at: told(row.overruled_at),
    note,
    started_at: told(row.started_at),
    ended_at: told(row.ended_at),
    final_by: told(row.state === 'final' ? null : finalBy(row)),
    reached_at: told(row.reached_at),
    created_at: timeOfId(id).toISOString(),
  };
}

/** When it is final at the latest. */
export function finalBy(row: VerdictRow): Date | null {
  if (row.ended_at !== null) return reachedBy(row.ended_at, windowsOf(row));
  return row.ends_by === null ? null : endIsLostAt(row.ends_by);
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
