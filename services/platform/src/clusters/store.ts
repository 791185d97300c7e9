import { anyOf, defineList, insertRow, prefixOf, type TenantDb, tenantFilter, updateRow } from '@wheelhouse/kit';
import type { DeployReason } from './deploy-reasons.ts';
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
  /** Null, as the three after it, where the registered credentials serve for deploying too. */
  readonly deploy_server: string | null;
  /** Sealed. */
  readonly deploy_credentials: string | null;
  readonly deploy_credential_kind: 'token' | 'client_certificate' | null;
  readonly deploy_credential_expires_at: Date | null;
  readonly deploy_reason: DeployReason;
  /** What is known beyond what the reason means. */
  readonly deploy_known: string | null;
  readonly deploy_rights: KnownRights;
  /** When any of them was last asked for. */
  readonly deploy_asked_at: Date | null;
  /** When all of them were. */
  readonly deploy_checked_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns =
  'id, name, description, server, credentials, credential_kind, credential_expires_at, generation, phase, reason, message, last_seen_at, version, rights, rights_checked_at, watch_fault, deploy_server, deploy_credentials, deploy_credential_kind, deploy_credential_expires_at, deploy_reason, deploy_known, deploy_rights, deploy_asked_at, deploy_checked_at, created_at, updated_at';

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

/** What people set; also what was found with credentials that are replaced by it. */
export function updateSettings(db: TenantDb, row: ClusterRow): Promise<void> {
  const { name, description, server, credentials, credential_kind, credential_expires_at, generation } = row;
  const { deploy_server, deploy_credentials, deploy_credential_kind, deploy_credential_expires_at } = row;
  const { rights, rights_checked_at, watch_fault, updated_at } = row;
  return updateRow(db, 'platform.clusters', row.id, {
    name,
    description,
    server,
    credentials,
    credential_kind,
    credential_expires_at,
    deploy_server,
    deploy_credentials,
    deploy_credential_kind,
    deploy_credential_expires_at,
    generation,
    rights,
    rights_checked_at,
    watch_fault,
    ...deployFound(row),
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
  return updateRow(db, 'platform.clusters', row.id, { ...found, ...deployFound(row) });
}

function deployFound({ deploy_reason, deploy_known, deploy_rights, deploy_asked_at, deploy_checked_at }: ClusterRow) {
  return { deploy_reason, deploy_known, deploy_rights, deploy_asked_at, deploy_checked_at };
}

export async function deleteCluster(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM platform.clusters WHERE ${tenantFilter()} AND id = $1`, [id]);
}
