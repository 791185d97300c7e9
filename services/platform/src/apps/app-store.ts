import type { Actor } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  defineList,
  type Filter,
  type Handle,
  insertRow,
  prefixOf,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import { Type } from 'typebox';
import { withDocuments } from '../documents.ts';
import type { Content } from './content.ts';
import { type AppLifeState, appStates, type DeploymentPhase, deploymentPhases } from './phases.ts';
import type { Pin } from './schema.ts';

export interface AppRow extends Record<string, unknown> {
  readonly id: string;
  readonly version: number;
  readonly cloudspace_id: string;
  readonly cluster_id: string;
  readonly name: string;
  /** What the newest revision asks for. */
  readonly content: Content;
  readonly rollback_on_failure: boolean;
  readonly desired_replicas: number;
  /** When that was asked for. */
  readonly replicas_at: Date;
  /** The count was written down and has not been sent yet. */
  readonly scale_pending: boolean;
  readonly revision: number;
  readonly phase: DeploymentPhase;
  readonly current_revision: number | null;
  readonly pinned: Pin | null;
  readonly state: AppLifeState;
  readonly state_message: string | null;
  readonly state_deadline_at: Date | null;
  /** A first deployment was canceled after something of it may have been written. */
  readonly remove_objects: boolean;
  readonly created_by: Actor | null;
  readonly deleted_by: Actor | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, version, cloudspace_id, cluster_id, name, content, rollback_on_failure, desired_replicas, replicas_at,
  scale_pending, revision, phase, current_revision, pinned, state, state_message, state_deadline_at, remove_objects, created_by,
  deleted_by, created_at, updated_at`;

const documents: ReadonlySet<string> = new Set(['content', 'pinned', 'created_by', 'deleted_by']);

const pinned: Filter = {
  schema: Type.Boolean({ description: 'Only apps that are pinned, or only those that are not' }),
  where: (given) => (sql) => `${sql.column('pinned')} IS ${given === 'true' ? 'NOT NULL' : 'NULL'}`,
};

export const apps = defineList<AppRow>({
  name: 'apps',
  from: 'platform.apps',
  columns,
  sorts: { name: { columns: ['name'] } },
  counted: ['cluster_id', 'cloudspace_id', 'phase'],
  reach: { cluster: 'cluster_id', cloudspace: 'cloudspace_id' },
  filters: {
    cloudspace_id: anyIdOf('Ids of CloudSpaces'),
    cluster_id: anyIdOf('Ids of clusters'),
    phase: anyOf(deploymentPhases),
    state: anyOf(appStates),
    pinned,
    q: prefixOf('name', 40),
  },
});

export async function selectApp(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<AppRow | undefined> {
  const [row] = await db.query<AppRow>(
    `SELECT ${columns} FROM platform.apps WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Of a CloudSpace, by name; locked, so that none of them is deployed meanwhile. */
export function selectAppsOf(
  db: TenantDb,
  cloudspaceId: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<readonly AppRow[]> {
  return db.query<AppRow>(
    `SELECT ${columns} FROM platform.apps WHERE ${tenantFilter()} AND cloudspace_id = $1 ORDER BY name ${lock}`,
    [cloudspaceId],
  );
}

export async function countApps(db: TenantDb, most: number): Promise<number> {
  const rows = await db.query(`SELECT 1 FROM platform.apps WHERE ${tenantFilter()} LIMIT $1`, [most]);
  return rows.length;
}

/** How many apps each of these CloudSpaces has. */
export async function selectAppCounts(
  db: TenantDb,
  cloudspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ cloudspace_id: string; apps: number }>(
    `SELECT cloudspace_id, count(*)::integer AS apps FROM platform.apps
     WHERE ${tenantFilter()} AND cloudspace_id = ANY($1::uuid[]) GROUP BY cloudspace_id`,
    [cloudspaceIds],
  );
  return new Map(rows.map(({ cloudspace_id, apps: count }) => [cloudspace_id, count]));
}

export function insertApp(db: TenantDb, row: AppRow): Promise<void> {
  return insertRow(db, 'platform.apps', withDocuments(documents, row));
}

export type AppChange = Partial<Omit<AppRow, 'id' | 'version' | 'cloudspace_id' | 'cluster_id' | 'name'>>;

/** Of a row that this transaction has locked. */
export async function updateApp(db: TenantDb, before: AppRow, change: AppChange): Promise<AppRow> {
  await updateRow(db, 'platform.apps', before.id, withDocuments(documents, change), 'version = version + 1');
  return { ...before, ...change, version: before.version + 1 };
}

/** Its deployments go with it. */
export async function deleteApp(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM platform.apps WHERE ${tenantFilter()} AND id = $1`, [id]);
  await notDue(db, id);
}

export interface DueApp extends Record<string, unknown> {
  readonly app_id: string;
  readonly tenant_id: string;
  readonly cluster_id: string;
}

/** Somebody has to work on it, from then on. */
export async function due(
  db: TenantDb,
  { id, cluster_id }: Pick<AppRow, 'id' | 'cluster_id'>,
  at: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO platform.open_deployments (app_id, tenant_id, cluster_id, due_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (app_id) DO UPDATE SET due_at = excluded.due_at`,
    [id, db.tenantId, cluster_id, at],
  );
}

/** The same, unless it is due already: somebody brings it to its end by then, should whoever asked not do so. */
export async function dueIfLeft(db: TenantDb, { id, cluster_id }: AppRow, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO platform.open_deployments (app_id, tenant_id, cluster_id, due_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (app_id) DO NOTHING`,
    [id, db.tenantId, cluster_id, at],
  );
}

/** There is nothing more to do. */
export async function notDue(db: TenantDb, id: string): Promise<void> {
  await db.query('DELETE FROM platform.open_deployments WHERE app_id = $1 AND tenant_id = $2', [id, db.tenantId]);
}

/** Takes one of its cluster's slots; false if all are taken. Whoever asks keeps others of the cluster waiting until it is committed. */
export async function takeSlot(db: TenantDb, { id, cluster_id }: AppRow, most: number): Promise<boolean> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 26))', [cluster_id]);
  const rows = await db.query(
    `UPDATE platform.open_deployments SET is_running = true WHERE app_id = $1 AND (is_running OR (
       SELECT count(*) FROM platform.open_deployments WHERE cluster_id = $2 AND is_running) < $3) RETURNING app_id`,
    [id, cluster_id, most],
  );
  return rows.length > 0;
}

/** Those due that nobody holds, the longest waiting first. Of a suspended tenant only what was begun. */
export function selectDueApps(db: Handle, leaseKind: string, now: Date, most: number): Promise<readonly DueApp[]> {
  return db.query<DueApp>(
    `SELECT o.app_id, o.tenant_id, o.cluster_id FROM platform.open_deployments AS o
     WHERE o.due_at <= $2
       AND (o.is_running OR NOT EXISTS (SELECT FROM platform.suspended_tenants AS s WHERE s.tenant_id = o.tenant_id))
       AND NOT EXISTS (
       SELECT FROM platform.leases AS l WHERE l.target = $1 || ' ' || o.app_id AND l.leased_until > clock_timestamp())
     ORDER BY o.due_at LIMIT $3`,
    [leaseKind, now, most],
  );
}

export function selectAppsById(db: TenantDb, ids: readonly string[]): Promise<readonly AppRow[]> {
  return db.query<AppRow>(`SELECT ${columns} FROM platform.apps WHERE ${tenantFilter()} AND id = ANY($1::uuid[])`, [
    ids,
  ]);
}

/** The app whose Deployment that is; locked. */
export async function selectAppAt(
  db: TenantDb,
  clusterId: string,
  namespace: string,
  name: string,
): Promise<AppRow | undefined> {
  const [row] = await db.query<AppRow>(
    `SELECT ${columns} FROM platform.apps WHERE ${tenantFilter()} AND cluster_id = $1 AND name = $3 AND cloudspace_id = (
       SELECT id FROM platform.cloudspaces WHERE ${tenantFilter()} AND cluster_id = $1 AND namespace = $2)
     FOR UPDATE`,
    [clusterId, namespace, name],
  );
  return row;
}

export async function selectAppIdsOf(db: TenantDb, clusterId: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM platform.apps WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId],
  );
  return rows.map(({ id }) => id);
}
