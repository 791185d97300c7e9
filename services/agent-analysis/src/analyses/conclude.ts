import { type AnalysisConcluded, analysisConcludedType, type Conclusion } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { type AnalysisChange, setDue, updateAnalysis } from '../records/analyses-store.ts';
import type { AnalysisRow } from '../records/analysis.ts';
import type { Writing } from './given.ts';

export type Ending = Omit<AnalysisChange, 'status' | 'concluded_at' | 'summary' | 'conclusion'> & {
  readonly conclusion: Conclusion;
  /** One or two sentences. */
  readonly summary: string;
};

/**
 * The one way an analysis is concluded: its row, when the incident is looked at again, and what is told of it, in one
 * transaction. Of a row that it has locked.
 */
export async function conclude(
  db: TenantDb,
  { clock, emit }: Pick<Writing, 'clock' | 'emit'>,
  row: AnalysisRow,
  ending: Ending,
): Promise<AnalysisRow> {
  if (row.status === 'concluded') throw new Error(`Analysis ${row.id} is concluded already (${row.conclusion ?? ''})`);
  const now = clock.now();
  const concluded = await updateAnalysis(db, row, { ...ending, status: 'concluded', concluded_at: now });
  await setDue(db, row.id, concluded.again_at);
  const told: AnalysisConcluded = {
    analysis_id: row.id,
    incident_id: row.incident_id,
    cluster_id: row.cluster_id,
    object: row.object,
    conclusion: ending.conclusion,
    rule: concluded.rule,
    summary: ending.summary,
    advice: concluded.advice,
    evidence: concluded.evidence.map(({ n, source, summary }) => ({ n, source, summary })),
    decision_id: concluded.decision_id,
    automatic: concluded.automatic,
    asked_because: concluded.asked_because,
    concluded_at: now.toISOString(),
  };
  await emit(db, analysisConcludedType, told, { clusterId: row.cluster_id });
  return concluded;
}
