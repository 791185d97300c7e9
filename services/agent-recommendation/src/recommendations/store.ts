import { recommendationStatuses } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import { recommendationSeverities } from '../findings/finding.ts';
import type { RecommendationRow } from './row.ts';
import { kindNames } from './schema.ts';

const columns = `id, cluster_id, kind, subject_key, subject, severity, why, how, status, accepted_by, accepted_at, note, dismissed,
  dismissed_until, seen_at, done_at`;

const documents: ReadonlySet<string> = new Set(['subject', 'accepted_by', 'dismissed']);

function written(row: Partial<RecommendationRow>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

export const recommendations = defineList<RecommendationRow>({
  name: 'recommendations',
  from: 'agent_recommendation.recommendations',
  columns,
  counted: ['status', 'kind', 'cluster_id'],
  reach: { cluster: 'cluster_id' },
  filters: {
    status: anyOf(recommendationStatuses),
    kind: anyOf(kindNames),
    cluster_id: anyIdOf('Ids of clusters'),
    severity: anyOf(recommendationSeverities),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

/** In the order of their ids, as everybody locks them. */
export function lockLive(db: TenantDb, clusterId: string): Promise<readonly RecommendationRow[]> {
  return db.query<RecommendationRow>(
    `SELECT ${columns} FROM agent_recommendation.recommendations
     WHERE ${tenantFilter()} AND cluster_id = $1 AND status <> 'done' ORDER BY id FOR UPDATE`,
    [clusterId],
  );
}

/** One live one of a kind and subject: where somebody else has just made it, this is none. */
export async function insertRecommendation(db: TenantDb, row: RecommendationRow): Promise<void> {
  const given = { tenant_id: db.tenantId, ...written(row) };
  const names = Object.keys(given);
  await db.query(
    `INSERT INTO agent_recommendation.recommendations (${names.join(', ')})
     VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
    Object.values(given),
  );
}

export type RecommendationChange = Partial<Omit<RecommendationRow, 'id' | 'cluster_id' | 'kind' | 'subject_key'>>;

/** Of a row that this transaction has locked. */
export async function updateRecommendation(
  db: TenantDb,
  row: RecommendationRow,
  change: RecommendationChange,
): Promise<RecommendationRow> {
  await updateRow(db, 'agent_recommendation.recommendations', row.id, written(change));
  return { ...row, ...change };
}

export async function pruneDone(db: TenantDb, before: Date): Promise<void> {
  await db.query(
    `DELETE FROM agent_recommendation.recommendations WHERE ${tenantFilter()} AND status = 'done' AND done_at < $1`,
    [before],
  );
}
