import type { AnalysisRow } from '../records/analysis.ts';
import type { KnownIncident } from '../records/incidents-store.ts';
import type { Looked } from './look.ts';

/** What an analysis is concluded from. */
export interface Matter {
  /** Locked by this transaction, and firing. */
  readonly incident: KnownIncident;
  readonly row: AnalysisRow;
  readonly looked: Looked;
}
