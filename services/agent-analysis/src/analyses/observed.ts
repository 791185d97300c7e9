import type { TenantDb } from '@wheelhouse/kit';
import { updateAnalysis } from '../records/analyses-store.ts';
import type { AnalysisRow } from '../records/analysis.ts';
import { useObservation } from '../records/observations-store.ts';
import type { Writing } from './given.ts';

/** An observation that is ready becomes an analysis's own, and what follows from it is found out beside the transaction. */
export async function takeObservation(
  db: TenantDb,
  { enqueue }: Pick<Writing, 'enqueue'>,
  row: AnalysisRow,
  observationId: string,
): Promise<void> {
  if (!(await useObservation(db, observationId, row.id))) return;
  await updateAnalysis(db, row, { observation_id: observationId, status: 'observing' });
  await enqueue(db, 'analyse', row.id);
}
