import type { TenantDb } from '@wheelhouse/kit';
import type { Attempt } from '../wire/attempt.ts';
import type { LaneState } from '../wire/lane-state.ts';
import type { NextStep } from '../wire/schedule.ts';
import type { Claimed } from './claim.ts';

/** What became of one attempt, and of its delivery by it. */
export interface Outcome {
  readonly lane: Claimed;
  readonly deliveryId: string;
  readonly attempt: Attempt;
  readonly step: NextStep;
}

/** The end of a lane's turn: how it stands, and until when it waits. */
export interface TurnEnd {
  readonly lane: Claimed;
  readonly state: LaneState;
  /** See Subscriber. */
  readonly arrivals: number;
  /** There may be more to do at once. */
  readonly more: boolean;
  readonly notBefore: Date | null;
}

/** What was given for a delivery, of one of the lists that belong together. */
const given = (list: string) => `(${list})[array_position($3::uuid[], d.id)]`;

/**
 * Guarded twice: by the lane's token, and by the number of the attempt, which is written once. Nothing is joined: the
 * planner knows this table as it was when nothing waited, and would read all of a tenant to find a few.
 */
const isMet = `d.tenant_id = $1 AND d.subscription_id = ANY($2::uuid[]) AND d.id = ANY($3::uuid[])
  AND (SELECT l.lease_token FROM webhooks.lanes AS l WHERE l.subscription_id = d.subscription_id) = ${given('$4::bigint[]')}
  AND d.attempt_count = ${given('$5::integer[]')} - 1`;

/** Those that have ended leave for the history, written there once. */
const endSql = `
  WITH ended AS (
    DELETE FROM webhooks.live_deliveries AS d WHERE ${isMet}
    RETURNING d.id, d.subscription_id, d.event_id, d.generation, d.event_type, ${given('$7::text[]')} AS state, d.deadline_at,
      d.attempt_count, d.attempts || ${given('$6::text[]')} AS attempts, ${given('$8::integer[]')} AS answered_ms, d.created_at
  )
  INSERT INTO webhooks.deliveries (tenant_id, id, subscription_id, event_id, generation, event_type, state, deadline_at,
    attempt_count, attempts, answered_ms, created_at, finished_at)
  SELECT $1, id, subscription_id, event_id, generation, event_type, state, deadline_at,
    attempt_count + 1, attempts, answered_ms, created_at, $9 FROM ended`;

/** The others wait, or are held; one that was held meanwhile stays so. */
const keepSql = `
  UPDATE webhooks.live_deliveries AS d SET
    attempt_count = d.attempt_count + 1,
    attempts = d.attempts || ${given('$6::text[]')},
    reason = CASE d.state WHEN 'held' THEN d.reason ELSE ${given('$7::text[]')} END,
    next_attempt_at = CASE d.state WHEN 'held' THEN NULL ELSE ${given('$8::timestamptz[]')} END,
    state = CASE WHEN ${given('$8::timestamptz[]')} IS NULL THEN 'held' ELSE d.state END
  WHERE ${isMet}`;

export async function writeOutcomes(db: TenantDb, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const ended = outcomes.filter(({ step }) => step.state === 'succeeded' || step.state === 'exhausted');
  const kept = outcomes.filter(({ step }) => step.state === 'pending' || step.state === 'held');
  const asked: Promise<unknown>[] = [];
  if (ended.length > 0)
    asked.push(
      db.query(endSql, [
        ...common(db, ended),
        ended.map(({ step }) => step.state),
        ended.map(({ attempt }) => attempt.timings.answered_ms),
        now,
      ]),
    );
  if (kept.length > 0)
    asked.push(
      db.query(keepSql, [
        ...common(db, kept),
        kept.map(({ step }) => (step.state === 'held' ? step.reason : null)),
        kept.map(({ step }) => (step.state === 'pending' ? new Date(step.nextAttemptAt) : null)),
      ]),
    );
  await Promise.all(asked);
}

function common({ tenantId }: TenantDb, outcomes: readonly Outcome[]): readonly unknown[] {
  return [
    tenantId,
    [...new Set(outcomes.map(({ lane }) => lane.subscriptionId))],
    outcomes.map(({ deliveryId }) => deliveryId),
    outcomes.map(({ lane }) => lane.token),
    outcomes.map(({ attempt }) => attempt.number),
    outcomes.map(({ attempt }) => JSON.stringify(attempt)),
  ];
}

/**
 * Due at once when something has come in since the lane's deliveries were read: the look for the next one would not see
 * what is being written beside it. A lane that was reset meanwhile stays as new: what was tried went to the old address.
 * Rows are locked in one order, so that nobody waits for another in a circle.
 */
const endTurnsSql = `
  WITH given AS (
    SELECT g.*, l.arrivals <> g.arrivals AS has_more, l.failures = g.claimed_failures AND l.window_size = g.claimed_window AS is_same
    FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[], $6::boolean[], $7::integer[], $8::integer[],
      $9::timestamptz[], $10::timestamptz[], $11::integer[], $12::integer[])
      AS g (subscription_id, token, arrivals, more, is_fast, window_size, failures, failing_since, not_before,
        claimed_failures, claimed_window)
    JOIN webhooks.lanes AS l ON l.subscription_id = g.subscription_id AND l.lease_token = g.token
    ORDER BY l.subscription_id FOR UPDATE OF l
  )
  UPDATE webhooks.lanes AS l SET
    lease_until = NULL,
    is_fast = CASE WHEN g.is_same THEN g.is_fast ELSE l.is_fast END,
    window_size = CASE WHEN g.is_same THEN g.window_size ELSE l.window_size END,
    failures = CASE WHEN g.is_same THEN g.failures ELSE l.failures END,
    failing_since = CASE WHEN g.is_same THEN g.failing_since ELSE l.failing_since END,
    not_before = CASE WHEN g.is_same THEN g.not_before END,
    next_due_at = CASE WHEN NOT g.is_same THEN $13::timestamptz WHEN g.more OR g.has_more THEN greatest($13, g.not_before) ELSE (
      SELECT greatest(d.next_attempt_at, g.not_before) FROM webhooks.live_deliveries AS d
      WHERE d.tenant_id = $1 AND d.subscription_id = g.subscription_id AND d.state = 'pending'
      ORDER BY d.next_attempt_at LIMIT 1) END
  FROM given AS g WHERE l.subscription_id = g.subscription_id
  RETURNING l.next_due_at <= $13 AS is_due`;

/** Answers whether one of them is due again. */
export async function endTurns(db: TenantDb, ends: readonly TurnEnd[], now: Date): Promise<boolean> {
  if (ends.length === 0) return false;
  const rows = await db.query<{ is_due: boolean | null }>(endTurnsSql, [
    db.tenantId,
    ends.map(({ lane }) => lane.subscriptionId),
    ends.map(({ lane }) => lane.token),
    ends.map(({ arrivals }) => arrivals),
    ends.map(({ more }) => more),
    ends.map(({ state }) => state.isFast),
    ends.map(({ state }) => state.windowSize),
    ends.map(({ state }) => state.failures),
    ends.map(({ state: { failingSince } }) => (failingSince === null ? null : new Date(failingSince))),
    ends.map(({ notBefore }) => notBefore),
    ends.map(({ lane }) => lane.failures),
    ends.map(({ lane }) => lane.windowSize),
    now,
  ]);
  return rows.some(({ is_due }) => is_due === true);
}
