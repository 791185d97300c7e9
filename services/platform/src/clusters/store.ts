import {
  boundedTotal,
  type Filters,
  type SortedPage,
  sortedSelect,
  type TenantDb,
  tenantFilter,
} from '@wheelhouse/kit';
import type { ClusterReason } from './reasons.ts';
import type { KnownRights } from './rights.ts';
import type { ClusterPhase } from './state.ts';

export interface ClusterRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly server: string;
  /** Sealed. */
  readonly credentials: string;
  readonly credential_kind: 'token' | 'client_certificate';
  readonly credential_expires_at: Date | null;
  /** Grows with every change of server or credentials. */
  readonly generation: number;
  readonly phase: ClusterPhase;
  readonly reason: ClusterReason;
  readonly message: string;
  readonly last_seen_at: Date | null;
  readonly version: string | null;
  readonly rights: KnownRights;
  readonly rights_checked_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = [
  'id',
  'name',
  'description',
  'server',
  'credentials',
  'credential_kind',
  'credential_expires_at',
  'generation',
  'phase',
  'reason',
  'message',
  'last_seen_at',
  'version',
  'rights',
  'rights_checked_at',
  'created_at',
  'updated_at',
] as const;

export interface ClusterFilters extends Filters {
  readonly phase: readonly string[] | undefined;
  /** One text, with which names begin. */
  readonly q: readonly string[] | undefined;
  /** Those a caller may see; undefined is all. */
  readonly id: readonly string[] | undefined;
}

export function selectClusters(
  db: TenantDb,
  page: SortedPage,
  filters: ClusterFilters,
): Promise<readonly ClusterRow[]> {
  const values: unknown[] = [];
  const select = `SELECT ${columns.join(', ')} FROM platform.clusters`;
  return db.query<ClusterRow>(sortedSelect(select, matching(filters, values), page, values), values);
}

export function countClusters(db: TenantDb, filters: ClusterFilters): ReturnType<typeof boundedTotal> {
  const values: unknown[] = [];
  return boundedTotal(db, `FROM platform.clusters WHERE ${matching(filters, values).join(' AND ')}`, values);
}

function matching({ phase, q, id }: ClusterFilters, values: unknown[]): readonly string[] {
  const conditions = [tenantFilter()];
  if (phase !== undefined) conditions.push(`phase = ANY($${values.push(phase)})`);
  if (id !== undefined) conditions.push(`id = ANY($${values.push(id)}::uuid[])`);
  for (const text of q ?? [])
    conditions.push(`name LIKE $${values.push(`${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`);
  return conditions;
}

export async function selectCluster(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ClusterRow | undefined> {
  const [row] = await db.query<ClusterRow>(
    `SELECT ${columns.join(', ')} FROM platform.clusters WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

export async function selectClusterIds(db: TenantDb): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM platform.clusters WHERE ${tenantFilter()}`);
  return rows.map(({ id }) => id);
}

export async function insertCluster(db: TenantDb, row: ClusterRow): Promise<void> {
  const places = columns.map((_, index) => `$${index + 2}`);
  await db.query(`INSERT INTO platform.clusters (tenant_id, ${columns.join(', ')}) VALUES ($1, ${places.join(', ')})`, [
    db.tenantId,
    ...columns.map((column) => row[column]),
  ]);
}

/** What people set. */
export function updateSettings(db: TenantDb, row: ClusterRow): Promise<void> {
  return update(db, row, [
    'name',
    'description',
    'server',
    'credentials',
    'credential_kind',
    'credential_expires_at',
    'generation',
    'rights',
    'rights_checked_at',
    'updated_at',
  ]);
}

/** What a probe finds. */
export function updateFound(db: TenantDb, row: ClusterRow): Promise<void> {
  return update(db, row, [
    'phase',
    'reason',
    'message',
    'last_seen_at',
    'version',
    'rights',
    'rights_checked_at',
    'updated_at',
  ]);
}

async function update(db: TenantDb, row: ClusterRow, changed: readonly (typeof columns)[number][]): Promise<void> {
  const set = changed.map((column, index) => `${column} = $${index + 2}`);
  await db.query(`UPDATE platform.clusters SET ${set.join(', ')} WHERE ${tenantFilter()} AND id = $1`, [
    row.id,
    ...changed.map((column) => row[column]),
  ]);
}

export async function deleteCluster(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM platform.clusters WHERE ${tenantFilter()} AND id = $1`, [id]);
}
