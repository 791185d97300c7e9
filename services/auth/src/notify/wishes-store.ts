import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Topic } from './schema.ts';

export interface WishRow extends Record<string, unknown> {
  readonly email: string;
  readonly incidents: boolean;
  readonly approvals: boolean;
}

/** Of a user; undefined when there is none. */
export async function selectWishes(db: TenantDb, userId: string): Promise<WishRow | undefined> {
  const [row] = await db.query<WishRow>(
    `SELECT u.email, w.incidents_since IS NOT NULL AS incidents, w.approvals_since IS NOT NULL AS approvals
     FROM auth.users AS u LEFT JOIN auth.mail_wishes AS w ON w.tenant_id = u.tenant_id AND w.user_id = u.id
     WHERE ${tenantFilter('u')} AND u.id = $1`,
    [userId],
  );
  return row;
}

/** What stays wanted keeps its time. */
export async function upsertWishes(
  db: TenantDb,
  userId: string,
  wanted: Readonly<Record<Topic, boolean | undefined>>,
  now: Date,
): Promise<void> {
  const next = (topic: Topic, place: string) =>
    `CASE WHEN ${place}::boolean IS NULL THEN w.${topic}_since WHEN ${place} THEN coalesce(w.${topic}_since, $5) END`;
  await db.query(
    `INSERT INTO auth.mail_wishes AS w (tenant_id, user_id, incidents_since, approvals_since)
     VALUES ($1, $2, CASE WHEN $3::boolean THEN $5::timestamptz END, CASE WHEN $4::boolean THEN $5 END)
     ON CONFLICT (tenant_id, user_id) DO UPDATE SET
       incidents_since = ${next('incidents', '$3')}, approvals_since = ${next('approvals', '$4')}`,
    [db.tenantId, userId, wanted.incidents ?? null, wanted.approvals ?? null, now],
  );
}

/** Where something happened; neither: in the tenant as a whole. */
export interface Place {
  readonly clusterId: string | null;
  readonly cloudspaceId: string | null;
}

/**
 * Of a person `u` with a role `r`: they may sign in, may read, and their role reaches the place. Limits are a union, as
 * everywhere.
 */
export const maySee = (cluster: string, cloudspace: string): string => `u.state = 'active' AND 'read' = ANY(r.scopes)
  AND (r.cluster_ids IS NULL AND r.cloudspace_ids IS NULL OR ${cluster} = ANY(r.cluster_ids) OR ${cloudspace} = ANY(r.cloudspace_ids))`;

/** Who asked for it before it happened, and may see it. */
export async function selectRecipients(
  db: TenantDb,
  topic: Topic,
  { clusterId, cloudspaceId }: Place,
  occurredAt: string,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT u.id FROM auth.mail_wishes AS w
     JOIN auth.users AS u ON u.tenant_id = w.tenant_id AND u.id = w.user_id
     JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     WHERE ${tenantFilter('w')} AND w.${topic}_since <= $3 AND ${maySee('$1::uuid', '$2::uuid')} ORDER BY u.id`,
    [clusterId, cloudspaceId, occurredAt],
  );
  return rows.map(({ id }) => id);
}
