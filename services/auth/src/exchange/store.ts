import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface TokenRow extends Record<string, unknown> {
  readonly owner_id: string;
  readonly token_scopes: readonly string[];
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
}

/** With the user's role as it is now; null when there is no such user any more. */
export interface PersonalTokenRow extends TokenRow {
  readonly user_state: 'invited' | 'active' | 'suspended' | null;
  readonly scopes: readonly string[];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
}

export async function selectPersonalToken(db: TenantDb, id: string): Promise<PersonalTokenRow | undefined> {
  const [row] = await db.query<PersonalTokenRow>(
    `SELECT c.owner_id, c.scopes AS token_scopes, c.expires_at, c.revoked_at, u.state AS user_state,
       coalesce(r.scopes, '{}') AS scopes, r.cluster_ids, r.cloudspace_ids
     FROM auth.credentials AS c
     LEFT JOIN auth.users AS u ON u.tenant_id = c.tenant_id AND u.id = c.owner_id
     LEFT JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     WHERE ${tenantFilter('c')} AND c.kind = 'personal' AND c.id = $1`,
    [id],
  );
  return row;
}

export async function selectReportingToken(db: TenantDb, id: string): Promise<TokenRow | undefined> {
  const [row] = await db.query<TokenRow>(
    `SELECT owner_id, scopes AS token_scopes, expires_at, revoked_at FROM auth.credentials
     WHERE ${tenantFilter()} AND kind = 'reporting' AND id = $1`,
    [id],
  );
  return row;
}

export interface IngestTokenRow extends TokenRow {
  readonly purpose: string;
  readonly cluster_id: string | null;
}

export async function selectIngestToken(db: TenantDb, id: string): Promise<IngestTokenRow | undefined> {
  const [row] = await db.query<IngestTokenRow>(
    `SELECT owner_id, scopes AS token_scopes, expires_at, revoked_at, purpose, cluster_id FROM auth.credentials
     WHERE ${tenantFilter()} AND kind = 'ingest' AND id = $1`,
    [id],
  );
  return row;
}
