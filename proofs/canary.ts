import { openKube } from '@wheelhouse/testkit';
import { agentAccount } from './agent/account.ts';
import { caseHouses, type CaseHouse, unreverted } from './canary/cases.ts';
import { scaleUps } from './canary/crash.ts';
import { openCanaryHouse } from './canary/house.ts';
import { wrongWith } from './canary/judge.ts';
import { settledFor } from './canary/settled.ts';
import { killAtEveryEffect } from './crash/harness.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const settleSeconds = 60;

async function run(context: ProofContext): Promise<Verdict> {
  const { quick, say } = context;
  const kube = openKube();
  // A worker knows its cluster by its nodes, and a fresh one has none.
  await kube.node();
  const account = await agentAccount(kube);
  try {
    const judged = async ({ settings, cases }: CaseHouse): Promise<readonly string[]> => {
      const house = await openCanaryHouse(kube, account, settings);
      const wrong: string[] = [];
      try {
        for (const one of cases) {
          const found = await wrongWith(house, one);
          say(`${found === undefined ? 'as specified' : 'WRONG'}: ${one.name}`);
          if (found !== undefined) wrong.push(found);
        }
        return wrong;
      } finally {
        await house.close();
      }
    };
    const [control, ...houses] = await Promise.all([judged(unreverted), ...caseHouses.map(judged)]);
    const killed = await killAtEveryEffect(scaleUps, context);
    const wrong = houses.flat();
    const count = caseHouses.reduce((sum, { cases }) => sum + cases.length, 0);
    let settled = 'settle on the real clock: at full size only';
    const claims: Record<string, boolean> = {
      'every case ends as specified': wrong.length === 0,
      'the control, a drop that nobody compares, is found': control.length === 1,
      ...killed.claims,
    };
    if (!quick) {
      const house = await openCanaryHouse(kube, account, { CANARY_SETTLE_SECONDS: String(settleSeconds) });
      const seconds = await settledFor(house);
      await house.close();
      claims['the settle time is kept, and the revert follows within 5 s'] =
        seconds >= settleSeconds - 1 && seconds <= settleSeconds + 5;
      settled = `settle of ${settleSeconds} s, by the clock ${seconds.toFixed(1)} s until the revert`;
    }
    const faults = wrong.length === 0 ? '' : `: ${wrong.join('; ')}`;
    return verdictOf(
      claims,
      `${count} cases, wrong ${wrong.length}${faults}; control found ${control.length}; ${killed.figure}; ${settled}`,
    );
  } finally {
    await account.remove();
    await kube.close();
  }
}

export const proof: Proof = {
  promise:
    'A scale-up that makes the health score drop by more than is allowed is taken back, and only then: whatever the monitor says or does not say, whoever else changes the Deployment, and whenever the agent is killed.',
  method:
    'scale-ups on the real cluster under a monitor that says what the case wants, before and after; others patch the Deployment meanwhile, as a person and through its scale subresource; then SIGKILL before and after each commit, publish, acknowledgement and Kubernetes write of a scale-up that is kept and of one that is reverted; replicas, records and changes are read from the cluster, the database and the audit log of the API server',
  bar: 'replicas and record as specified in every case and after every kill; no change made twice; the controls (a drop that nobody compares, a forgotten intent, a forgotten score) are found; at full size the revert comes 60 to 65 s after the scale-up by the clock',
  run,
};
