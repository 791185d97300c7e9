import { anyOf, defineList, insertRow, prefixOf, type TenantDb, tenantFilter, updateRow } from '@wheelhouse/kit';
import type { ClusterReason } from './reasons.ts';
import type { KnownRights } from './rights.ts';
import { type ClusterPhase, clusterPhases } from './state.ts';

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
  /** Why it cannot be watched although it is reached. */
  readonly watch_fault: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns =
  'id, name, description, server, credentials, credential_kind, credential_expires_at, generation, phase, reason, message, last_seen_at, version, rights, rights_checked_at, watch_fault, created_at, updated_at';

export const clusters = defineList<ClusterRow>({
  name: 'clusters',
  from: 'platform.clusters',
  columns,
  // A name is unique in its tenant: its index gives this order too.
  sorts: { name: { columns: ['name'] } },
  counted: ['phase'],
  reach: { cluster: 'id' },
  filters: { phase: anyOf(clusterPhases), q: prefixOf('name', 63) },
});

export async function selectCluster(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ClusterRow | undefined> {
  const [row] = await db.query<ClusterRow>(
    `SELECT ${columns} FROM platform.clusters WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

export async function selectClusterIds(db: TenantDb): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM platform.clusters WHERE ${tenantFilter()}`);
  return rows.map(({ id }) => id);
}

export function insertCluster(db: TenantDb, row: ClusterRow): Promise<void> {
  return insertRow(db, 'platform.clusters', row);
}

/** What people set. */
export function updateSettings(db: TenantDb, row: ClusterRow): Promise<void> {
  const { name, description, server, credentials, credential_kind, credential_expires_at, generation } = row;
  const { rights, rights_checked_at, updated_at } = row;
  return updateRow(db, 'platform.clusters', row.id, {
    name,
    description,
    server,
    credentials,
    credential_kind,
    credential_expires_at,
    generation,
    rights,
    rights_checked_at,
    watch_fault: row.watch_fault,
    updated_at,
  });
}

/** What whoever watches it finds. */
export function updateWatchFault(db: TenantDb, id: string, watch_fault: string | null): Promise<void> {
  return updateRow(db, 'platform.clusters', id, { watch_fault });
}

/** What a probe finds. */
export function updateFound(db: TenantDb, row: ClusterRow): Promise<void> {
  const { phase, reason, message, last_seen_at, version, rights, rights_checked_at, updated_at } = row;
  const found = { phase, reason, message, last_seen_at, version, rights, rights_checked_at, updated_at };
  return updateRow(db, 'platform.clusters', row.id, found);
}

export async function deleteCluster(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM platform.clusters WHERE ${tenantFilter()} AND id = $1`, [id]);
}
