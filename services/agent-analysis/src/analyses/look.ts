import type { ActionKind, Facts } from '@wheelhouse/contracts';
import { type Standing, standingOf } from '../neighbours/action-agent.ts';
import { type Asking, hurriedMs, patientMs } from '../neighbours/asking.ts';
import { askToObserve, type Observed, readObservation } from '../neighbours/observability.ts';
import { type ActiveWindow, activeWindows, windowOver } from '../neighbours/windows.ts';
import { selectAnalysis, updateAnalysis } from '../records/analyses-store.ts';
import type { AnalysisRow } from '../records/analysis.ts';
import { lockIncident } from '../records/incidents-store.ts';
import { expectObservation } from '../records/observations-store.ts';
import { judgeAll } from '../rules/judge.ts';
import { rules } from '../rules/table.ts';
import type { Given } from './given.ts';

/** All that other modules say before an analysis is concluded; what one of them does not say is told as unknown. */
export interface Looked {
  /** Undefined: none in time, and why. */
  readonly observed: Observed | undefined;
  readonly whyNot: string | undefined;
  /** Unknown: incidents did not say. */
  readonly window: ActiveWindow | 'none' | 'unknown';
  /** Of each kind of action that a rule might propose. */
  readonly standings: ReadonlyMap<ActionKind, Standing>;
}

/** Undefined: it is still being observed, and there is time. */
export async function look(
  given: Given,
  tenantId: string,
  row: AnalysisRow,
  isDue: boolean,
): Promise<Looked | undefined> {
  const id = row.observation_id ?? undefined;
  if (id === undefined && !isDue) {
    if (row.asks) await ask(given, tenantId, row);
    return undefined;
  }
  const { call, log } = given;
  const asking = { call, tenantId, timeoutMs: isDue ? hurriedMs : patientMs };
  const answer = {
    whyNot: `The cluster was not observed within ${seconds(row)} s: agent-observability has told of no observation.`,
  };
  const [read, windows] = await Promise.all([
    id === undefined
      ? answer
      : readObservation(asking, id).then(
          (observed) => ({ observed, whyNot: undefined }),
          (error: unknown) => {
            if (!isDue) throw error;
            log.warn({ err: error, analysis_id: row.id }, 'an observation could not be read in time');
            return { whyNot: 'The observation could not be read: agent-observability did not answer.' };
          },
        ),
    activeWindows(asking, row.cluster_id),
  ]);
  const observed = 'observed' in read && read.observed.status !== 'observing' ? read.observed : undefined;
  if (observed === undefined && !isDue) return undefined;
  const facts = observed?.facts ?? null;
  const standings = facts === null ? new Map<ActionKind, Standing>() : await standingsOf(asking, row, facts);
  return { observed, whyNot: read.whyNot ?? answer.whyNot, window: windowFor(windows, row, facts), standings };
}

function seconds({ created_at: created, due_at: due }: AnalysisRow): number {
  return (due.getTime() - created.getTime()) / 1_000;
}

/** Once for each analysis, unless the process dies between asking and writing that down. */
async function ask({ call, clock, database }: Given, tenantId: string, row: AnalysisRow): Promise<void> {
  const { object, cluster_id: clusterId, incident_id: incidentId } = row;
  if (object === null) return;
  const id = await askToObserve({ call, tenantId, timeoutMs: patientMs }, { incidentId, clusterId, object });
  await database.tenant(tenantId, async (db) => {
    await lockIncident(db, incidentId);
    const now = await selectAnalysis(db, row.id, 'FOR UPDATE');
    // That it is ready may have been heard meanwhile.
    if (now === undefined || now.status === 'concluded' || now.observation_id !== null) return;
    await expectObservation(db, { id, incidentId, readyAt: clock.now() }, row.id);
    await updateAnalysis(db, now, { observation_id: id, status: 'observing' });
  });
}

function windowFor(
  windows: readonly ActiveWindow[] | undefined,
  { object }: AnalysisRow,
  facts: Facts | null,
): Looked['window'] {
  if (windows === undefined) return 'unknown';
  return (object === null ? undefined : windowOver(windows, object, facts)) ?? 'none';
}

/** Asked of whatever might be proposed: which of it is, is decided where nobody can be asked any more. */
async function standingsOf(
  asking: Asking,
  { cluster_id: clusterId }: AnalysisRow,
  facts: Facts,
): Promise<ReadonlyMap<ActionKind, Standing>> {
  const open = { proposed: new Set<never>(), isEnabled: () => true, isBarred: () => false };
  const kinds = new Set(
    rules.flatMap((rule) => {
      const { choice } = judgeAll(facts, open, [rule]);
      return choice.kind === 'proposal' ? [choice.judged.proposes.action] : [];
    }),
  );
  const asked = [...kinds].map(async (kind) => [kind, await standingOf(asking, clusterId, kind)] as const);
  return new Map(await Promise.all(asked));
}
