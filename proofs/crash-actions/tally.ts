import { type Change, madeOf } from './changes.ts';
import type { HeardOutcome, Lane } from './lane.ts';
import { type Run, toldOf } from './run.ts';

/** What became of decisions, counted from the records, the broker and the API server's audit log. */
export interface Tally {
  readonly decisions: number;
  /** Decisions without an action. */
  readonly lost: number;
  /** Decisions with more than one. */
  readonly twice: number;
  /** Changes of one action to one object in a way in which it had changed it before. */
  readonly repeated: number;
  /** Actions that did not change exactly one thing, in words. */
  readonly notOnce: readonly string[];
  readonly unfinished: number;
  readonly unsuccessful: number;
  /** Actions without an outcome. */
  readonly silent: number;
  /** Outcomes of one action under another id than its own, or with other bytes than before. */
  readonly differing: number;
  /** How many came in all. */
  readonly outcomes: number;
}

interface Record {
  readonly id: string;
  readonly status: string;
  readonly finished: boolean;
}

const nothing: Tally = {
  decisions: 0,
  lost: 0,
  twice: 0,
  repeated: 0,
  notOnce: [],
  unfinished: 0,
  unsuccessful: 0,
  silent: 0,
  differing: 0,
  outcomes: 0,
};

export async function tallyOf(runs: readonly Run[], changes: readonly Change[]): Promise<Tally> {
  let sum = nothing;
  for (const run of runs) {
    const records = await recordsOf(run.lane, run.decisionId);
    const made = await Promise.all(
      records.map(({ id }) =>
        madeOf(
          run.lane.kube,
          changes.filter(({ actionId }) => actionId === id),
        ),
      ),
    );
    sum = plus(sum, counted(run, records, made));
  }
  return sum;
}

async function recordsOf({ owner }: Lane, decisionId: string): Promise<readonly Record[]> {
  const { rows } = await owner.query<Record>(
    `SELECT id, status, finished_at IS NOT NULL AS finished FROM action_agent.actions WHERE decision_id = $1`,
    [decisionId],
  );
  return rows;
}

function counted(run: Run, records: readonly Record[], made: readonly (readonly Change[])[]): Tally {
  const heard = records.map(({ id }) =>
    run.lane.outcomes.filter(({ messageId, actionId }) => [messageId, actionId].includes(id)),
  );
  return {
    decisions: 1,
    lost: records.length === 0 ? 1 : 0,
    twice: records.length > 1 ? 1 : 0,
    repeated: made.reduce((total, ofOne) => total + ofOne.length - distinct(ofOne), 0),
    notOnce: made.filter((ofOne) => ofOne.length !== 1).map((ofOne) => `${toldOf(run)}: ${waysOf(ofOne)}`),
    unfinished: records.filter(({ finished }) => !finished).length,
    unsuccessful: records.filter(({ status }) => status !== 'success').length,
    silent: heard.filter((ofOne) => ofOne.length === 0).length,
    differing: heard.filter(isDiffering).length,
    outcomes: heard.flat().length,
  };
}

function waysOf(ofOne: readonly Change[]): string {
  return ofOne.map(({ way }) => way).join(', ') || 'no change';
}

function distinct(changes: readonly Change[]): number {
  return new Set(changes.map(({ uid, way }) => `${uid} ${way}`)).size;
}

function isDiffering(ofOne: readonly HeardOutcome[]): boolean {
  return (
    ofOne.some(({ messageId, actionId }) => messageId !== actionId) || new Set(ofOne.map(({ body }) => body)).size > 1
  );
}

function plus(one: Tally, other: Tally): Tally {
  return {
    decisions: one.decisions + other.decisions,
    lost: one.lost + other.lost,
    twice: one.twice + other.twice,
    repeated: one.repeated + other.repeated,
    notOnce: [...one.notOnce, ...other.notOnce],
    unfinished: one.unfinished + other.unfinished,
    unsuccessful: one.unsuccessful + other.unsuccessful,
    silent: one.silent + other.silent,
    differing: one.differing + other.differing,
    outcomes: one.outcomes + other.outcomes,
  };
}
