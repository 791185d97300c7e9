import type { Tally } from './tally.ts';
import type { Conditions } from './run.ts';
import type { Kind } from './variant.ts';

/** Each takes away what guards against something; that must then be seen. */
export interface Control {
  readonly name: string;
  readonly conditions: Conditions;
  readonly seen: (tally: Tally) => number;
}

function control(
  name: string,
  kind: Kind,
  [side, effect]: readonly ['before' | 'after', string],
  sql: readonly string[],
  seen: Control['seen'],
): Control {
  return {
    name,
    conditions: {
      variant: { kind, isApproved: false },
      death: { side, effect, nth: 1 },
      meanwhile: async (owner, decisionId) => {
        for (const statement of sql) await owner.query(statement, [decisionId]);
      },
    },
    seen,
  };
}

const noLongerOpen =
  'DELETE FROM action_agent.open_actions WHERE action_id IN (SELECT id FROM action_agent.actions WHERE decision_id = $1)';

export const controls: readonly Control[] = [
  control(
    'intent forgotten: changed again',
    'rollback_deployment',
    ['after', 'PATCH deployments'],
    [`UPDATE action_agent.actions SET effect = 'not_sent', plan = NULL, restarted_at = NULL WHERE decision_id = $1`],
    ({ repeated }) => repeated,
  ),
  control(
    'decision id forgotten: taken again',
    'cordon_node',
    ['before', 'ack analysis.decisions'],
    ['DELETE FROM action_agent.decisions WHERE decision_id = $1'],
    ({ twice }) => twice,
  ),
  control(
    'action deleted after its decision was answered: lost',
    'cordon_node',
    ['after', 'ack analysis.decisions'],
    [noLongerOpen, 'DELETE FROM action_agent.actions WHERE decision_id = $1'],
    ({ lost }) => lost,
  ),
  control(
    'outcome rewritten before it is published again: differs',
    'uncordon_node',
    ['after', 'publish action.outcomes'],
    [
      `UPDATE action_agent.outbox SET body = body || ' ' WHERE exchange = 'action.outcomes'
         AND message_id IN (SELECT id::text FROM action_agent.actions WHERE decision_id = $1)`,
    ],
    ({ differing }) => differing,
  ),
  control(
    'taken from the list of open actions: never ends',
    'scale_deployment',
    ['after', 'PATCH deployments'],
    [noLongerOpen],
    ({ unfinished }) => unfinished,
  ),
];
