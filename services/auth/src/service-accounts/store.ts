import { anyOf, defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Scope } from '@wheelhouse/contracts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly state: 'active' | 'suspended';
  readonly scopes: readonly Scope[];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}
type AccountRow = Account & Record<string, unknown>;

const columns = 'id, name, description, state, scopes, cluster_ids, cloudspace_ids, created_by, created_at, updated_at';

export const accounts = defineList<AccountRow>({
  name: 'service_accounts',
  from: 'auth.service_accounts',
  columns,
  counted: ['state'],
  reach: 'none',
  filters: { state: anyOf(['active', 'suspended']) },
});

export async function selectAccount(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Account | undefined> {
  const [row] = await db.query<AccountRow>(
    `SELECT ${columns} FROM auth.service_accounts WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

export async function insertAccount(db: TenantDb, account: Account): Promise<void> {
  const { id, name, description, state, scopes, cluster_ids, cloudspace_ids, created_by, created_at } = account;
  await db.query(
    `INSERT INTO auth.service_accounts (tenant_id, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [db.tenantId, id, name, description, state, scopes, cluster_ids, cloudspace_ids, created_by, created_at],
  );
}

export async function updateAccount(db: TenantDb, account: Account): Promise<void> {
  const { id, name, description, state, scopes, cluster_ids, cloudspace_ids, updated_at } = account;
  await db.query(
    `UPDATE auth.service_accounts SET name = $2, description = $3, state = $4, scopes = $5, cluster_ids = $6,
       cloudspace_ids = $7, updated_at = $8
     WHERE ${tenantFilter()} AND id = $1`,
    [id, name, description, state, scopes, cluster_ids, cloudspace_ids, updated_at],
  );
}

export async function deleteAccount(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM auth.service_accounts WHERE ${tenantFilter()} AND id = $1`, [id]);
}

export function selectSecretMakers(
  db: TenantDb,
  accountIds: readonly string[],
): Promise<readonly { readonly service_account_id: string; readonly user_id: string }[]> {
  return db.query(
    `SELECT DISTINCT owner_id AS service_account_id, created_by AS user_id FROM auth.credentials
     WHERE ${tenantFilter()} AND kind = 'service' AND owner_id = ANY($1) AND created_by IS NOT NULL`,
    [accountIds],
  );
}
