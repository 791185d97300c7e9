import { actionOf, type AuditedCall, type AuditLog } from '../agent/audit-log.ts';
import type { Counts } from '../crash/subject.ts';
import type { AgentLane } from '../crash-actions/lane.ts';
import { isEviction } from '../drain/calls.ts';
import type { DrainWork } from './work.ts';

/** What must not become of a drain. */
export type Wrong =
  | 'decisions lost'
  | 'decisions taken twice'
  | 'pods evicted twice'
  /** By the record; and by the audit log, where one whose answer was lost with the process does not count. */
  | 'pods with more than five attempts'
  | 'records not terminal'
  | 'drains that ended otherwise'
  | 'records wrong about the cordon'
  | 'drains without an outcome';

/** Evictions of actions, from the audit log. */
export async function evictionsIn(log: AuditLog): Promise<readonly AuditedCall[]> {
  return (await log.all('wheelhouse-action-agent (action ')).filter(isEviction);
}

interface Ended {
  readonly id: string;
  readonly status: string;
  readonly finished: boolean;
  readonly code: string | null;
  readonly message: string | null;
  readonly details: {
    readonly pods?: readonly { readonly attempts: number }[];
    readonly drain?: { readonly node_cordoned: boolean };
  };
}

const mostAttempts = 5;
const lostWithTheProcess = 1;

export async function countOf(
  { owner, kube, outcomes }: AgentLane,
  { decision: { decision_id: decisionId }, node, budget, isReleased }: DrainWork,
  evictions: readonly AuditedCall[],
): Promise<Counts<Wrong>> {
  const { rows } = await owner.query<Ended>(
    `SELECT id, status, finished_at IS NOT NULL AS finished, error->>'code' AS code, error->>'message' AS message, details
     FROM action_agent.actions WHERE decision_id = $1`,
    [decisionId],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const ours = evictions.filter((call) => ids.has(actionOf(call)?.id ?? ''));
  const byPod = [...Map.groupBy(ours, (call) => call.requestObject?.deleteOptions?.preconditions?.uid ?? '').values()];
  const answered = (calls: readonly AuditedCall[], code: number) =>
    calls.filter(({ responseStatus }) => responseStatus?.code === code).length;
  const { spec } = await kube.client.get<{ readonly spec: { readonly unschedulable?: boolean } }>(
    `/api/v1/nodes/${node}`,
  );
  const isCordoned = spec.unschedulable === true;
  const told = (row: Ended) => (row.details.pods ?? []).filter(({ attempts }) => attempts > mostAttempts).length;
  const isAsItShould = ({ status, code, message }: Ended) =>
    isReleased
      ? status === 'success'
      : status === 'failed' && code === 'eviction_blocked' && message?.includes(budget) === true;
  return {
    'decisions lost': rows.length === 0 ? 1 : 0,
    'decisions taken twice': rows.length > 1 ? 1 : 0,
    'pods evicted twice': byPod.filter((calls) => answered(calls, 201) > 1).length,
    'pods with more than five attempts':
      rows.reduce((total, row) => total + told(row), 0) +
      byPod.filter((calls) => answered(calls, 429) > mostAttempts + lostWithTheProcess).length,
    'records not terminal': rows.filter(({ finished }) => !finished).length,
    'drains that ended otherwise': rows.filter((row) => !isAsItShould(row)).length,
    'records wrong about the cordon': rows.filter(({ details }) => details.drain?.node_cordoned !== isCordoned).length,
    'drains without an outcome': rows.filter(({ id }) => outcomes.every(({ messageId }) => messageId !== id)).length,
  };
}
