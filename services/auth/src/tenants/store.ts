import { anyOf, defineList, type Handle } from '@wheelhouse/kit';
import { type TenantState, tenantStates } from './state.ts';

/** Above tenants: any transaction may read it. Who may is decided by the service. */
export interface TenantRow extends Record<string, unknown> {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly state: TenantState;
  readonly operator: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly delete_after: Date | null;
  readonly purging_since: Date | null;
}

const columns = 'id, slug, name, state, operator, created_at, updated_at, delete_after, purging_since';

/** False when the slug is taken. */
export async function insertTenant(
  db: Handle,
  tenant: Pick<TenantRow, 'id' | 'slug' | 'name' | 'operator'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO auth.tenants (id, slug, name, state, operator, created_at, updated_at)
     VALUES ($1, $2, $3, 'active', $4, $5, $5) ON CONFLICT (slug) DO NOTHING RETURNING id`,
    [tenant.id, tenant.slug, tenant.name, tenant.operator, now],
  );
  return rows.length > 0;
}

export async function selectTenant(
  db: Handle,
  id: string,
  lock: 'FOR NO KEY UPDATE' | '' = '',
): Promise<TenantRow | undefined> {
  const [row] = await db.query<TenantRow>(`SELECT ${columns} FROM auth.tenants WHERE id = $1 ${lock}`, [id]);
  return row;
}

export async function selectTenantBySlug(db: Handle, slug: string): Promise<TenantRow | undefined> {
  const [row] = await db.query<TenantRow>(`SELECT ${columns} FROM auth.tenants WHERE slug = $1`, [slug]);
  return row;
}

export const tenants = defineList<TenantRow>({
  name: 'tenants',
  from: 'auth.tenants',
  columns,
  aboveTenants: true,
  reach: 'none',
  filters: { state: anyOf(tenantStates) },
});

/** Those among them that there are, and the operator's. */
export function selectKnownTenants(
  db: Handle,
  ids: readonly string[],
): Promise<readonly Pick<TenantRow, 'id' | 'operator'>[]> {
  return db.query<Pick<TenantRow, 'id' | 'operator'>>(
    'SELECT id, operator FROM auth.tenants WHERE id = ANY($1) OR operator',
    [ids],
  );
}

/** Suspended by the operator, or about to be deleted. */
export async function selectSuspendedTenants(db: Handle): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM auth.tenants WHERE state <> 'active'`);
  return rows.map(({ id }) => id);
}

export async function updateTenantName(db: Handle, id: string, name: string, now: Date): Promise<void> {
  await db.query('UPDATE auth.tenants SET name = $2, updated_at = $3 WHERE id = $1', [id, name, now]);
}

export async function updateTenantState(
  db: Handle,
  id: string,
  { state, deleteAfter }: { readonly state: TenantState; readonly deleteAfter: Date | null },
  now: Date,
): Promise<void> {
  await db.query('UPDATE auth.tenants SET state = $2, delete_after = $3, updated_at = $4 WHERE id = $1', [
    id,
    state,
    deleteAfter,
    now,
  ]);
}
