import type { Decision } from '@wheelhouse/contracts';
import { call, eventually } from '@wheelhouse/testkit';
import { decisionTo } from '../agent-workers/decision.ts';
import type { Way } from '../crash/subject.ts';
import type { AgentLane } from './lane.ts';
import { type Kind, makeTarget } from './targets.ts';

export type AgentWay = Way<AgentLane, Decision>;

const kinds: readonly Kind[] = [
  'scale_deployment',
  'restart_pod',
  'cordon_node',
  'uncordon_node',
  'rollback_deployment',
];

/** Each of the five actions, done at once and after somebody approved it. */
export const ways: readonly AgentWay[] = kinds.flatMap((kind) => [wayOf(kind, false), wayOf(kind, true)]);
/** Each of them once, approved by turns. */
export const quickWays: readonly AgentWay[] = kinds.map((kind, index) => wayOf(kind, index % 2 === 1));

export function wayOf(kind: Kind, isApproved: boolean): AgentWay {
  return {
    name: `${kind} ${isApproved ? 'approved' : 'automatic'}`,
    prepare: async ({ stage, kube, namespace, owner }) => {
      // Plans for a caller whose connection was lost with the process; nobody waits for them any more.
      await owner.query('DELETE FROM action_agent.plan_requests WHERE action_id IS NULL');
      return decisionTo(stage, await makeTarget(kube, namespace, kind), !isApproved);
    },
    start: async (lane, decision) => {
      const { decision_id: id, cluster_id: key } = decision;
      await lane.broker.publish({ exchange: 'analysis.decisions', key, body: JSON.stringify(decision), id });
      if (isApproved) await approve(lane, id);
    },
  };
}

const approvedWithinMs = 110_000;

/** As a person does who looks at the plan first, and tries again when the connection is lost. */
async function approve({ stage: { who }, owner, environment }: AgentLane, decisionId: string): Promise<void> {
  const { id, etag } = await eventually(async () => {
    const { rows } = await owner.query<{ id: string; etag: string | null }>(
      `SELECT id, plan->>'etag' AS etag FROM action_agent.actions WHERE decision_id = $1`,
      [decisionId],
    );
    const [row] = rows;
    if (row === undefined || row.etag === null) throw new Error('there is no plan yet');
    return { id: row.id, etag: row.etag };
  }, approvedWithinMs);
  const address = `http://127.0.0.1:${environment['ACTION_AGENT_PORT']}`;
  await eventually(async () => {
    const { status, body } = await call(address, who, 'POST', `/api/v1/actions/${id}/approve`, {
      headers: { 'if-match': etag },
    });
    // Of what was approved already, a repeat is told that it no longer applies.
    if (status !== 202 && !(status === 409 && body.error.code === 'action_not_pending'))
      throw new Error(`the approval was answered ${status} ${JSON.stringify(body)}`);
  }, approvedWithinMs);
}

export async function underWay({ owner, lives }: AgentLane): Promise<string> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM action_agent.open_actions) AS open_actions,
       (SELECT count(*) FROM action_agent.plan_requests WHERE action_id IS NOT NULL) AS plans_wanted,
       (SELECT count(*) FROM action_agent.leases WHERE starts_with(target, 'target ') AND leased_until > clock_timestamp()) AS held_targets,
       (SELECT count(*) FROM action_agent.held_messages) AS held_messages,
       (SELECT count(*) FROM action_agent.outbox WHERE seq IS NULL) AS unnumbered,
       (SELECT count(*) FROM action_agent.outbox_streams WHERE confirmed < head) AS unconfirmed`,
  );
  const left = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) > 0);
  // A message that was handled and not answered comes again, also after everything else is done.
  if (!lives.effects.includes('ack analysis.decisions')) left.push(['unanswered decisions', '1']);
  return left.map(([what, count]) => `${what} ${count}`).join(', ');
}
