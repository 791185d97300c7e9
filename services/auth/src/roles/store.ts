import { defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { BuiltinRole } from './builtin.ts';
import type { Power } from './power.ts';

export interface RoleRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly builtin: BuiltinRole | null;
  readonly scopes: readonly string[];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RoleContent extends Power {
  readonly name: string;
  readonly description: string;
}

const columns = 'id, name, description, builtin, scopes, cluster_ids, cloudspace_ids, created_at, updated_at';

export const roles = defineList<RoleRow>({ name: 'roles', from: 'auth.roles', columns, counted: [], reach: 'none' });

export async function selectRole(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<RoleRow | undefined> {
  const [row] = await db.query<RoleRow>(
    `SELECT ${columns} FROM auth.roles WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** False when a role has this name already. */
export async function selectBuiltinRole(db: TenantDb, builtin: BuiltinRole): Promise<RoleRow | undefined> {
  const [row] = await db.query<RoleRow>(`SELECT ${columns} FROM auth.roles WHERE ${tenantFilter()} AND builtin = $1`, [
    builtin,
  ]);
  return row;
}

export async function insertRole(
  db: TenantDb,
  id: string,
  role: RoleContent & { readonly builtin?: BuiltinRole },
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO auth.roles (tenant_id, id, name, description, builtin, scopes, cluster_ids, cloudspace_ids, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (tenant_id, lower(name)) DO NOTHING RETURNING id`,
    [db.tenantId, id, role.name, role.description, role.builtin ?? null, ...limitsOf(role), now],
  );
  return rows.length > 0;
}

export async function updateRole(db: TenantDb, id: string, role: RoleContent, now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.roles SET name = $2, description = $3, scopes = $4, cluster_ids = $5, cloudspace_ids = $6, updated_at = $7
     WHERE ${tenantFilter()} AND id = $1`,
    [id, role.name, role.description, ...limitsOf(role), now],
  );
}

export async function deleteRole(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM auth.roles WHERE ${tenantFilter()} AND id = $1`, [id]);
}

export async function otherRoleNamed(db: TenantDb, id: string, name: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM auth.roles WHERE ${tenantFilter()} AND lower(name) = lower($2) AND id <> $1`,
    [id, name],
  );
  return rows.length > 0;
}

/** At most so many of those who hold it. */
export async function holdersOf(db: TenantDb, roleId: string, most: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM auth.users WHERE ${tenantFilter()} AND role_id = $1 LIMIT $2`,
    [roleId, most],
  );
  return rows.map(({ id }) => id);
}

/** Held to the end of the transaction; see lockPeople. */
export async function lockOwnerRole(db: TenantDb): Promise<void> {
  await db.query(`SELECT 1 FROM auth.roles WHERE ${tenantFilter()} AND builtin = 'owner' FOR NO KEY UPDATE`);
}

function limitsOf({ scopes, clusterIds, cloudspaceIds }: Power): readonly unknown[] {
  return [scopes, clusterIds ?? null, cloudspaceIds ?? null];
}
