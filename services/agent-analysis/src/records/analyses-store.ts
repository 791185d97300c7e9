import { analysisStatuses, type Conclusion, conclusions } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  firstIdOf,
  type Handle,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import type { AnalysisRow } from './analysis.ts';

const columns = `id, incident_id, cluster_id, object, because, requested_by, since, asks, observation_id, status, conclusion, reason, rule,
  summary, advice, evidence, conditions, confidence, decision_id, action, target, automatic, asked_because, again_at, tried,
  created_at, due_at, concluded_at`;

const documents: ReadonlySet<string> = new Set(['object', 'requested_by', 'evidence', 'conditions', 'target', 'tried']);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const conclusionNames = Object.keys(conclusions) as Conclusion[];

export const analyses = defineList<AnalysisRow>({
  name: 'analyses',
  from: 'agent_analysis.analyses',
  columns,
  counted: ['status', 'conclusion', 'cluster_id'],
  reach: { cluster: 'cluster_id' },
  filters: {
    incident_id: anyIdOf('Ids of incidents'),
    cluster_id: anyIdOf('Ids of clusters'),
    status: anyOf(analysisStatuses),
    conclusion: anyOf(conclusionNames),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

/** An array would be taken for one of PostgreSQL's own, so JSON is written as text. */
function written(row: Partial<AnalysisRow>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

export async function insertAnalysis(db: TenantDb, row: AnalysisRow): Promise<void> {
  await insertRow(db, 'agent_analysis.analyses', written(row));
  await db.query('INSERT INTO agent_analysis.known_tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    db.tenantId,
  ]);
}

export type AnalysisChange = Partial<Omit<AnalysisRow, 'id' | 'incident_id' | 'cluster_id' | 'created_at'>>;

/** Of a row that this transaction has locked. */
export async function updateAnalysis(db: TenantDb, row: AnalysisRow, change: AnalysisChange): Promise<AnalysisRow> {
  await updateRow(db, 'agent_analysis.analyses', row.id, written(change));
  return { ...row, ...change };
}

export async function selectAnalysis(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<AnalysisRow | undefined> {
  const [row] = await db.query<AnalysisRow>(
    `SELECT ${columns} FROM agent_analysis.analyses WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Those of an incident that are not concluded, the oldest first; of an incident that this transaction has locked. */
export function selectLive(db: TenantDb, incidentId: string): Promise<readonly AnalysisRow[]> {
  return db.query<AnalysisRow>(
    `SELECT ${columns} FROM agent_analysis.analyses WHERE ${tenantFilter()} AND incident_id = $1 AND status <> 'concluded'
     ORDER BY id FOR UPDATE`,
    [incidentId],
  );
}

export async function selectLast(db: TenantDb, incidentId: string): Promise<AnalysisRow | undefined> {
  const [row] = await db.query<AnalysisRow>(
    `SELECT ${columns} FROM agent_analysis.analyses WHERE ${tenantFilter()} AND incident_id = $1 AND status = 'concluded'
     ORDER BY id DESC LIMIT 1`,
    [incidentId],
  );
  return row;
}

/** How often an incident was really looked into since. */
export async function countSince(db: TenantDb, incidentId: string, since: Date): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM agent_analysis.analyses
     WHERE ${tenantFilter()} AND incident_id = $1 AND id >= $2 AND conclusion IS DISTINCT FROM 'not_analysed'`,
    [incidentId, firstIdOf(since)],
  );
  return row?.n ?? 0;
}

/** When time alone has to do something about it; null: never again. */
export async function setDue(db: TenantDb, id: string, due: Date | null): Promise<void> {
  if (due === null) await db.query('DELETE FROM agent_analysis.due_analyses WHERE analysis_id = $1', [id]);
  else
    await db.query(
      `INSERT INTO agent_analysis.due_analyses (analysis_id, tenant_id, due_at) VALUES ($1, $2, $3)
       ON CONFLICT (analysis_id) DO UPDATE SET due_at = excluded.due_at`,
      [id, db.tenantId, due],
    );
}

export interface DueAnalysis extends Record<string, unknown> {
  readonly analysis_id: string;
  readonly tenant_id: string;
}

export function selectDue(db: Pick<Handle, 'query'>, until: Date, most: number): Promise<readonly DueAnalysis[]> {
  return db.query<DueAnalysis>(
    'SELECT analysis_id, tenant_id FROM agent_analysis.due_analyses WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    [until, most],
  );
}
