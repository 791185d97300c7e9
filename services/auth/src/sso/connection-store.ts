import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface ConnectionRow extends Record<string, unknown> {
  readonly id: string;
  /** Another one with every change. */
  readonly version: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Sealed. */
  readonly client_secret: string;
  readonly scopes: readonly string[];
  readonly group_claim: string;
  readonly default_role_id: string | null;
  readonly enabled: boolean;
  readonly set_by: string;
  readonly set_by_owner: boolean;
  readonly set_scopes: readonly string[];
  readonly set_cluster_ids: readonly string[] | null;
  readonly set_cloudspace_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface GroupRole extends Record<string, unknown> {
  readonly group_name: string;
  readonly role_id: string;
}

const columns = [
  'id',
  'version',
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'group_claim',
  'default_role_id',
  'enabled',
  'set_by',
  'set_by_owner',
  'set_scopes',
  'set_cluster_ids',
  'set_cloudspace_ids',
  'created_at',
  'updated_at',
] as const;

export async function selectConnection(
  db: TenantDb,
  lock: 'FOR UPDATE' | 'FOR SHARE' | '' = '',
): Promise<ConnectionRow | undefined> {
  const [row] = await db.query<ConnectionRow>(
    `SELECT ${columns.join(', ')} FROM auth.sso_connections WHERE ${tenantFilter()} ${lock}`,
  );
  return row;
}

/** In the order in which they count. */
export function selectGroupRoles(db: TenantDb, connectionId: string): Promise<readonly GroupRole[]> {
  return db.query<GroupRole>(
    `SELECT group_name, role_id FROM auth.sso_group_roles WHERE ${tenantFilter()} AND connection_id = $1 ORDER BY position`,
    [connectionId],
  );
}

export async function saveConnection(
  db: TenantDb,
  connection: ConnectionRow,
  groupRoles: readonly GroupRole[],
): Promise<void> {
  const changed = columns.filter((column) => column !== 'id' && column !== 'created_at');
  await db.query(
    `INSERT INTO auth.sso_connections (tenant_id, ${columns.join(', ')})
     VALUES ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})
     ON CONFLICT (tenant_id, id) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [db.tenantId, ...columns.map((column) => connection[column])],
  );
  await db.query(`DELETE FROM auth.sso_group_roles WHERE ${tenantFilter()} AND connection_id = $1`, [connection.id]);
  await db.query(
    `INSERT INTO auth.sso_group_roles (tenant_id, connection_id, group_name, role_id, position)
     SELECT $1, $2, g.group_name, g.role_id, g.position
     FROM unnest($3::text[], $4::uuid[]) WITH ORDINALITY AS g (group_name, role_id, position)`,
    [
      db.tenantId,
      connection.id,
      groupRoles.map(({ group_name }) => group_name),
      groupRoles.map(({ role_id }) => role_id),
    ],
  );
}

export async function deleteConnection(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM auth.sso_connections WHERE ${tenantFilter()} AND id = $1`, [id]);
}
