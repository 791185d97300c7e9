import { openCluster } from '@wheelhouse/kubernetes';
import { adminAccess, makeNamespace, type Namespace } from '@wheelhouse/testkit';
import { maxCases, minCases, rolloutCases } from './pdb-scale-down/cases.ts';
import { controls, faultsOf, holds, missedControls } from './pdb-scale-down/judge.ts';
import { type Outcome, runCase } from './pdb-scale-down/run-case.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** The counts the promise names; quick takes the first of each. */
const sizes = { full: { min: 200, max: 20, rollout: 40 }, quick: { min: 8, max: 2, rollout: 2 } };

const sideBySide = 16;

/** Real scale-downs, each in a namespace that holds nothing else, whatever the plan says of them. */
async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const cases = [...rolloutCases(size.rollout), ...minCases(size.min), ...maxCases(size.max)];
  const client = openCluster(adminAccess(), { userAgent: 'wheelhouse-proof' });
  const namespaces: Namespace[] = [];
  const outcomes: Outcome[] = [];
  const stuck: string[] = [];
  try {
    while (namespaces.length < Math.min(sideBySide, cases.length)) namespaces.push(await makeNamespace(client));
    const queue = cases.values();
    const lane = async ({ name }: Namespace) => {
      for (const live of queue) {
        await runCase(client, name, live).then(
          (outcome) => outcomes.push(outcome),
          (error: unknown) => stuck.push(`${JSON.stringify(live)}: ${String(error)}`),
        );
        const done = outcomes.length + stuck.length;
        if (done % 20 === 0) say(`${done} of ${cases.length} cases`);
      }
    };
    await Promise.all(namespaces.map(lane));
  } finally {
    await Promise.all(namespaces.map((namespace) => namespace.remove()));
    await client.close();
  }
  return verdictOn(outcomes, stuck, say);
}

function verdictOn(outcomes: readonly Outcome[], stuck: readonly string[], say: (text: string) => void): Verdict {
  const wrong = outcomes.flatMap((outcome) =>
    faultsOf(outcome).map((fault) => `${JSON.stringify(outcome.live)}: ${fault}`),
  );
  for (const text of [...stuck, ...wrong].slice(0, 20)) say(`WRONG: ${text}`);
  const missed = missedControls(outcomes);
  const isAllowed = ({ plan }: Outcome) => plan.refused === null;
  const settled = outcomes.filter(({ live, afterwards }) => afterwards !== null && live.rollout === null);
  const rollouts = outcomes.filter(({ live }) => live.rollout !== null);
  const max = outcomes.filter(({ live }) => 'maxUnavailable' in live.budget);
  const allowed = settled.filter(isAllowed).length;
  const needless = rollouts.filter((one) => !isAllowed(one) && holds(one.afterwards)).length;
  say(`rollouts: ${rollouts.length}, of them refused though it would have held this time: ${needless}`);
  return verdictOf(
    {
      'every case comes to rest': stuck.length === 0,
      'allowed is what holds afterwards': wrong.length === 0,
      'some are allowed and some refused': allowed > 0 && allowed < settled.length,
      [`each wrong verdict is found out (${missed.join(', ')})`]: missed.length === 0,
    },
    `${settled.length} scale-downs (${allowed} allowed), ${rollouts.length} in a rollout (${rollouts.filter(isAllowed).length} allowed), ${max.length} plans under maxUnavailable: ${wrong.length} wrong; wrong verdicts found out ${controls.length - missed.length} of ${controls.length}`,
  );
}

export const proof: Proof = {
  promise:
    'A scale-down that would break a disruption budget is refused, and one that would not is let through: what the plan says is what the cluster then does.',
  method:
    'beside each other, in namespaces of their own on the real cluster: one budget over a Deployment on KWOK nodes, some pods not ready or on no node, sometimes another Deployment under it or a rollout that is stuck; planned by planAction from what it reads, then scaled whatever the plan says, and the budget’s status read once no pod is terminating and nothing has changed for 5 s; wrong verdicts are held against that too; quick is the same with fewer cases. What is generated is a test of packages/kubernetes',
  bar: 'plan allows ⇔ currentHealthy ≥ desiredHealthy afterwards, with the figures that a refusal told; in a rollout, where which pods go is not certain, what is allowed holds; maxUnavailable 0 always refused, greater never; every wrong verdict found out',
  run,
};
