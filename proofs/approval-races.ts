import { eventually } from '@wheelhouse/testkit';
import { actionOf, AuditLog, isChange } from './agent/audit-log.ts';
import { openHouse, type ProofHouse } from './agent/house.ts';
import { planFaults } from './approval-races/plans.ts';
import { makePending, race, type Raced } from './approval-races/race.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { actions: 50, beginUntilMs: 35_000 }, full: { actions: 1_000, beginUntilMs: Infinity } };
const atOnce = 50;
const targets = 25;

interface Ended extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly approved: boolean;
}

const statusOf = { approve: 'success', reject: 'rejected', cancel: 'canceled' } as const;

async function endedOf({ db, who }: ProofHouse, ids: readonly string[]): Promise<readonly Ended[]> {
  return eventually(async () => {
    const rows = await db.tenant(who.tenantId, (tenant) =>
      tenant.query<Ended>(
        `SELECT id, status, approved_by IS NOT NULL AS approved FROM action_agent.actions WHERE id = ANY($1::uuid[]) AND finished_at IS NOT NULL`,
        [ids],
      ),
    );
    if (rows.length < ids.length) throw new Error(`${rows.length} of ${ids.length} have ended`);
    return rows;
  }, 120_000);
}

/**
 * Whether what the callers were told is what became of the action: one winner, or the time. What was approved may be
 * canceled as long as nothing was sent: then it is canceled, and nothing was.
 */
function isOneWinner({ told }: Raced, { status, approved }: Ended, changed: boolean): boolean {
  if (told.length === 2 && told.includes('approve') && told.includes('cancel'))
    return status === 'canceled' && approved && !changed;
  const [winner, ...others] = told;
  if (others.length > 0) return false;
  if (winner === undefined) return status === 'expired';
  if (winner === 'approve') return approved && (status === 'success' || status === 'failed');
  return status === statusOf[winner] && !approved;
}

async function outcomesOf({ db }: ProofHouse, ids: readonly string[]): Promise<number> {
  const rows = await db.look<{ id: string }>(
    `SELECT message_id AS id FROM action_agent.outbox WHERE type = 'action.outcomes' AND message_id = ANY($1::text[])`,
    [ids],
  );
  return rows.length;
}

/** Changes that the cluster took, by action. */
async function changesOf(house: ProofHouse, log: AuditLog): Promise<ReadonlyMap<string, number>> {
  const changes = new Map<string, number>();
  for (const call of await log.next(house.account.username)) {
    const action = actionOf(call);
    const took = isChange(call) && (call.responseStatus?.code ?? 500) < 300;
    if (took && action !== undefined) changes.set(action.id, (changes.get(action.id) ?? 0) + 1);
  }
  return changes;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const began = performance.now();
  const house = await openHouse();
  try {
    const log = await AuditLog.open();
    const first = await house.kube.deployment(0);
    const rest = Array.from({ length: targets - 1 }, () => house.kube.deployment(0, { namespace: first.namespace }));
    const made = [first, ...(await Promise.all(rest))];
    say(`the agent acts on its cluster; ${made.length} Deployments`);
    const raced: Raced[] = [];
    while (raced.length < size.actions && performance.now() - began < size.beginUntilMs) {
      const pending = await makePending(house, made, Math.min(atOnce, size.actions - raced.length));
      raced.push(...(await Promise.all(pending.map(({ id, proposer }) => race(house, id, proposer)))));
      say(`${raced.length} of ${size.actions} raced`);
    }
    const ended = new Map(
      (
        await endedOf(
          house,
          raced.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const changes = await changesOf(house, log);
    const several = raced.filter((one) => {
      const row = ended.get(one.id);
      return row === undefined || !isOneWinner(one, row, changes.has(one.id));
    });
    const odd = raced.flatMap((one) => one.odd);
    const own = raced.reduce((sum, { ownApprovals }) => sum + ownApprovals, 0);
    const unapproved = raced.filter(({ id }) => changes.has(id) && ended.get(id)?.approved !== true).length;
    const outcomes = await outcomesOf(
      house,
      raced.map(({ id }) => id),
    );
    const winners = Object.groupBy(ended.values(), ({ status, approved }) => (approved ? 'approved' : status));
    const counts = Object.entries(winners).map(([name, rows]) => `${name} ${rows?.length ?? 0}`);
    const faults = await planFaults(house);
    const figure = `${raced.length} actions, ${several.length} without exactly one winner (${counts.join(', ')}), self-approvals ${own}, changed without approval ${unapproved}, outcomes ${outcomes}, odd answers ${odd.length}${odd.length === 0 ? '' : ` (${[...new Set(odd)].join(', ')})`}; plans: ${faults.length} faults${faults.map((fault) => `; ${fault}`).join('')}`;
    return verdictOf(
      {
        'each has one winner': several.length === 0,
        'nobody approved their own': own === 0,
        'only what was approved changed anything': unapproved === 0,
        'each has one outcome': outcomes === raced.length,
        'late ones are told so': odd.length === 0,
        'several kinds of decision win, so they were at one instant': Object.keys(winners).length >= (quick ? 2 : 4),
        'a changed plan is refused with the new one, ordinary churn is not': faults.length === 0,
      },
      figure,
    );
  } finally {
    await house.close();
  }
}

export const proof: Proof = {
  promise:
    'Of all who decide about an action at one instant one wins, nobody approves what they proposed themselves, and what is approved is the plan that was seen.',
  method:
    'pending rolling restarts on the real cluster, fifty at a time, each hit by approve, reject, cancel, an approval of its own proposer and its expiry within the time that one call takes when all come at once; what each caller was told is held against the record, the outcomes and the audit log of the API server; then a Deployment is scaled between look and approval, and a pod replaced',
  bar: 'one winner each; self-approvals 0; changes without approval 0; a changed plan: 412 with the new plan and nothing touched; ordinary churn: no 412',
  run,
};
