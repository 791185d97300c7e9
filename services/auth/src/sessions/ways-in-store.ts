import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** Those that a condition finds, one after the other in a fixed order: two who end the same ones do not block each other. */
async function endWhere(db: TenantDb, condition: string, now: Date, ...values: unknown[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `UPDATE auth.sessions SET ended_at = $1 WHERE ${tenantFilter()} AND id IN
       (SELECT s.id FROM auth.sessions AS s
        JOIN auth.users AS u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
        JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
        WHERE ${tenantFilter('s')} AND s.ended_at IS NULL AND s.expires_at > $1 AND ${condition}
        ORDER BY s.id FOR UPDATE OF s)
     RETURNING id`,
    [now, ...values],
  );
  return rows.map(({ id }) => id);
}

/** All but those by single sign-on, and those of owners with a second factor. */
export function endBesideSso(db: TenantDb, now: Date): Promise<readonly string[]> {
  return endWhere(db, `s.method <> 'sso' AND (r.builtin IS DISTINCT FROM 'owner' OR u.totp_confirmed_at IS NULL)`, now);
}

export function endOfSso(db: TenantDb, now: Date): Promise<readonly string[]> {
  return endWhere(db, `s.method = 'sso'`, now);
}

/** Sessions from before the domain was written down go by their user's address. */
export function endOfDomain(db: TenantDb, domain: string, now: Date): Promise<readonly string[]> {
  return endWhere(db, `s.method = 'sso' AND coalesce(s.mail_domain, split_part(u.email, '@', 2)) = $2`, now, domain);
}
