import type { Handle, PageRequest } from '@wheelhouse/kit';
import type { TenantState } from './state.ts';

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

export function selectTenants(
  db: Handle,
  page: PageRequest,
  states: readonly string[] | undefined,
): Promise<readonly TenantRow[]> {
  return db.query<TenantRow>(
    `SELECT ${columns} FROM auth.tenants
     WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text[] IS NULL OR state = ANY($2))
     ORDER BY id DESC LIMIT $3`,
    [page.afterId ?? null, states ?? null, page.limit + 1],
  );
}

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

/** Counted as they are: there are as many rows as tenants. */
export async function countTenants(db: Handle, states: readonly string[] | undefined): Promise<{ total: number }> {
  const [row] = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM auth.tenants WHERE ($1::text[] IS NULL OR state = ANY($1))',
    [states ?? null],
  );
  return { total: row?.total ?? 0 };
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
