import { observationStatuses } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  insertRow,
  type Limits,
  type TenantDb,
  tenantFilter,
  updateRow,
  type Where,
} from '@wheelhouse/kit';
import type { BegunRow, Findings, ListedRow, ObservationRow } from './row.ts';
import { type Because, becauses } from './schema.ts';

const listed = `id, incident_id, cluster_id, object, because, status, reason, message, not_visible, asked_by, attempts, created_at,
  due_at, finished_at`;
const inFull = `${listed}, facts, items`;

/** An observation tells of nodes, and of other namespaces on them: a role limited to CloudSpaces sees none. */
function within({ clusterIds, cloudspaceIds }: Limits): Where {
  return (sql) =>
    cloudspaceIds === undefined ? `${sql.column('cluster_id')} = ANY(${sql.bind(clusterIds ?? [])})` : 'false';
}

const list = {
  name: 'observations',
  from: 'agent_observability.observations',
  counted: ['cluster_id', 'status'],
  reach: { within },
};

export const observations = defineList<ListedRow>({
  ...list,
  columns: listed,
  filters: {
    incident_id: anyIdOf('Ids of incidents'),
    cluster_id: anyIdOf('Ids of clusters'),
    status: anyOf(observationStatuses),
    because: anyOf(becauses),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

export const observationsInFull = defineList<ObservationRow>({ ...list, columns: inFull });

const documents: ReadonlySet<string> = new Set(['object', 'not_visible', 'asked_by', 'facts', 'items']);

/** An array would be taken for one of PostgreSQL's own, so JSON is written as text. */
function written(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

export function insertObservation(db: TenantDb, row: BegunRow, rules: number | null): Promise<void> {
  return insertRow(db, 'agent_observability.observations', written({ ...row, rules }));
}

export type RowChange = Partial<Findings & Pick<ObservationRow, 'status' | 'attempts' | 'finished_at'>>;

export function updateObservation(db: TenantDb, id: string, change: RowChange): Promise<void> {
  return updateRow(db, 'agent_observability.observations', id, written(change));
}

export async function selectObservation(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ObservationRow | undefined> {
  const [row] = await db.query<ObservationRow>(
    `SELECT ${inFull} FROM agent_observability.observations WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** What an incident has said of itself. */
export interface OfEvent {
  readonly incidentId: string;
  readonly because: Because;
  readonly rules: number;
}

/** Whether there is one of this event already. Until the transaction ends nobody else makes one of the incident. */
export async function isMadeOf(db: TenantDb, { incidentId, because, rules }: OfEvent): Promise<boolean> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('incident ' || $1 || ' ' || $2, 0))`, [
    db.tenantId,
    incidentId,
  ]);
  const rows = await db.query(
    `SELECT FROM agent_observability.observations WHERE ${tenantFilter()} AND incident_id = $1 AND because = $2 AND rules = $3 LIMIT 1`,
    [incidentId, because, rules],
  );
  return rows.length > 0;
}

/** How many that people have asked for are not there yet. */
export async function countAskedByPeople(db: TenantDb): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM agent_observability.observations WHERE ${tenantFilter()} AND status = 'observing' AND because = 'asked_by_person'`,
  );
  return row?.n ?? 0;
}
