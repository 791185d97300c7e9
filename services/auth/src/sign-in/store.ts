import { type SystemDb, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface TenantRow extends Record<string, unknown> {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'deleting';
}

const tenantColumns = 'id, slug, name, state';

/** Before anybody is known. */
export async function selectTenant(db: SystemDb, slug: string): Promise<TenantRow | undefined> {
  const [row] = await db.query<TenantRow>(`SELECT ${tenantColumns} FROM auth.tenants WHERE slug = $1`, [slug]);
  return row;
}

/** Two at most: whether there is one or more. */
export function selectFirstTenants(db: SystemDb): Promise<readonly TenantRow[]> {
  return db.query<TenantRow>(`SELECT ${tenantColumns} FROM auth.tenants LIMIT 2`);
}

export interface LoginRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: 'invited' | 'active' | 'suspended';
  readonly password_hash: string | null;
  readonly owner: boolean;
}

const loginColumns = `u.id, u.email, u.name, u.state, u.password_hash, r.builtin IS NOT DISTINCT FROM 'owner' AS owner`;
const logins = 'auth.users AS u JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id';

export async function selectLoginByEmail(db: TenantDb, email: string): Promise<LoginRow | undefined> {
  const [row] = await db.query<LoginRow>(
    `SELECT ${loginColumns} FROM ${logins} WHERE ${tenantFilter('u')} AND u.email = $1`,
    [email],
  );
  return row;
}

export async function selectLogin(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE OF u' | '' = '',
): Promise<LoginRow | undefined> {
  const [row] = await db.query<LoginRow>(
    `SELECT ${loginColumns} FROM ${logins} WHERE ${tenantFilter('u')} AND u.id = $1 ${lock}`,
    [id],
  );
  return row;
}

export async function noteLogin(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(`UPDATE auth.users SET last_login_at = $2 WHERE ${tenantFilter()} AND id = $1`, [id, now]);
}

/** The same password, hashed at another cost. */
export async function updateHash(db: TenantDb, id: string, hash: string): Promise<void> {
  await db.query(`UPDATE auth.users SET password_hash = $2 WHERE ${tenantFilter()} AND id = $1`, [id, hash]);
}

export async function updatePassword(db: TenantDb, id: string, hash: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.users SET password_hash = $2, password_changed_at = $3, updated_at = $3
     WHERE ${tenantFilter()} AND id = $1`,
    [id, hash, now],
  );
}
