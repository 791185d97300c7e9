import { type Client, isApiError } from '@wheelhouse/sdk';
import { firstPage } from '../../declare/pages.ts';
import { analysesPath, type Analysis } from './analysis.ts';
import { type Verdict, verdictsPath } from './verdict.ts';

/** What the agents made of an incident last. */
export interface OfAgents {
  /** The newest that is concluded; while there is none, the newest. */
  readonly analysis: Analysis;
  /** What became of the action that it proposed. */
  readonly verdict: Verdict | undefined;
}

/** One that is under way is preceded by few. */
const mostLooked = 20;

/** An incident is shown without it while they are away. */
export async function ofAgents(client: Client, incidentId: string): Promise<OfAgents | undefined> {
  const query = { incident_id: incidentId, limit: mostLooked };
  try {
    const [analyses, verdicts] = await Promise.all([
      firstPage(client.list(analysesPath, { query, retries: 0 })),
      firstPage(client.list(verdictsPath, { query, retries: 0 })),
    ]);
    const analysis = analyses.data.find(({ status }) => status === 'concluded') ?? analyses.data[0];
    if (analysis === undefined) return undefined;
    return { analysis, verdict: verdicts.data.find((one) => one.decision_id === analysis.decision_id) };
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
