import { incidentCategoryNames, incidentStatuses, severities } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  type Filter,
  type Handle,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { IncidentRow } from './row.ts';

const listed = `id, version, number, cluster_id, cloudspace_id, group_key, title, severity, title_set, severity_set, status, category,
  namespace, affected_service, object, affected, affected_total, source, rules, signal_count, firing, recurrence,
  previous_incident_id, assignee_id, summary, root_cause, resolution, merged_into, quiet_since, resolves_at, silent_at,
  active_at, updated_told_at, update_due_at, started_at, detected_at, acknowledged_at, mitigated_at, resolved_at, closed_at,
  created_by, updated_at`;

const documents: ReadonlySet<string> = new Set(['object', 'affected', 'created_by']);

/** An array would be taken for one of PostgreSQL's own, so JSON is written as text. */
function written(row: Partial<IncidentRow>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** A number finds that incident; anything else is how the service or the namespace begins. */
const search: Filter = {
  schema: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'Number of an incident, or how its service or namespace begins',
  }),
  where: (text) => (sql) => {
    if (/^#?\d{1,9}$/.test(text)) return `${sql.column('number')} = ${sql.bind(Number(text.replace('#', '')))}`;
    const [from, to] = [sql.bind(text), sql.bind(`${text}\u{10FFFF}`)];
    const begins = (name: string) => `${sql.column(name)} >= ${from} AND ${sql.column(name)} < ${to}`;
    return `(${begins('affected_service')} OR ${begins('namespace')})`;
  },
};

const list = {
  name: 'incidents',
  from: 'incidents.incidents',
  counted: ['status', 'severity', 'cluster_id'],
  reach: { cluster: 'cluster_id', cloudspace: 'cloudspace_id' },
};

export const incidents = defineList<IncidentRow>({
  ...list,
  // The review of an incident may be long, and no list shows it.
  columns: `${listed}, NULL AS review`,
  filters: {
    status: anyOf(incidentStatuses),
    severity: anyOf(severities),
    cluster_id: anyIdOf('Ids of clusters'),
    category: anyOf(incidentCategoryNames),
    namespace: anyOf('Namespaces'),
    assignee_id: anyIdOf('Ids of users'),
    created_after: createdAfter,
    created_before: createdBefore,
    q: search,
  },
});

export const incidentsInFull = defineList<IncidentRow>({ ...list, columns: `${listed}, review` });

export async function selectIncident(db: TenantDb, id: string): Promise<IncidentRow | undefined> {
  const [row] = await db.query<IncidentRow>(
    `SELECT ${listed}, review FROM incidents.incidents WHERE ${tenantFilter()} AND id = $1`,
    [id],
  );
  return row;
}

/** In the order of their ids: whoever locks several does so in the same order. */
export async function lockIncidents(db: TenantDb, ids: readonly string[]): Promise<readonly IncidentRow[]> {
  if (ids.length === 0) return [];
  return db.query<IncidentRow>(
    `SELECT ${listed}, review FROM incidents.incidents WHERE ${tenantFilter()} AND id = ANY($1) ORDER BY id FOR UPDATE`,
    [[...new Set(ids)]],
  );
}

/** The incidents themselves, and those that they were merged into, one after the other. */
export async function withMerged(db: TenantDb, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `WITH RECURSIVE chain AS (
       SELECT id, merged_into FROM incidents.incidents WHERE ${tenantFilter()} AND id = ANY($1)
       UNION
       SELECT i.id, i.merged_into FROM chain AS c JOIN incidents.incidents AS i ON i.id = c.merged_into AND ${tenantFilter('i')}
     ) SELECT id FROM chain`,
    [[...new Set(ids)]],
  );
  return rows.map(({ id }) => id);
}

/** Live ones of a cluster, that many at most. */
export async function liveIncidentsOf(db: TenantDb, clusterId: string, most: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM incidents.incidents WHERE ${tenantFilter()} AND cluster_id = $1
     AND status IN ('open', 'acknowledged', 'investigating', 'mitigated') ORDER BY id LIMIT $2`,
    [clusterId, most],
  );
  return rows.map(({ id }) => id);
}

/** Those of a cluster whose change has not been told yet. */
export async function waitingToTell(db: TenantDb, clusterId: string, until: Date): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM incidents.incidents WHERE ${tenantFilter()} AND cluster_id = $1 AND update_due_at > $2
     AND status IN ('open', 'acknowledged', 'investigating', 'mitigated')`,
    [clusterId, until],
  );
  return rows.map(({ id }) => id);
}

/** Live ones of a namespace of a cluster, that many at most. */
export async function liveInNamespace(
  db: TenantDb,
  clusterId: string,
  namespace: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM incidents.incidents WHERE ${tenantFilter()} AND cluster_id = $1 AND namespace = $2
     AND status IN ('open', 'acknowledged', 'investigating', 'mitigated') ORDER BY id LIMIT $3`,
    [clusterId, namespace, most],
  );
  return rows.map(({ id }) => id);
}

export function insertIncident(db: TenantDb, row: IncidentRow): Promise<void> {
  return insertRow(db, 'incidents.incidents', written(row));
}

export type IncidentChange = Partial<Omit<IncidentRow, 'id' | 'number' | 'cluster_id'>>;

/** Of a row that this transaction has locked. */
export function updateIncident(db: TenantDb, id: string, change: IncidentChange): Promise<void> {
  return updateRow(db, 'incidents.incidents', id, written(change));
}

export async function nextNumber(db: TenantDb): Promise<number> {
  const [row] = await db.query<{ last: number }>(
    `INSERT INTO incidents.numbers AS n (tenant_id, last) VALUES ($1, 1)
     ON CONFLICT (tenant_id) DO UPDATE SET last = n.last + 1 RETURNING last`,
    [db.tenantId],
  );
  return row?.last ?? 1;
}

/** When to look at it next; undefined: never again. */
export async function setDue(db: TenantDb, id: string, due: Date | undefined): Promise<void> {
  if (due === undefined) {
    await db.query('DELETE FROM incidents.open_incidents WHERE incident_id = $1', [id]);
    return;
  }
  await db.query(
    `INSERT INTO incidents.open_incidents AS o (incident_id, tenant_id, due_at) VALUES ($1, $2, $3)
     ON CONFLICT (incident_id) DO UPDATE SET due_at = excluded.due_at WHERE o.due_at <> excluded.due_at`,
    [id, db.tenantId, due],
  );
}

export interface DueIncident extends Record<string, unknown> {
  readonly incident_id: string;
  readonly tenant_id: string;
}

export function selectDue(db: Handle, now: Date, most: number): Promise<readonly DueIncident[]> {
  return db.query<DueIncident>(
    'SELECT incident_id, tenant_id FROM incidents.open_incidents WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    [now, most],
  );
}

/** Whose rows there are. */
export async function noteTenant(db: TenantDb): Promise<void> {
  await db.query('INSERT INTO incidents.known_tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [db.tenantId]);
}
