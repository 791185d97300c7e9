import type { Decision } from '@wheelhouse/contracts';
import type { Stage } from '../crash-actions/stage.ts';
import type { Fleet } from './fleet.ts';

/** What became of decisions, from the records. */
export interface ActionRecord extends Record<string, unknown> {
  readonly id: string;
  readonly decision_id: string;
  readonly action: string;
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly finished_at: Date | null;
}

export function recordsOf({ database }: Fleet, { who }: Stage): Promise<readonly ActionRecord[]> {
  return database.tenant(who.tenantId, (db) =>
    db.query<ActionRecord>('SELECT id, decision_id, action, status, error, finished_at FROM action_agent.actions'),
  );
}

/** Of these decisions, those without an action, those with several, and those whose action has not ended. */
export function countedBy(decisions: readonly Pick<Decision, 'decision_id'>[], records: readonly ActionRecord[]) {
  const byDecision = Map.groupBy(records, ({ decision_id }) => decision_id);
  const of = decisions.map(({ decision_id: id }) => byDecision.get(id) ?? []);
  return {
    none: of.filter((found) => found.length === 0).length,
    several: of.filter((found) => found.length > 1).length,
    notEnded: of.filter((found) => found.some(({ finished_at }) => finished_at === null)).length,
  };
}

/** In words: `success 70, failed (target_missing) 2`. */
export function endingsIn(records: readonly ActionRecord[]): string {
  const words = records.map(({ status, error }) => (error === null ? status : `${status} (${error.code})`));
  return [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${word} ${all.length}`).join(', ');
}

/** How many have ended, of all. */
export async function endedOf({ database }: Fleet, { who }: Stage): Promise<number> {
  const [row] = await database.tenant(who.tenantId, (db) =>
    db.query<{ ended: number }>('SELECT count(finished_at)::int AS ended FROM action_agent.actions'),
  );
  return row?.ended ?? 0;
}

/** Those that have not ended, each with where it stands and who holds its target, in words. */
export async function unendedIn({ database }: Fleet, { who }: Stage): Promise<readonly string[]> {
  const rows = await database.tenant(who.tenantId, (db) =>
    db.query<Readonly<Record<string, string | null>>>(
      `SELECT a.action, a.target, a.effect, a.step, a.progress, a.created_at, a.started_at, a.effect_at, o.state,
         l.holder, l.leased_until, clock_timestamp() AS now
       FROM action_agent.actions AS a
       LEFT JOIN action_agent.open_actions AS o ON o.action_id = a.id
       LEFT JOIN action_agent.leases AS l ON l.target = 'target ' || o.target
       WHERE a.finished_at IS NULL ORDER BY a.id`,
    ),
  );
  return rows.map((row) => JSON.stringify(row));
}
