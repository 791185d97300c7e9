import { type Database, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Topic } from './schema.ts';
import { maySee, type Place } from './wishes-store.ts';

export interface NewMail extends Place {
  readonly topic: Topic;
  readonly thread: string;
  readonly subject: string;
  readonly body: string;
  readonly deadline: Date;
  readonly now: Date;
}

/** To each of these people, and due at once. */
export async function insertMails(
  db: TenantDb,
  { topic, thread, subject, body, clusterId, cloudspaceId, deadline, now }: NewMail,
  recipients: readonly { readonly id: string; readonly userId: string }[],
): Promise<void> {
  if (recipients.length === 0) return;
  await db.query(
    `INSERT INTO auth.mails (tenant_id, id, user_id, topic, cluster_id, cloudspace_id, thread, subject, body, state,
       next_attempt_at, deadline_at, created_at)
     SELECT $1, r.id, r.user_id, $4, $5, $6, $7, $8, $9, 'pending', $11, $10, $11
     FROM unnest($2::uuid[], $3::uuid[]) AS r (id, user_id)`,
    [
      db.tenantId,
      recipients.map(({ id }) => id),
      recipients.map(({ userId }) => userId),
      topic,
      clusterId,
      cloudspaceId,
      thread,
      subject,
      body,
      deadline,
      now,
    ],
  );
  await db.query(
    `INSERT INTO auth.mail_due AS d (tenant_id, due_at) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET due_at = least(d.due_at, excluded.due_at)`,
    [db.tenantId, now],
  );
}

/** Those of suspended tenants wait. */
export async function tenantsWithMail(database: Database, now: Date, most: number): Promise<readonly string[]> {
  const rows = await database.look<{ tenant_id: string }>(
    `SELECT d.tenant_id FROM auth.mail_due AS d JOIN auth.tenants AS t ON t.id = d.tenant_id AND t.state = 'active'
     WHERE d.due_at <= $1 ORDER BY d.due_at LIMIT $2`,
    [now, most],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

export interface DueMail extends Record<string, unknown> {
  readonly id: string;
  readonly user_id: string;
  readonly thread: string;
  readonly subject: string;
  readonly body: string;
  readonly is_held: boolean;
  readonly attempt_count: number;
  readonly deadline_at: Date;
  /** As the person is now; null: there is none. */
  readonly email: string | null;
  readonly is_wanted: boolean;
  readonly may_see: boolean;
}

/** What is due, oldest first, with what has become of each person since it was written. */
export function selectDue(db: TenantDb, now: Date, most: number): Promise<readonly DueMail[]> {
  return db.query<DueMail>(
    `SELECT m.id, m.user_id, m.thread, m.subject, m.body, m.is_held, m.attempt_count, m.deadline_at, u.email,
       coalesce(CASE m.topic WHEN 'incidents' THEN w.incidents_since ELSE w.approvals_since END IS NOT NULL, false) AS is_wanted,
       coalesce(${maySee('m.cluster_id', 'm.cloudspace_id')}, false) AS may_see
     FROM auth.mails AS m
     LEFT JOIN auth.users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
     LEFT JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     LEFT JOIN auth.mail_wishes AS w ON w.tenant_id = u.tenant_id AND w.user_id = u.id
     WHERE ${tenantFilter('m')} AND m.state = 'pending' AND m.next_attempt_at <= $1
     ORDER BY m.id LIMIT $2 FOR UPDATE OF m`,
    [now, most],
  );
}

/** How many each of these people was sent since then, and when the first of those was. */
export async function sentSince(
  db: TenantDb,
  userIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, { readonly count: number; readonly first: Date }>> {
  const rows = await db.query<{ user_id: string; count: number; first: Date }>(
    `SELECT user_id, count(*) AS count, min(finished_at) AS first FROM auth.mails
     WHERE ${tenantFilter()} AND user_id = ANY($1::uuid[]) AND state = 'sent' AND finished_at > $2 GROUP BY user_id`,
    [userIds, since],
  );
  return new Map(rows.map(({ user_id, ...rest }) => [user_id, rest]));
}

/** It ends without being sent, or with it. */
export async function endMails(
  db: TenantDb,
  ids: readonly string[],
  { state, reason }: { readonly state: 'sent' | 'counted' | 'failed' | 'canceled'; readonly reason: string | null },
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `UPDATE auth.mails SET state = $2, reason = $3, next_attempt_at = NULL, finished_at = $4
     WHERE ${tenantFilter()} AND id = ANY($1::uuid[]) AND state = 'pending'`,
    [ids, state, reason, now],
  );
}

export async function holdMail(db: TenantDb, id: string, until: Date): Promise<void> {
  await db.query(
    `UPDATE auth.mails SET is_held = true, reason = 'too_many', next_attempt_at = $2 WHERE ${tenantFilter()} AND id = $1`,
    [id, until],
  );
}

/** Before it is tried: whoever is killed over it leaves it to be tried again then. */
export async function beginAttempt(db: TenantDb, id: string, body: string, againAt: Date): Promise<void> {
  await db.query(
    `UPDATE auth.mails SET attempt_count = attempt_count + 1, body = $2, next_attempt_at = $3, is_held = false
     WHERE ${tenantFilter()} AND id = $1`,
    [id, body, againAt],
  );
}

/** After an attempt that will be made again; that of another worker is not touched. */
export async function noteFailure(db: TenantDb, id: string, attempt: number, reason: string): Promise<void> {
  await db.query(
    `UPDATE auth.mails SET reason = $3 WHERE ${tenantFilter()} AND id = $1 AND attempt_count = $2 AND state = 'pending'`,
    [id, attempt, reason],
  );
}

/**
 * When the tenant is next due, by what is left. Locked first: whoever writes a mail meanwhile waits, and then is seen, or
 * has been.
 */
export async function rearm(db: TenantDb): Promise<void> {
  await db.query('SELECT 1 FROM auth.mail_due WHERE tenant_id = $1 FOR UPDATE', [db.tenantId]);
  await db.query(
    `WITH next AS (SELECT min(next_attempt_at) AS due_at FROM auth.mails WHERE ${tenantFilter()} AND state = 'pending'),
     gone AS (DELETE FROM auth.mail_due WHERE tenant_id = $1 AND (SELECT due_at FROM next) IS NULL)
     UPDATE auth.mail_due SET due_at = next.due_at FROM next WHERE tenant_id = $1 AND next.due_at IS NOT NULL`,
    [db.tenantId],
  );
}
