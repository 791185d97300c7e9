import { firstIdOf, type TenantDb } from '@wheelhouse/kit';
import { retryWindowMs } from '../wire/schedule.ts';

/** An event to be stored, and told to whom it concerns. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly clusterId: string | null;
  readonly cloudspaceId: string | null;
  /** Of one that tells how an incident stands. */
  readonly incidentId: string | null;
  readonly body: string;
}

const nothing = '00000000-0000-0000-0000-000000000000';
const sameKind = (a: string, b: string) =>
  [
    `${a}.type = ${b}.type`,
    ...['cluster_id', 'cloudspace_id'].map(
      (id) => `coalesce(${a}.${id}, '${nothing}') = coalesce(${b}.${id}, '${nothing}')`,
    ),
  ].join(' AND ');

/**
 * An event that is known already is not told again. Filters are a union; an event with neither id reaches no filtered
 * subscription. Whom a kind of event concerns is found once for all events of that kind. Lanes are locked in one order,
 * so that nobody waits for another in a circle.
 */
const sql = `
  WITH new AS (
    INSERT INTO webhooks.events (tenant_id, id, type, occurred_at, cluster_id, cloudspace_id, body, incident_id, told_at)
    SELECT $1, e.*, $8 FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[], $11::uuid[]) AS e
    ON CONFLICT DO NOTHING RETURNING id, type, occurred_at, cluster_id, cloudspace_id
  ),
  concerned AS MATERIALIZED (
    SELECT k.*, s.id AS subscription_id, s.state, s.created_at
    FROM (SELECT DISTINCT type, cluster_id, cloudspace_id FROM new) AS k
    JOIN webhooks.subscriptions AS s ON s.tenant_id = $1 AND s.state <> 'deleted'
      AND (k.type = ANY(s.events) OR '*' = ANY(s.events))
      AND (s.cluster_ids IS NULL AND s.cloudspace_ids IS NULL
        OR k.cluster_id = ANY(s.cluster_ids) OR k.cloudspace_id = ANY(s.cloudspace_ids))
  ),
  told AS (
    INSERT INTO webhooks.live_deliveries (tenant_id, id, subscription_id, event_id, generation, event_type, state, reason,
      next_attempt_at, deadline_at, created_at)
    SELECT $1, overlay(gen_random_uuid()::text PLACING $10 FROM 1 FOR 15)::uuid, c.subscription_id, e.id, 1, e.type,
      CASE c.state WHEN 'active' THEN 'pending' ELSE 'held' END,
      CASE c.state WHEN 'active' THEN NULL ELSE c.state END,
      CASE c.state WHEN 'active' THEN $8::timestamptz END, $9, $8
    FROM new AS e JOIN concerned AS c ON c.created_at <= e.occurred_at AND ${sameKind('c', 'e')}
    RETURNING subscription_id, state
  ),
  counted AS (
    SELECT subscription_id, count(*) AS n, bool_or(state = 'pending') AS is_due FROM told GROUP BY 1
  ),
  locked AS (
    SELECT c.* FROM counted AS c JOIN webhooks.lanes AS l USING (subscription_id) ORDER BY l.subscription_id FOR UPDATE OF l
  ),
  armed AS (
    UPDATE webhooks.lanes AS l SET arrivals = l.arrivals + c.n,
      next_due_at = CASE WHEN c.is_due THEN least(l.next_due_at, greatest($8, l.not_before)) ELSE l.next_due_at END
    FROM locked AS c WHERE l.subscription_id = c.subscription_id RETURNING 1
  )
  SELECT (SELECT count(*) FROM counted) AS told, (SELECT count(*) FROM armed) AS armed`;

/** The time in front of an id, and its version; what follows is random. */
const timeLength = 15;

export async function fanOut(db: TenantDb, events: readonly NewEvent[], now: Date): Promise<void> {
  const [row] = await db.query<{ told: number; armed: number }>(sql, [
    db.tenantId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ occurredAt }) => occurredAt),
    events.map(({ clusterId }) => clusterId),
    events.map(({ cloudspaceId }) => cloudspaceId),
    events.map(({ body }) => body),
    now,
    new Date(now.getTime() + retryWindowMs),
    firstIdOf(now).slice(0, timeLength),
    events.map(({ incidentId }) => incidentId),
  ]);
  // Tried again, it is seen to be deleted.
  if (row?.told !== row?.armed) throw new Error('a subscription was deleted meanwhile');
}
