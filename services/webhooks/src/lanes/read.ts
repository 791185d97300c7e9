import type { WebhookFormat } from '@wheelhouse/contracts';
import type { Database } from '@wheelhouse/kit';
import type { Claimed } from './claim.ts';

/** What a turn needs to know of its subscription. */
export interface Subscriber extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** Sealed, as the secrets are; of PagerDuty alone. */
  readonly routing_key: string | null;
  readonly state: 'active' | 'paused' | 'disabled' | 'deleted';
  readonly rate_limit_per_second: number | null;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_expires_at: Date | null;
  readonly version: number;
  /** As counted before its deliveries were read: what is counted later may not be among them. */
  readonly arrivals: number;
}

export interface Due extends Record<string, unknown> {
  readonly subscription_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly attempt_count: number;
  /** In milliseconds: a number is read for a tenth of what a date costs. */
  readonly deadline_ms: number;
  readonly body: string;
  /** Of an incident's, for a pager: the newest event of the same incident. */
  readonly newest_body: string | null;
}

export interface Reading {
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  readonly due: ReadonlyMap<string, readonly Due[]>;
}

export interface Asked {
  readonly lane: Claimed;
  /** So many deliveries at most. */
  readonly most: number;
}

/** Lanes of one tenant, read together. One that is missing in the answer is no longer ours, or nobody's. */
export async function readLanes(
  database: Database,
  tenantId: string,
  asked: readonly Asked[],
  now: Date,
): Promise<Reading> {
  const ids = asked.map(({ lane }) => lane.subscriptionId);
  const [subscribers, due] = await database.tenant(tenantId, (db) =>
    db.last(() =>
      Promise.all([
        db.query<Subscriber>(
          `SELECT s.id, s.url, s.format, s.routing_key, s.state, s.rate_limit_per_second, s.secret, s.previous_secret, s.previous_expires_at,
             s.version, l.arrivals
           FROM unnest($2::uuid[], $3::bigint[]) AS a (subscription_id, token)
           JOIN webhooks.lanes AS l ON l.subscription_id = a.subscription_id AND l.lease_token = a.token
           JOIN webhooks.subscriptions AS s ON s.tenant_id = $1 AND s.id = a.subscription_id`,
          [tenantId, ids, asked.map(({ lane }) => lane.token)],
        ),
        db.query<Due>(
          `SELECT a.subscription_id, d.id, d.event_id, d.event_type, d.attempt_count, d.deadline_ms, e.body,
             CASE WHEN s.format = 'pagerduty' AND e.incident_id IS NOT NULL THEN (
               SELECT n.body FROM webhooks.events AS n
               WHERE n.tenant_id = $1 AND n.incident_id = e.incident_id AND n.id >= d.event_id ORDER BY n.id DESC LIMIT 1
             ) END AS newest_body
           FROM unnest($2::uuid[], $3::integer[]) AS a (subscription_id, most)
           JOIN webhooks.subscriptions AS s ON s.tenant_id = $1 AND s.id = a.subscription_id AND s.state = 'active'
           CROSS JOIN LATERAL (
             SELECT l.id, l.event_id, l.event_type, l.attempt_count,
               date_part('epoch', l.deadline_at) * 1000 AS deadline_ms FROM webhooks.live_deliveries AS l
             WHERE l.tenant_id = $1 AND l.subscription_id = a.subscription_id AND l.state = 'pending' AND l.next_attempt_at <= $4
             ORDER BY l.next_attempt_at LIMIT least(a.most, s.rate_limit_per_second)
           ) AS d
           CROSS JOIN LATERAL (
             SELECT e.body, e.incident_id FROM webhooks.events AS e WHERE e.tenant_id = $1 AND e.id = d.event_id LIMIT 1
           ) AS e`,
          [tenantId, ids, asked.map(({ most }) => most), now],
        ),
      ]),
    ),
  );
  const bySubscription = new Map<string, Due[]>();
  for (const row of due) {
    const rows = bySubscription.get(row.subscription_id);
    if (rows === undefined) bySubscription.set(row.subscription_id, [row]);
    else rows.push(row);
  }
  return { subscribers: new Map(subscribers.map((row) => [row.id, row])), due: bySubscription };
}
