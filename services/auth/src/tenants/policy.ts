import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** How the people of a tenant sign in. */
export interface SignInPolicy {
  readonly require_totp: boolean;
  readonly require_sso: boolean;
}

const defaults: SignInPolicy = { require_totp: false, require_sso: false };

export async function policyOf(db: TenantDb): Promise<SignInPolicy> {
  const [row] = await db.query<{ require_totp: boolean; require_sso: boolean }>(
    `SELECT require_totp, require_sso FROM auth.sign_in_policies WHERE ${tenantFilter()}`,
  );
  return row ?? defaults;
}

/** As it stays until the transaction ends: who changes it waits, and then finds the session that was begun under it. */
export async function heldPolicyOf(db: TenantDb): Promise<SignInPolicy> {
  await db.query('SELECT 1 FROM auth.tenants WHERE id = $1 FOR SHARE', [db.tenantId]);
  return policyOf(db);
}

export async function savePolicy(db: TenantDb, { require_totp, require_sso }: SignInPolicy, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO auth.sign_in_policies (tenant_id, require_totp, require_sso, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET require_totp = $2, require_sso = $3, updated_at = $4`,
    [db.tenantId, require_totp, require_sso, now],
  );
}
