import type { Database, TenantDb } from '@wheelhouse/kit';
import type { SecretKind } from './format.ts';

/** Where a shown secret leads: the tenant and the thing it belongs to. */
export interface SecretPlace {
  readonly tenantId: string;
  readonly id: string;
}

export async function rememberSecret(db: TenantDb, kind: SecretKind, id: string, hash: Buffer): Promise<void> {
  await db.query('INSERT INTO auth.secret_hashes (hash, kind, tenant_id, id) VALUES ($1, $2, $3, $4)', [
    hash,
    kind,
    db.tenantId,
    id,
  ]);
}

export async function forgetSecrets(db: TenantDb, ...ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM auth.secret_hashes WHERE tenant_id = $1 AND id = ANY($2)', [db.tenantId, ids]);
}

/** Before the caller's tenant is known; whoever is found is then read in a transaction of that tenant. */
export async function findSecret(database: Database, kind: SecretKind, hash: Buffer): Promise<SecretPlace | undefined> {
  const [row] = await database.look<{ tenant_id: string; id: string }>(
    'SELECT tenant_id, id FROM auth.secret_hashes WHERE hash = $1 AND kind = $2',
    [hash, kind],
  );
  return row && { tenantId: row.tenant_id, id: row.id };
}
