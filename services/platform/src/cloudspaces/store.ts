import type { Actor } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  defineList,
  type Handle,
  insertRow,
  prefixOf,
  type SystemDb,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import { withDocuments } from '../documents.ts';
import type { CloudspaceReason } from './reasons.ts';
import type { Placement, Quota, Registry } from './schema.ts';
import { type CloudspacePhase, cloudspacePhases } from './state.ts';

export interface CloudspaceRow extends Record<string, unknown> {
  readonly id: string;
  readonly version: number;
  readonly cluster_id: string;
  readonly name: string;
  readonly namespace: string;
  readonly quota: Quota | null;
  readonly pod_security: 'baseline' | 'restricted';
  readonly placement: Placement | null;
  readonly registries: readonly Registry[];
  /** Sealed. */
  readonly registry_passwords: string | null;
  /** Grows with every change of what the cluster is to have. */
  readonly generation: number;
  readonly applied_generation: number;
  /** Something of it may be in the cluster; set before the first write. */
  readonly sent: boolean;
  readonly phase: CloudspacePhase;
  readonly reason: CloudspaceReason;
  readonly message: string;
  readonly phase_since: Date;
  readonly deadline_at: Date | null;
  readonly ready_at: Date | null;
  readonly deleted_by: Actor | null;
  readonly created_by: Actor | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, version, cluster_id, name, namespace, quota, pod_security, placement, registries, registry_passwords,
  generation, applied_generation, sent, phase, reason, message, phase_since, deadline_at, ready_at, deleted_by, created_by,
  created_at, updated_at`;

const documents: ReadonlySet<string> = new Set(['quota', 'placement', 'registries', 'deleted_by', 'created_by']);

export const cloudspaces = defineList<CloudspaceRow>({
  name: 'cloudspaces',
  from: 'platform.cloudspaces',
  columns,
  // A name is unique in its tenant: its index gives this order too.
  sorts: { name: { columns: ['name'] } },
  counted: ['cluster_id', 'phase'],
  reach: { cluster: 'cluster_id', cloudspace: 'id' },
  filters: { cluster_id: anyIdOf('Ids of clusters'), phase: anyOf(cloudspacePhases), q: prefixOf('name', 40) },
});

export async function selectCloudspace(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<CloudspaceRow | undefined> {
  const [row] = await db.query<CloudspaceRow>(
    `SELECT ${columns} FROM platform.cloudspaces WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Of a cluster, by name. */
export function selectCloudspacesOf(
  db: TenantDb,
  clusterId: string,
): Promise<readonly Pick<CloudspaceRow, 'id' | 'name'>[]> {
  return db.query<Pick<CloudspaceRow, 'id' | 'name'>>(
    `SELECT id, name FROM platform.cloudspaces WHERE ${tenantFilter()} AND cluster_id = $1 ORDER BY name`,
    [clusterId],
  );
}

/** Names of these, by id. */
export async function selectCloudspaceNames(
  db: TenantDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<CloudspaceRow, 'id' | 'name' | 'namespace'>>> {
  const rows = await db.query<Pick<CloudspaceRow, 'id' | 'name' | 'namespace'>>(
    `SELECT id, name, namespace FROM platform.cloudspaces WHERE ${tenantFilter()} AND id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertCloudspace(db: TenantDb, row: CloudspaceRow, dueAt: Date): Promise<void> {
  await insertRow(db, 'platform.cloudspaces', withDocuments(documents, row));
  await db.query(
    `INSERT INTO platform.namespaces (cloudspace_id, tenant_id, cluster_id, namespace, phase, due_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.id, db.tenantId, row.cluster_id, row.namespace, row.phase, dueAt],
  );
}

export type CloudspaceChange = Partial<Omit<CloudspaceRow, 'id' | 'version' | 'cluster_id' | 'name' | 'namespace'>>;

/** Of a row that this transaction has locked. `dueAt` is when somebody has to work on it; null: not until it changes. */
export async function updateCloudspace(
  db: TenantDb,
  before: CloudspaceRow,
  change: CloudspaceChange,
  dueAt: Date | null,
): Promise<CloudspaceRow> {
  await updateRow(db, 'platform.cloudspaces', before.id, withDocuments(documents, change), 'version = version + 1');
  const after = { ...before, ...change, version: before.version + 1 };
  await db.query('UPDATE platform.namespaces SET phase = $2, due_at = $3 WHERE cloudspace_id = $1', [
    before.id,
    after.phase,
    dueAt,
  ]);
  return after;
}

/** Nothing of it has changed; it is only to be looked at later, or not until it changes. */
export async function postpone(db: TenantDb, id: string, dueAt: Date | null): Promise<void> {
  await db.query('UPDATE platform.namespaces SET due_at = $2 WHERE cloudspace_id = $1', [id, dueAt]);
}

/** Other credentials of their cluster may be another account, which has no role in them yet. */
export async function lookAtAllOf(db: TenantDb, clusterId: string, dueAt: Date): Promise<void> {
  await db.query(
    `UPDATE platform.namespaces SET due_at = $3 WHERE cluster_id = $1 AND tenant_id = $2 AND phase = 'Ready'`,
    [clusterId, db.tenantId, dueAt],
  );
}

export async function selectCloudspaceIds(db: TenantDb): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM platform.cloudspaces WHERE ${tenantFilter()}`);
  return rows.map(({ id }) => id);
}

export async function deleteCloudspace(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM platform.cloudspaces WHERE ${tenantFilter()} AND id = $1`, [id]);
  await db.query('DELETE FROM platform.namespaces WHERE cloudspace_id = $1 AND tenant_id = $2', [id, db.tenantId]);
}

export interface OwnedNamespace extends Record<string, unknown> {
  readonly cloudspace_id: string;
  readonly tenant_id: string;
  readonly cluster_id: string;
  readonly namespace: string;
  readonly phase: CloudspacePhase;
}

export function selectNamespaces(db: SystemDb): Promise<readonly OwnedNamespace[]> {
  return db.query<OwnedNamespace>(
    'SELECT cloudspace_id, tenant_id, cluster_id, namespace, phase FROM platform.namespaces ORDER BY cloudspace_id',
  );
}

/** The namespaces of a cluster that are this tenant's. */
export async function selectNamespacesOf(db: TenantDb, clusterId: string): Promise<readonly string[]> {
  const rows = await db.query<{ namespace: string }>(
    `SELECT namespace FROM platform.cloudspaces WHERE ${tenantFilter()} AND cluster_id = $1 AND ready_at IS NOT NULL`,
    [clusterId],
  );
  return rows.map(({ namespace }) => namespace);
}

/** Clusters in which there are CloudSpaces or were some lately, and whose they are. */
export function selectClustersWithSpaces(
  db: Handle,
): Promise<readonly Pick<OwnedNamespace, 'cluster_id' | 'tenant_id'>[]> {
  return db.query<Pick<OwnedNamespace, 'cluster_id' | 'tenant_id'>>(
    `SELECT cluster_id, tenant_id FROM platform.namespaces
     UNION SELECT cluster_id, tenant_id FROM platform.deleted_cloudspaces`,
  );
}
