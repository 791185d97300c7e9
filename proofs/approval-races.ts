import { type DeploymentMade, eventually } from '@wheelhouse/testkit';
import { actionOf, AuditLog, isChange } from './agent/audit-log.ts';
import { openHouse, type ProofHouse } from './agent/house.ts';
import { planFaults } from './approval-races/plans.ts';
import { makePending, type Raced, raceAll } from './approval-races/race.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { actions: 50, atOnce: 25, targets: 12 }, full: { actions: 1_000, atOnce: 50, targets: 25 } };

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
 * canceled as long as nothing was sent: then it is canceled, and nothing was. What was approved is done once, and
 * nothing else is.
 */
function isOneWinner({ told }: Raced, { status, approved }: Ended, changes: number): boolean {
  if (changes !== (status === 'success' ? 1 : 0)) return false;
  if (told.length === 2 && told.includes('approve') && told.includes('cancel'))
    return status === 'canceled' && approved;
  const [winner, ...others] = told;
  if (others.length > 0) return false;
  return status === (winner === undefined ? 'expired' : statusOf[winner]) && approved === (winner === 'approve');
}

async function outcomesOf({ db }: ProofHouse, ids: readonly string[]): Promise<number> {
  const rows = await db.look<{ id: string }>(
    `SELECT message_id AS id FROM action_agent.outbox WHERE type = 'action.outcomes' AND message_id = ANY($1::text[])`,
    [ids],
  );
  return rows.length;
}

interface Changes {
  readonly byAction: ReadonlyMap<string, number>;
  /** Of which nobody can tell for which action they were made. */
  readonly byNobody: number;
}

/** Changes that the cluster took in a namespace, whoever made them: the cluster's own parts are not in the log. */
async function changesIn(namespace: string, log: AuditLog): Promise<Changes> {
  const calls = (await log.next(namespace)).filter(
    (call) => call.objectRef?.namespace === namespace && isChange(call) && (call.responseStatus?.code ?? 500) < 300,
  );
  const named = Object.groupBy(calls, (call) => actionOf(call)?.id ?? '');
  const { '': unnamed = [], ...ofActions } = named;
  const counts = Object.entries(ofActions).map(([id, changes]) => [id, changes?.length ?? 0] as const);
  return { byAction: new Map(counts), byNobody: unnamed.length };
}

/** Control: a change that the agent has no part in is in the log as well. */
async function isFoundByHand(
  { kube }: ProofHouse,
  { namespace, name }: DeploymentMade,
  log: AuditLog,
): Promise<boolean> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  await kube.client.patch(path, { metadata: { annotations: { by: 'hand' } } });
  const { byNobody, byAction } = await changesIn(namespace, log);
  return byNobody === 1 && byAction.size === 0;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const { actions: count, atOnce, targets } = quick ? sizes.quick : sizes.full;
  const house = await openHouse();
  try {
    const first = await house.kube.deployment(0);
    const { namespace } = first;
    const rest = Array.from({ length: targets - 1 }, () => house.kube.deployment(0, { namespace }));
    const made = [first, ...(await Promise.all(rest))];
    say(`the agent acts on its cluster; ${made.length} Deployments`);
    const log = await AuditLog.open();
    const byHand = await isFoundByHand(house, first, log);
    const raced: Raced[] = [];
    while (raced.length < count) {
      const pending = await makePending(house, made, Math.min(atOnce, count - raced.length));
      raced.push(...(await raceAll(house, pending)));
      say(`${raced.length} of ${count} raced`);
    }
    const ids = raced.map(({ id }) => id);
    const ended = await endedOf(house, ids);
    const { byAction, byNobody } = await changesIn(namespace, log);
    const rows = new Map(ended.map((row) => [row.id, row]));
    const several = raced.filter((one) => {
      const row = rows.get(one.id);
      return row === undefined || !isOneWinner(one, row, byAction.get(one.id) ?? 0);
    });
    const odd = new Set(raced.flatMap((one) => one.odd));
    const own = raced.reduce((sum, { ownApprovals }) => sum + ownApprovals, 0);
    const wrong = raced.reduce((sum, { wrongPlans }) => sum + wrongPlans, 0);
    const unapproved = [...byAction.keys()].filter((id) => rows.get(id)?.approved !== true).length;
    const outcomes = await outcomesOf(house, ids);
    const winners = Object.groupBy(ended, ({ status, approved }) => (approved ? 'approved' : status));
    const counts = Object.entries(winners).map(([name, all]) => `${name} ${all?.length ?? 0}`);
    const faults = await planFaults(house);
    const figure = `${raced.length} actions, ${several.length} without exactly one winner (${counts.join(', ')}), self-approvals ${own}, approvals of another plan ${wrong}, changed without approval ${unapproved}, by nobody ${byNobody}, outcomes ${outcomes}, odd answers ${odd.size}${[...odd].map((answer) => `; ${answer}`).join('')}; plans: ${faults.length} faults${faults.map((fault) => `; ${fault}`).join('')}`;
    return verdictOf(
      {
        'each has one winner, and is done once if that is the approval': several.length === 0,
        'nobody approved their own': own === 0,
        'nobody approved another plan than the one there is': wrong === 0,
        'only what was approved changed anything': unapproved === 0 && byNobody === 0,
        'a change by hand is found': byHand,
        'each has one outcome': outcomes === raced.length,
        'late ones are told so': odd.size === 0,
        'several kinds of decision win, so they were at one instant': counts.length >= (quick ? 2 : 4),
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
    'pending rolling restarts on the real cluster, up to fifty at a time, each hit by approve, reject, cancel, an approval of its own proposer, one that names another plan, and its expiry within the time that one call takes when all come at once; what each caller was told is held against the record, the outcomes and all changes in the audit log of the API server, whoever made them (control: one made by hand); then a Deployment is scaled between look and approval, the plan that was seen is approved once more when the action has a newer one, and a pod is replaced',
  bar: 'one winner each, done once if it is the approval; self-approvals 0; approvals of another plan 0; changes without approval 0; a changed plan, or one older than the action has: 412 and nothing touched; ordinary churn: no 412',
  run,
};
