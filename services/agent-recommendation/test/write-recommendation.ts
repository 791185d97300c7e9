import { randomUUID } from 'node:crypto';
import { type Database, makeIds, systemClock } from '@wheelhouse/kit';
import { blank, type RecommendationRow } from '../src/recommendations/row.ts';
import { insertRecommendation } from '../src/recommendations/store.ts';

const makeId = makeIds(systemClock);

/** An open one of a cluster that nobody looks at. */
export async function writeRecommendation(
  database: Database,
  tenantId: string,
  more: Partial<RecommendationRow> = {},
): Promise<string> {
  const name = randomUUID();
  const row: RecommendationRow = {
    ...blank,
    id: makeId(),
    cluster_id: randomUUID(),
    kind: 'memory_limit',
    subject_key: `Deployment/proof/${name}`,
    subject: { object: { kind: 'Deployment', namespace: 'proof', name }, rule: null },
    severity: 'high',
    why: 'It was OOM-killed 4 times.',
    how: 'Raise its memory limit.',
    seen_at: systemClock.now(),
    ...more,
  };
  await database.tenant(tenantId, (db) => insertRecommendation(db, row));
  return row.id;
}
