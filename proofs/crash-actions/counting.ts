import type { Decision } from '@wheelhouse/contracts';
import type { HeardOutcome } from '../agent-workers/outcomes.ts';
import type { Counts } from '../crash/subject.ts';
import { type Change, madeOf } from './changes.ts';
import type { AgentLane } from './lane.ts';

/** What must not become of a decision. */
export type Wrong =
  | 'decisions lost'
  | 'decisions taken twice'
  /** Of one action to one object in a way in which it had changed it before. */
  | 'changes made again'
  | 'actions of other than one change'
  | 'records not terminal'
  | 'actions not successful'
  | 'actions without an outcome'
  /** Under another id than the action's, or with other bytes than before. */
  | 'outcomes differing';

/** By the records, the broker and the API server's audit log. */
export async function countOf(
  { owner, kube, outcomes }: AgentLane,
  { decision_id: decisionId }: Decision,
  changes: readonly Change[],
): Promise<Counts<Wrong>> {
  const { rows: records } = await owner.query<{ id: string; status: string; finished: boolean }>(
    `SELECT id, status, finished_at IS NOT NULL AS finished FROM action_agent.actions WHERE decision_id = $1`,
    [decisionId],
  );
  const changesOf = (id: string) => changes.filter(({ actionId }) => actionId === id);
  const made = await Promise.all(records.map(({ id }) => madeOf(kube, changesOf(id))));
  const heard = records.map(({ id }) =>
    outcomes.filter((outcome) => [outcome.messageId, actionOf(outcome)].includes(id)),
  );
  return {
    'decisions lost': records.length === 0 ? 1 : 0,
    'decisions taken twice': records.length > 1 ? 1 : 0,
    'changes made again': made.reduce((total, ofOne) => total + ofOne.length - distinct(ofOne), 0),
    'actions of other than one change': made.filter(({ length }) => length !== 1).length,
    'records not terminal': records.filter(({ finished }) => !finished).length,
    'actions not successful': records.filter(({ status }) => status !== 'success').length,
    'actions without an outcome': heard.filter(({ length }) => length === 0).length,
    'outcomes differing': heard.filter(isDiffering).length,
  };
}

function actionOf({ body }: HeardOutcome): string {
  return (JSON.parse(body) as { readonly action_id: string }).action_id;
}

function distinct(changes: readonly Change[]): number {
  return new Set(changes.map(({ uid, way }) => `${uid} ${way}`)).size;
}

function isDiffering(ofOne: readonly HeardOutcome[]): boolean {
  return (
    ofOne.some((outcome) => outcome.messageId !== actionOf(outcome)) ||
    new Set(ofOne.map(({ bytes }) => bytes)).size > 1
  );
}
