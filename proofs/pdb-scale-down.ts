import { randomInt } from 'node:crypto';
import { controlCount, judgeGenerated } from './pdb-scale-down/generated.ts';
import { judgeLive } from './pdb-scale-down/live.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';

const sizes = { full: 10_000, quick: 4_000 };

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const count = quick ? sizes.quick : sizes.full;
  const seed = randomInt(2 ** 31);
  const [generated, live] = await Promise.allSettled([judgeGenerated(count, seed), judgeLive(quick, say)]);
  if (generated.status === 'rejected') throw generated.reason;
  const { allowed, wrong, missed } = generated.value;
  for (const text of wrong.slice(0, 5)) say(`WRONG: ${text}`);
  say(
    `${count} generated cases (seed ${seed}): ${allowed} allowed, ${wrong.length} judged otherwise than by the oracle`,
  );
  const controls = `${controlCount - missed.length} of ${controlCount}`;
  say(`wrong verdicts found out: ${controls} ${missed.join(', ')}`);
  if (live.status === 'rejected') throw live.reason;
  const claims = {
    'each generated case is judged as by the oracle': wrong.length === 0,
    'each wrong verdict is found out': missed.length === 0,
    ...live.value.claims,
  };
  const figure = `${count} generated cases, ${wrong.length} disagreements; controls found ${controls}; ${live.value.figure}`;
  return timedVerdictOf(claims, {}, live.value.unclear, figure);
}

export const proof: Proof = {
  promise:
    'A scale-down that would break a disruption budget is refused, and one that would not is let through: what the plan says is what the cluster then does.',
  method:
    'generated namespaces (budgets, replicas, readiness, owners, rollouts) judged by scaleDownVerdict and by an oracle written from specification and research before it; wrong verdicts as controls. Live, beside each other in namespaces of their own: one budget over a Deployment on KWOK nodes, some pods not ready or on no node, sometimes another Deployment under it or a rollout that is stuck; planned by planAction from what it reads, then scaled whatever the plan says, and the budget’s status read once no pod is terminating and nothing has changed for 5 s; the wrong verdicts are held against that too; quick is the same with fewer cases',
  bar: 'generated: disagreements 0, every control found; live: plan allows ⇔ currentHealthy ≥ desiredHealthy afterwards, with the figures that a refusal told; in a rollout, where which pods go is not certain, what is allowed holds; maxUnavailable 0 always refused, greater never; every control found',
  run,
};
