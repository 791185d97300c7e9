import type { Decision } from '@wheelhouse/contracts';
import type { Control } from '../crash/subject.ts';
import type { Wrong } from './counting.ts';
import type { AgentLane } from './lane.ts';
import type { Kind } from './targets.ts';
import { wayOf } from './ways.ts';

type AgentControl = Control<AgentLane, Decision, Wrong>;

function control(
  name: string,
  kind: Kind,
  [side, effect]: readonly ['before' | 'after', string],
  sql: readonly string[],
  shows: Wrong,
): AgentControl {
  return {
    name,
    way: {
      ...wayOf(kind, false),
      afterDeath: async ({ owner }, { decision_id: id }) => {
        for (const statement of sql) await owner.query(statement, [id]);
      },
    },
    death: { side, effect, nth: 1 },
    shows,
  };
}

const noLongerOpen =
  'DELETE FROM action_agent.open_actions WHERE action_id IN (SELECT id FROM action_agent.actions WHERE decision_id = $1)';

/** Each takes away what guards against something. */
export const controls: readonly AgentControl[] = [
  control(
    'intent forgotten',
    'rollback_deployment',
    ['after', 'PATCH deployments'],
    [`UPDATE action_agent.actions SET effect = 'not_sent', plan = NULL, restarted_at = NULL WHERE decision_id = $1`],
    'changes made again',
  ),
  control(
    'decision id forgotten',
    'cordon_node',
    ['before', 'ack analysis.decisions'],
    ['DELETE FROM action_agent.decisions WHERE decision_id = $1'],
    'decisions taken twice',
  ),
  control(
    'action deleted after its decision was answered',
    'cordon_node',
    ['after', 'ack analysis.decisions'],
    [noLongerOpen, 'DELETE FROM action_agent.actions WHERE decision_id = $1'],
    'decisions lost',
  ),
  control(
    'outcome rewritten before it is published again',
    'uncordon_node',
    ['after', 'publish action.outcomes'],
    [
      `UPDATE action_agent.outbox SET body = body || ' ' WHERE exchange = 'action.outcomes'
         AND message_id IN (SELECT id::text FROM action_agent.actions WHERE decision_id = $1)`,
    ],
    'outcomes differing',
  ),
  control(
    'taken from the list of open actions',
    'scale_deployment',
    ['after', 'PATCH deployments'],
    [noLongerOpen],
    'records not terminal',
  ),
];
