import { type SystemDb, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface Expiring {
  readonly id: string;
  readonly kind: 'personal' | 'service' | 'reporting' | 'ingest';
  readonly owner_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly expires_at: Date;
  /** Within how many days it ends. */
  readonly days: number;
  /** Of the user of a personal token who can still do something about it. */
  readonly email: string | null;
}
type ExpiringRow = Expiring & Record<string, unknown>;

/**
 * Credentials that have come within one of these numbers of days of their end since that was last asked,
 * each told as such once. One that never had so many days is not told of that number.
 */
export function takeExpiring(db: TenantDb, now: Date, noticeDays: readonly number[]): Promise<readonly Expiring[]> {
  return db.query<ExpiringRow>(
    `UPDATE auth.credentials AS c SET told_days = due.days
     FROM (
       SELECT e.tenant_id, e.id, n.days, u.email FROM auth.credentials AS e
       CROSS JOIN LATERAL (
         SELECT min(d) AS days FROM unnest($2::integer[]) AS d
         WHERE e.expires_at <= $1::timestamptz + make_interval(hours => 24 * d)
           AND e.expires_at > e.created_at + make_interval(hours => 24 * d)
       ) AS n
       LEFT JOIN auth.users AS u ON u.tenant_id = e.tenant_id AND u.id = e.owner_id AND u.state = 'active' AND e.kind = 'personal'
       WHERE ${tenantFilter('e')} AND e.revoked_at IS NULL AND e.expires_at > $1
         AND e.expires_at <= $1::timestamptz + make_interval(hours => 24 * $3::integer)
     ) AS due
     WHERE ${tenantFilter('c')} AND c.id = due.id AND due.days < coalesce(c.told_days, $3::integer + 1)
     RETURNING c.id, c.kind, c.owner_id, c.name, c.prefix, c.expires_at, due.days, due.email`,
    [now, noticeDays, Math.max(...noticeDays)],
  );
}

export async function activeTenants(db: SystemDb, after: string | undefined, most: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM auth.tenants WHERE state = 'active' AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
    [after ?? null, most],
  );
  return rows.map(({ id }) => id);
}
