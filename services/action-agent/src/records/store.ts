import { actionKinds, actionStatuses } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  defineList,
  type Handle,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import type { ActionRow } from './row.ts';

const columns = `id, cluster_id, version, action, target, status, step, progress, result, error, origin, decision_id,
  incident_id, reason, confidence, evidence, proposed_by, requested_by, approved_by, rejected_by, canceled_by, note, undoes, plan,
  planned_at, restarted_at, effect, effect_at, details, health_before, revert, created_at, expires_at, started_at, finished_at`;

const documents: ReadonlySet<string> = new Set([
  'target',
  'error',
  'evidence',
  'proposed_by',
  'requested_by',
  'approved_by',
  'rejected_by',
  'canceled_by',
  'plan',
  'details',
  'health_before',
]);

/** An array would be taken for one of PostgreSQL's own, so JSON is written as text. */
function written(row: Partial<ActionRow>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

const ofClusters = anyIdOf('Ids of clusters');
const listed = {
  name: 'actions',
  from: 'action_agent.actions',
  columns,
  counted: ['cluster_id', 'action', 'status'],
  reach: { cluster: 'cluster_id' },
};

export const actions = defineList<ActionRow>({
  ...listed,
  filters: { cluster_id: ofClusters, status: anyOf(actionStatuses), action: anyOf(actionKinds) },
});

export const pendingActions = defineList<ActionRow>({ ...listed, filters: { cluster_id: ofClusters } });

export async function selectAction(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ActionRow | undefined> {
  const [row] = await db.query<ActionRow>(
    `SELECT ${columns} FROM action_agent.actions WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Those that a condition names, which begins with the tenant's filter. */
export function selectActions(
  db: TenantDb,
  condition: string,
  values: readonly unknown[],
): Promise<readonly ActionRow[]> {
  return db.query<ActionRow>(`SELECT ${columns} FROM action_agent.actions WHERE ${condition}`, [...values]);
}

export function insertAction(db: TenantDb, row: ActionRow): Promise<void> {
  return insertRow(db, 'action_agent.actions', written(row));
}

export type ActionChange = Partial<Omit<ActionRow, 'id' | 'version' | 'cluster_id' | 'action' | 'target'>>;

/** Of a row that this transaction has locked. */
export async function updateAction(db: TenantDb, before: ActionRow, change: ActionChange): Promise<ActionRow> {
  await updateRow(db, 'action_agent.actions', before.id, written(change), 'version = version + 1');
  return { ...before, ...change, version: before.version + 1 };
}

/** Whether the decision is met for the first time. */
export async function noteDecision(db: TenantDb, decisionId: string, actionId: string): Promise<boolean> {
  const rows = await db.query(
    'INSERT INTO action_agent.decisions (tenant_id, decision_id, action_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING action_id',
    [db.tenantId, decisionId, actionId],
  );
  return rows.length > 0;
}

/** Undefined where no decision of that id was met. */
export async function actionOfDecision(db: TenantDb, decisionId: string): Promise<string | undefined> {
  const [row] = await db.query<{ action_id: string }>(
    `SELECT action_id FROM action_agent.decisions WHERE ${tenantFilter()} AND decision_id = $1`,
    [decisionId],
  );
  return row?.action_id;
}

export interface OpenAction extends Record<string, unknown> {
  readonly action_id: string;
  readonly tenant_id: string;
  readonly cluster_id: string;
  readonly target: string;
}

interface OpenRow {
  readonly state: 'pending' | 'executing';
  readonly target: string;
  readonly expiresAt: Date | null;
  readonly announceAt: Date | null;
  readonly now: Date;
}

export async function insertOpen(
  db: TenantDb,
  { id, cluster_id }: ActionRow,
  { state, target, expiresAt, announceAt, now }: OpenRow,
): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.open_actions (action_id, tenant_id, cluster_id, state, target, expires_at, announce_at, since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, db.tenantId, cluster_id, state, target, expiresAt, announceAt, now],
  );
}

export async function openToExecute(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE action_agent.open_actions SET state = 'executing', expires_at = NULL, announce_at = NULL, since = $2 WHERE action_id = $1`,
    [id, now],
  );
}

/** A pod's owner was found: its Deployment is the target, and whoever holds that goes on. */
export async function retarget(db: Handle, id: string, target: string): Promise<void> {
  await db.query('UPDATE action_agent.open_actions SET target = $2 WHERE action_id = $1', [id, target]);
}

export async function announced(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE action_agent.open_actions SET announce_at = NULL WHERE action_id = $1 AND announce_at IS NOT NULL RETURNING action_id',
    [id],
  );
  return rows.length > 0;
}

export async function deleteOpen(db: TenantDb, id: string): Promise<void> {
  await db.query('DELETE FROM action_agent.open_actions WHERE action_id = $1', [id]);
}

const isUnheld = `NOT EXISTS (
       SELECT FROM action_agent.leases AS l WHERE l.target = $2 || ' ' || o.target AND l.leased_until > clock_timestamp())`;

/** The oldest of each target of a cluster that nobody holds. */
export function selectDue(
  db: Handle,
  clusterId: string,
  leaseKind: string,
  most: number,
): Promise<readonly OpenAction[]> {
  return db.query<OpenAction>(
    `SELECT DISTINCT ON (o.target) o.action_id, o.tenant_id, o.cluster_id, o.target FROM action_agent.open_actions AS o
     WHERE o.cluster_id = $1 AND o.state = 'executing' AND ${isUnheld}
     ORDER BY o.target, o.action_id LIMIT $3`,
    [clusterId, leaseKind, most],
  );
}

/** The same of those whose change was sent, or may have been. */
export function selectBegun(
  db: TenantDb,
  clusterId: string,
  leaseKind: string,
  most: number,
): Promise<readonly OpenAction[]> {
  return db.query<OpenAction>(
    `SELECT DISTINCT ON (o.target) o.action_id, o.tenant_id, o.cluster_id, o.target FROM action_agent.open_actions AS o
     JOIN action_agent.actions AS a ON a.id = o.action_id AND a.tenant_id = o.tenant_id
     WHERE o.cluster_id = $1 AND o.state = 'executing' AND a.effect <> 'not_sent' AND ${isUnheld}
     ORDER BY o.target, o.action_id LIMIT $3`,
    [clusterId, leaseKind, most],
  );
}

/** What those of a cluster that were not begun wait for. */
export async function noteWaiting(db: TenantDb, clusterId: string, progress: string): Promise<void> {
  await db.query(
    `UPDATE action_agent.actions SET progress = $2, version = version + 1
     WHERE ${tenantFilter()} AND effect = 'not_sent' AND progress IS DISTINCT FROM $2 AND id = ANY(ARRAY(
       SELECT action_id FROM action_agent.open_actions WHERE cluster_id = $1 AND state = 'executing'))`,
    [clusterId, progress],
  );
}

/** What executes on a target, oldest first; whoever asks keeps others from beginning anything there until it is committed. */
export async function selectBusy(db: TenantDb, target: string): Promise<readonly { readonly action_id: string }[]> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [target]);
  return db.query<{ action_id: string }>(
    `SELECT action_id FROM action_agent.open_actions WHERE tenant_id = $1 AND target = $2 AND state = 'executing' ORDER BY action_id`,
    [db.tenantId, target],
  );
}

export function selectExpiring(db: Handle, now: Date, most: number): Promise<readonly OpenAction[]> {
  return db.query<OpenAction>(
    `SELECT action_id, tenant_id, cluster_id, target FROM action_agent.open_actions
     WHERE state = 'pending' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
    [now, most],
  );
}

export function selectUnannounced(db: Handle, now: Date, most: number): Promise<readonly OpenAction[]> {
  return db.query<OpenAction>(
    `SELECT action_id, tenant_id, cluster_id, target FROM action_agent.open_actions
     WHERE announce_at <= $1 ORDER BY announce_at LIMIT $2`,
    [now, most],
  );
}
