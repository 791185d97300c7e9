import { openKube } from '@wheelhouse/testkit';
import { agentAccount } from './agent/account.ts';
import { openCanaryHouse } from './canary/house.ts';
import { atOnce, drainsUnlocked } from './guards/at-once.ts';
import { wrongCases } from './guards/cases.ts';
import { seenWhenReleased, stopAtEachEffect, Watch } from './guards/kill-switch.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const came = 100;
const sizes = { quick: { nodes: 10 }, full: { nodes: 30 } };

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const kube = openKube();
  // A worker knows its cluster by its nodes, and a fresh one has none.
  await kube.node();
  const account = await agentAccount(kube);
  const house = await openCanaryHouse(kube, account, { CANARY_SETTLE_SECONDS: '0' });
  try {
    const cases = await wrongCases(house, say);
    const { ran, odd } = await atOnce(house, came, size.nodes);
    say(`at once: ${JSON.stringify(ran)}`);
    const unlocked = await drainsUnlocked(house);
    const watch = new Watch(house);
    const stopped = await stopAtEachEffect(house, watch, quick, say);
    const seen = await seenWhenReleased(house, watch);
    const faults = [...cases.wrong, ...stopped.wrong, ...odd.map((one) => `at once: ${one}`)];
    const ranText = Object.entries(ran).map(([guard, count]) => `${guard} ${count}`);
    return verdictOf(
      {
        'every guard lets through what is inside, and refuses with its name what is outside': cases.wrong.length === 0,
        'of all at once against a cap of 1 one runs': Object.values(ran).every((count) => count === 1),
        'all others are refused by that guard': odd.length === 0,
        'the control, counting without the lock, lets several through': unlocked > 1,
        'after the kill switch nothing begins but what is allowed': stopped.wrong.length === 0 && stopped.runs > 0,
        'the control, a kill switch released at once, is seen': seen,
      },
      `${cases.count} cases, wrong ${cases.wrong.length}; of ${came} at once ran ${ranText.join(', ')} (${size.nodes} nodes); without the lock ${unlocked} of 2; kill switch engaged at ${stopped.runs} moments, wrong ${stopped.wrong.length}${faults.map((fault) => `; ${fault}`).join('')}`,
    );
  } finally {
    await house.close();
    await account.remove();
    await kube.close();
  }
}

export const proof: Proof = {
  promise:
    'Automation stays within its guards however many decisions come at once, every refusal names its guard, and once the kill switch is engaged nothing more is changed but what gives back.',
  method:
    'decisions and calls on the real cluster just inside and just outside of each guard; 100 decisions at once against a cap of 1; then the kill switch is engaged before and after each commit, acknowledgement and Kubernetes write of each action and of a scale-up that its canary reverts, and what begins after it was answered is counted',
  bar: 'just inside runs, just outside is refused with the name of the guard; of 100 at once one runs; changes begun after the kill switch was engaged 0, except an uncordon and the revert of a canary, and what was stopped says that nothing was sent, or of a drain how it left the node; the controls (counting without the lock, a kill switch released at once) are seen',
  run,
};
