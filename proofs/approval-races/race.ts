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
  /** Approvals that named another plan, and were taken. */
  readonly wrongPlans: number;
  /** Answers that are neither a win nor the refusal of one who came too late. */
  readonly odd: readonly string[];
}

/**
 * One instant, as far as 250 callers can have one: within the time that one call takes when all come at once. An
 * approval waits for its plan, so it starts earlier or would never win; a time that is over stays over, and would mostly
 * win where calls take long. Both have two distances, so that each can win on a quiet machine and on a busy one.
 */
const instantMs = 600;
const setUpMs = 200;
const approveAheadMs = [600, 2_400] as const;
const lateExpiryMs = [1, 20_000] as const;

export interface Pending extends Record<string, unknown> {
  readonly id: string;
  readonly proposer: string;
  readonly etag: string;
}

/** Makes pending actions, each proposed by a person of its own, and waits until all are planned. */
export async function makePending(
  house: ProofHouse,
  targets: readonly DeploymentMade[],
  count: number,
): Promise<readonly Pending[]> {
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
  return eventually(async () => {
    const found = await house.db.tenant(house.who.tenantId, (db) =>
      db.query<Pending>(
        `SELECT id, proposed_by ->> 'id' AS proposer, plan ->> 'etag' AS etag FROM action_agent.actions
         WHERE decision_id = ANY($1::uuid[]) AND status = 'pending_approval' AND plan IS NOT NULL`,
        [ids],
      ),
    );
    if (found.length < count) throw new Error(`${found.length} of ${count} are planned`);
    return found;
  }, 120_000);
}

/** For each at one instant: approve, reject, cancel, an approval of one's own, one of another plan, and the end of its time. */
export async function raceAll(house: ProofHouse, pending: readonly Pending[]): Promise<readonly Raced[]> {
  const now = Date.now() + setUpMs;
  const starts = pending.map((one) => {
    const other = pending.find(({ etag }) => etag !== one.etag);
    if (other === undefined) throw new Error('all Deployments have one plan');
    const aheadMs = oneOf(approveAheadMs);
    return { ...one, otherEtag: other.etag, aheadMs, at: now + aheadMs };
  });
  await expireAt(
    house,
    starts.map(({ id, at }) => [id, new Date(at + randomInt(instantMs) + randomInt(oneOf(lateExpiryMs)))]),
  );
  return Promise.all(starts.map((start) => race(house, start)));
}

interface Start extends Pending {
  readonly otherEtag: string;
  readonly aheadMs: number;
  readonly at: number;
}

async function race(house: ProofHouse, { id, proposer, etag, otherEtag, aheadMs, at }: Start): Promise<Raced> {
  const own = await caller({ tenant: house.who.tenantId, sub: proposer });
  const odd: string[] = [];
  const told: Raced['told'][number][] = [];
  let ownApprovals = 0;
  let wrongPlans = 0;
  const decide = async (verb: 'approve' | 'reject' | 'cancel', who: Caller, named = etag) => {
    await wait(Math.max(0, at - (verb === 'approve' ? aheadMs : 0) + randomInt(instantMs) - Date.now()));
    const headers = verb === 'approve' ? { 'if-match': named } : {};
    const answer = await house.process.call(who, 'POST', `/api/v1/actions/${id}/${verb}`, { body: {}, headers });
    return { verb, answer };
  };
  const judged = ({ verb, answer }: { readonly verb: Raced['told'][number]; readonly answer: Answer }) => {
    if (answer.status < 300) told.push(verb);
    else if (![409, 410].includes(answer.status)) odd.push(`${verb}: ${answer.status} ${answer.body.error.code}`);
  };
  await Promise.all([
    decide('approve', house.who).then(judged),
    decide('reject', house.who).then(judged),
    decide('cancel', house.who).then(judged),
    decide('approve', own).then(({ answer }) => {
      if (answer.status < 300) ownApprovals += 1;
      else if (![403, 409, 410].includes(answer.status)) odd.push(`own approval: ${answer.status}`);
    }),
    decide('approve', house.who, otherEtag).then(({ answer }) => {
      if (answer.status < 300) wrongPlans += 1;
      else if (![409, 410, 412].includes(answer.status)) odd.push(`approval of another plan: ${answer.status}`);
    }),
  ]);
  return { id, told, ownApprovals, wrongPlans, odd };
}

function oneOf<T>([one, other]: readonly [T, T]): T {
  return randomInt(2) === 0 ? one : other;
}

async function expireAt({ db, who }: ProofHouse, times: readonly (readonly [string, Date])[]): Promise<void> {
  const given = [times.map(([id]) => id), times.map(([, at]) => at)];
  await db.tenant(who.tenantId, async (tenant) => {
    for (const [table, key] of [
      ['actions', 'id'],
      ['open_actions', 'action_id'],
    ] as const)
      await tenant.query(
        `UPDATE action_agent.${table} AS t SET expires_at = given.at
         FROM unnest($1::uuid[], $2::timestamptz[]) AS given (id, at) WHERE t.${key} = given.id`,
        given,
      );
  });
}
