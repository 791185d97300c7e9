import { defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface DomainRow extends Record<string, unknown> {
  readonly id: string;
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Date | null;
  readonly created_at: Date;
}

const columns = 'id, domain, token, verified_at, created_at';

export const domains = defineList<DomainRow>({
  name: 'sso_domains',
  from: 'auth.sso_domains',
  columns,
  counted: [],
  reach: 'none',
});

export async function selectDomain(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<DomainRow | undefined> {
  const [row] = await db.query<DomainRow>(
    `SELECT ${columns} FROM auth.sso_domains WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Until the transaction ends, too: who removes the domain waits for it, and then finds the session it began. */
export async function staysVerified(db: TenantDb, domain: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM auth.sso_domains WHERE ${tenantFilter()} AND domain = $1 AND verified_at IS NOT NULL FOR SHARE`,
    [domain],
  );
  return rows.length > 0;
}

/** False when the tenant has it already. */
export async function insertDomain(
  db: TenantDb,
  { id, domain, token }: Pick<DomainRow, 'id' | 'domain' | 'token'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO auth.sso_domains (tenant_id, id, domain, token, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, domain) DO NOTHING RETURNING id`,
    [db.tenantId, id, domain, token, now],
  );
  return rows.length > 0;
}

export async function setVerified(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(`UPDATE auth.sso_domains SET verified_at = $2 WHERE ${tenantFilter()} AND id = $1`, [id, now]);
}

/** Whether the domain is this tenant's now: of two that prove it at once, one gets it. */
export async function takeDomain(db: TenantDb, { id, domain }: Pick<DomainRow, 'id' | 'domain'>): Promise<boolean> {
  await db.query(
    'INSERT INTO auth.sso_domains_taken (domain, tenant_id, domain_id) VALUES ($1, $2, $3) ON CONFLICT (domain) DO NOTHING',
    [domain, db.tenantId, id],
  );
  const rows = await db.query('SELECT 1 FROM auth.sso_domains_taken WHERE domain = $1 AND tenant_id = $2', [
    domain,
    db.tenantId,
  ]);
  return rows.length > 0;
}

export async function deleteDomain(db: TenantDb, { id, domain }: Pick<DomainRow, 'id' | 'domain'>): Promise<void> {
  await db.query('DELETE FROM auth.sso_domains_taken WHERE domain = $1 AND tenant_id = $2', [domain, db.tenantId]);
  await db.query(`DELETE FROM auth.sso_domains WHERE ${tenantFilter()} AND id = $1`, [id]);
}
