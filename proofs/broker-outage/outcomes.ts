import { eventually } from '@wheelhouse/testkit';
import type { Fleet } from '../agent-workers/fleet.ts';
import type { ActionRecord } from '../agent-workers/records.ts';

/** Outcomes written before a moment that the broker has not confirmed. */
export async function waitingSince({ database }: Fleet, before: Date): Promise<number> {
  const [row] = await database.system((db) =>
    db.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM action_agent.outbox AS o LEFT JOIN action_agent.outbox_streams AS s USING (type)
       WHERE o.type = 'action.outcomes' AND o.created_at < $1 AND (o.seq IS NULL OR s.confirmed IS NULL OR o.seq > s.confirmed)`,
      [before],
    ),
  );
  return row?.waiting ?? 0;
}

/** Milliseconds until what had been written before now is confirmed; undefined if it is not in time. */
export async function backlogGone(fleet: Fleet, withinMs: number): Promise<number | undefined> {
  const [back, began] = [new Date(), performance.now()];
  return eventually(async () => {
    if ((await waitingSince(fleet, back)) > 0) throw new Error('outcomes wait');
    return performance.now() - began;
  }, withinMs).catch(() => undefined);
}

export interface OutcomesHeard {
  /** Actions of which none came. */
  readonly silent: number;
  /** Actions of which one came with other bytes than were written, or under another id. */
  readonly differing: number;
  /** Those that came again. */
  readonly repeated: number;
}

/** What was heard, held against what was written when each action ended. */
export async function outcomesHeard(
  { database, outcomes }: Fleet,
  records: readonly ActionRecord[],
): Promise<OutcomesHeard> {
  const written = await database.system((db) =>
    db.query<{ message_id: string; body: string }>(
      `SELECT message_id, body FROM action_agent.outbox WHERE type = 'action.outcomes'`,
    ),
  );
  const bodies = new Map(written.map(({ message_id, body }) => [message_id, body]));
  const heard = Map.groupBy(outcomes, ({ messageId }) => messageId);
  const ended = records.filter(({ finished_at }) => finished_at !== null);
  const differs = (record: ActionRecord) =>
    (heard.get(record.id) ?? []).some(({ body }) => body !== bodies.get(record.id) || !tellsOf(body, record));
  const known = new Set(ended.map(({ id }) => id));
  return {
    silent: ended.filter(({ id }) => !heard.has(id)).length,
    differing: ended.filter(differs).length + [...heard.keys()].filter((id) => !known.has(id)).length,
    repeated: outcomes.length - heard.size,
  };
}

function tellsOf(body: string, { id, decision_id, status, finished_at }: ActionRecord): boolean {
  const outcome = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return (
    outcome['action_id'] === id &&
    outcome['decision_id'] === decision_id &&
    outcome['status'] === status &&
    outcome['finished_at'] === finished_at?.toISOString()
  );
}
