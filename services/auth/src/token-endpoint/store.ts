import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** A secret and the account it belongs to. */
export interface ClientRow extends Record<string, unknown> {
  readonly account_id: string;
  readonly state: 'active' | 'suspended';
  readonly scopes: readonly string[];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
}

export async function selectClient(db: TenantDb, secretId: string): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow>(
    `SELECT a.id AS account_id, a.state, a.scopes, a.cluster_ids, a.cloudspace_ids, c.expires_at, c.revoked_at
     FROM auth.credentials AS c JOIN auth.service_accounts AS a ON a.tenant_id = c.tenant_id AND a.id = c.owner_id
     WHERE ${tenantFilter('c')} AND c.kind = 'service' AND c.id = $1`,
    [secretId],
  );
  return row;
}
