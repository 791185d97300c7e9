import type { IngestPurpose } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export type CredentialKind = 'personal' | 'service' | 'reporting' | 'ingest';

export interface Credential {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly owner_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Of an ingest token: what it may send. */
  readonly purpose: IngestPurpose | null;
  /** Of an ingest token: the one cluster it may send for; null for any. */
  readonly cluster_id: string | null;
  readonly prefix: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_used_ip: string | null;
}

export type CredentialRow = Credential & Record<string, unknown>;

export const columns =
  'id, kind, owner_id, name, scopes, purpose, cluster_id, prefix, last_four, created_at, expires_at, revoked_at, last_used_at, last_used_ip';

export async function insertCredential(
  db: TenantDb,
  row: Omit<Credential, 'revoked_at' | 'last_used_at' | 'last_used_ip'> & { readonly created_by: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO auth.credentials (tenant_id, id, kind, owner_id, name, scopes, purpose, cluster_id, prefix, last_four, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      db.tenantId,
      row.id,
      row.kind,
      row.owner_id,
      row.name,
      row.scopes,
      row.purpose,
      row.cluster_id,
      row.prefix,
      row.last_four,
      row.created_by,
      row.created_at,
      row.expires_at,
    ],
  );
}

export async function countLive(db: TenantDb, kind: CredentialKind, ownerId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM auth.credentials
     WHERE ${tenantFilter()} AND kind = $1 AND owner_id = $2 AND revoked_at IS NULL AND expires_at > $3`,
    [kind, ownerId, now],
  );
  return row?.n ?? 0;
}

export async function selectCredential(
  db: TenantDb,
  kind: CredentialKind,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Credential | undefined> {
  const [row] = await db.query<CredentialRow>(
    `SELECT ${columns} FROM auth.credentials WHERE ${tenantFilter()} AND kind = $1 AND id = $2 ${lock}`,
    [kind, id],
  );
  return row;
}

export async function setRevoked(db: TenantDb, id: string, by: string | null, now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.credentials SET revoked_at = $2, revoked_by = $3 WHERE ${tenantFilter()} AND id = $1 AND revoked_at IS NULL`,
    [id, now, by],
  );
}

export async function deleteCredentialsOf(
  db: TenantDb,
  kind: CredentialKind,
  ownerId: string,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM auth.credentials WHERE ${tenantFilter()} AND kind = $1 AND owner_id = $2 RETURNING id`,
    [kind, ownerId],
  );
  return rows.map(({ id }) => id);
}

export interface Use {
  readonly id: string;
  readonly at: Date;
  readonly ip: string;
}

/** Several processes tell of the same credential: the latest use stays. */
export async function setLastUsed(db: TenantDb, uses: readonly Use[]): Promise<void> {
  await db.query(
    `UPDATE auth.credentials AS c SET last_used_at = u.at, last_used_ip = u.ip
     FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS u (id, at, ip)
     WHERE ${tenantFilter('c')} AND c.id = u.id AND (c.last_used_at IS NULL OR c.last_used_at < u.at)`,
    [uses.map(({ id }) => id), uses.map(({ at }) => at), uses.map(({ ip }) => ip)],
  );
}
