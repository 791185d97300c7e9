import { actionKinds, type Verdict, verdicts as verdictWords } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  firstIdOf,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import type { VerdictRow } from './row.ts';
import { verdictStates } from './schema.ts';

const columns = `id, decision_id, action_id, incident_id, cluster_id, proposed_by, rule_id, action, target, target_key, automatic,
  state, verdict, summary, measured, health, overruled_by, overruled_at, note, started_at, ends_by, ended_at, ending,
  cured_within_seconds, stays_seconds, reached_at`;

const documents: ReadonlySet<string> = new Set([
  'proposed_by',
  'target',
  'measured',
  'health',
  'overruled_by',
  'ending',
]);

function written(row: Partial<VerdictRow>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const words = Object.keys(verdictWords) as Verdict[];

export const verdicts = defineList<VerdictRow>({
  name: 'verdicts',
  from: 'agent_feedback.verdicts',
  columns,
  counted: ['cluster_id', 'state', 'verdict'],
  reach: { cluster: 'cluster_id' },
  filters: {
    cluster_id: anyIdOf('Ids of clusters'),
    state: anyOf(verdictStates),
    verdict: anyOf(words),
    incident_id: anyIdOf('Ids of incidents'),
    rule_id: anyIdOf('Ids of rules'),
    action: anyOf(actionKinds),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

export async function selectVerdict(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<VerdictRow | undefined> {
  const [row] = await db.query<VerdictRow>(
    `SELECT ${columns} FROM agent_feedback.verdicts WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Undefined where the decision was not heard of yet. */
export async function lockVerdictOf(db: TenantDb, decisionId: string): Promise<VerdictRow | undefined> {
  const [found] = await db.query<{ verdict_id: string }>(
    `SELECT verdict_id FROM agent_feedback.decisions WHERE ${tenantFilter()} AND decision_id = $1`,
    [decisionId],
  );
  return found && selectVerdict(db, found.verdict_id, 'FOR UPDATE');
}

export async function insertVerdict(db: TenantDb, row: VerdictRow): Promise<void> {
  await insertRow(db, 'agent_feedback.verdicts', written(row));
  await insertRow(db, 'agent_feedback.decisions', { decision_id: row.decision_id, verdict_id: row.id });
  if (row.rule_id === null) return;
  await db.query(
    `INSERT INTO agent_feedback.rule_actions (tenant_id, rule_id, action) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [db.tenantId, row.rule_id, row.action],
  );
}

export type VerdictChange = Partial<Omit<VerdictRow, 'id' | 'decision_id' | 'cluster_id' | 'rule_id'>>;

/** Of a row that this transaction has locked. */
export async function updateVerdict(db: TenantDb, row: VerdictRow, change: VerdictChange): Promise<VerdictRow> {
  await updateRow(db, 'agent_feedback.verdicts', row.id, written(change));
  return { ...row, ...change };
}

export interface Concerned {
  readonly incidentId?: string;
  readonly clusterId: string;
}

/** Of an incident or a cluster: those on actions that have ended since a moment. */
export async function verdictsAbout(
  db: TenantDb,
  { incidentId, clusterId }: Concerned,
  endedSince: Date,
): Promise<readonly string[]> {
  const dayBefore = new Date(endedSince.getTime() - 24 * 60 * 60_000);
  const [column, id] = incidentId === undefined ? ['cluster_id', clusterId] : ['incident_id', incidentId];
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM agent_feedback.verdicts WHERE ${tenantFilter()} AND ${column} = $1 AND id >= $2 AND ended_at >= $3`,
    [id, firstIdOf(dayBefore), endedSince],
  );
  return rows.map((row) => row.id);
}
