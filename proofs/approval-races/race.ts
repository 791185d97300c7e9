import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { type Answer, type Caller, caller, type DeploymentMade, eventually } from '@wheelhouse/testkit';
import { decisionIn, type ProofHouse } from '../agent/house.ts';

/** Who of those that decide at one instant has won, as each of them was told. */
export interface Raced {
  readonly id: string;
  /** The calls that were told that they had decided. */
  readonly told: readonly ('approve' | 'reject' | 'cancel')[];
  readonly ownApprovals: number;
  /** Answers that are neither a win nor the refusal of one who came too late. */
  readonly odd: readonly string[];
}

/**
 * One instant, as far as two hundred callers can have one: within the time that one call takes when all come at once.
 * An approval waits for its plan, so it starts earlier or would never win. A time that is over stays over, and would
 * mostly win where calls take long: for one half it comes later.
 */
const instantMs = 600;
const approveAheadMs = 600;
const lateExpiryMs = 2_400;

/** Makes pending actions, each proposed by a person of its own, and waits until all are planned. */
export async function makePending(
  house: ProofHouse,
  targets: readonly DeploymentMade[],
  count: number,
): Promise<readonly { readonly id: string; readonly proposer: string }[]> {
  const decisions = Array.from({ length: count }, (_, index): Decision<'rollback_deployment'> => {
    const { namespace, name } = targets[index % targets.length] ?? { namespace: '', name: '' };
    return {
      ...decisionIn(house),
      action: 'rollback_deployment',
      AutoApprove: false,
      target: { namespace, deployment_name: name },
      proposed_by: { type: 'user', id: randomUUID() },
    };
  });
  for (const decision of decisions) await house.publish(JSON.stringify(decision), decision.decision_id);
  const ids = decisions.map(({ decision_id }) => decision_id);
  const rows = await eventually(async () => {
    const found = await house.db.tenant(house.who.tenantId, (db) =>
      db.query<{ id: string; proposer: string }>(
        `SELECT id, proposed_by ->> 'id' AS proposer FROM action_agent.actions
         WHERE decision_id = ANY($1::uuid[]) AND status = 'pending_approval' AND plan IS NOT NULL`,
        [ids],
      ),
    );
    if (found.length < count) throw new Error(`${found.length} of ${count} are planned`);
    return found;
  }, 120_000);
  return rows;
}

/** All at one instant: approve, reject, cancel, an approval of one's own, and the end of its time. */
export async function race(house: ProofHouse, id: string, proposer: string): Promise<Raced> {
  const own = await caller({ tenant: house.who.tenantId, sub: proposer });
  const at = Date.now() + approveAheadMs;
  await expireAt(house, id, new Date(at + randomInt(instantMs) + (randomInt(2) === 0 ? 0 : randomInt(lateExpiryMs))));
  const odd: string[] = [];
  const told: Raced['told'][number][] = [];
  let ownApprovals = 0;
  const decide = async (verb: 'approve' | 'reject' | 'cancel', who: Caller, aheadMs: number) => {
    await wait(Math.max(0, at - aheadMs + randomInt(instantMs) - Date.now()));
    const answer = await house.process.call(who, 'POST', `/api/v1/actions/${id}/${verb}`, { body: {} });
    return { verb, answer };
  };
  const judged = ({ verb, answer }: { readonly verb: Raced['told'][number]; readonly answer: Answer }) => {
    if (answer.status < 300) told.push(verb);
    else if (![409, 410].includes(answer.status)) odd.push(`${verb}: ${answer.status} ${answer.body.error.code}`);
  };
  await Promise.all([
    decide('approve', house.who, approveAheadMs).then(judged),
    decide('reject', house.who, 0).then(judged),
    decide('cancel', house.who, 0).then(judged),
    decide('approve', own, approveAheadMs).then(({ answer }) => {
      if (answer.status < 300) ownApprovals += 1;
      else if (![403, 409, 410].includes(answer.status)) odd.push(`own approval: ${answer.status}`);
    }),
  ]);
  return { id, told, ownApprovals, odd };
}

async function expireAt({ db, who }: ProofHouse, id: string, at: Date): Promise<void> {
  await db.tenant(who.tenantId, async (tenant) => {
    await tenant.query('UPDATE action_agent.actions SET expires_at = $2 WHERE id = $1', [id, at]);
    await tenant.query('UPDATE action_agent.open_actions SET expires_at = $2 WHERE action_id = $1', [id, at]);
  });
}
