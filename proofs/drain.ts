import { openHouse, type ProofHouse } from './agent/house.ts';
import { fullNode } from './drain/full-node.ts';
import { byAgent, byKubectl, type Drained } from './drain/sides.ts';
import { median } from './runner/figures.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const pods = 110;
const endAfter = '10s';
const sizes = { quick: 1, full: 5 };
const bars = { share: 1 / 4, times: 1.1 };

interface Pair {
  readonly agent: Drained;
  readonly kubectl: Drained;
}

/** Both begin in turn: whoever is second has the other's pods waiting in the scheduler. */
async function pairOf(house: ProofHouse, agentFirst: boolean): Promise<Pair> {
  const [one, other] = await Promise.all([fullNode(house.kube, pods, endAfter), fullNode(house.kube, pods, endAfter)]);
  if (agentFirst) {
    const agent = await byAgent(house, one);
    return { agent, kubectl: await byKubectl(other) };
  }
  const kubectl = await byKubectl(one);
  return { agent: await byAgent(house, other), kubectl };
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const house = await openHouse();
  try {
    const pairs: Pair[] = [];
    while (pairs.length < (quick ? sizes.quick : sizes.full)) {
      const pair = await pairOf(house, pairs.length % 2 === 0);
      pairs.push(pair);
      say(`agent ${words(pair.agent)}; kubectl ${words(pair.kubectl)}`);
    }
    return judge(pairs, quick);
  } finally {
    await house.close();
  }
}

function judge(pairs: readonly Pair[], quick: boolean): Verdict {
  const [agents, kubectls] = [pairs.map(({ agent }) => agent), pairs.map(({ kubectl }) => kubectl)];
  const share = Math.max(...pairs.map((pair) => shareOf(pair, quick)));
  const times = median(pairs.map(({ agent, kubectl }) => agent.seconds / kubectl.seconds));
  const most = (of: readonly Drained[]) => Math.max(...of.map(({ atOnce }) => atOnce));
  return verdictOf(
    {
      'both empty the node': [...agents, ...kubectls].every((one) => one.ending === 'success' && one.podsLeft === 0),
      'the agent evicts each pod once': agents.every(({ evictions }) => evictions === pods),
      'at most one eviction is unanswered': most(agents) === 1,
      'the control, kubectl, has several unanswered': most(kubectls) > 1,
      [`calls other than evictions are at most ${bars.share} of kubectl's`]: share <= bars.share,
      ...(quick ? {} : { [`it takes at most ${bars.times} times as long as kubectl`]: times <= bars.times }),
    },
    [
      `${pairs.length} pairs of ${pods} pods that end after ${endAfter}`,
      `evictions unanswered at once: agent ${most(agents)}, kubectl ${most(kubectls)}`,
      `other calls: agent ${shown(agents, 'others')}, kubectl ${shown(kubectls, 'others')} (share ${share.toFixed(3)})`,
      `seconds: agent ${shown(agents, 'seconds')}, kubectl ${shown(kubectls, 'seconds')} (median ratio ${times.toFixed(2)})`,
    ].join('; '),
  );
}

/**
 * Both look again and again for as long as they wait, and a machine that does much else may let one wait longer: at quick
 * size, where time is not judged, the looks of that time are left out in proportion.
 */
function shareOf({ agent, kubectl }: Pair, quick: boolean): number {
  const share = agent.others / kubectl.others;
  return quick ? share * Math.min(1, kubectl.seconds / agent.seconds) : share;
}

function shown(of: readonly Drained[], what: 'others' | 'seconds'): string {
  return of.map((one) => Number(one[what].toFixed(1))).join(' ');
}

function words({ seconds, ending, podsLeft, atOnce, evictions, others }: Drained): string {
  return `${ending} in ${seconds.toFixed(1)} s, ${podsLeft} pods left, ${evictions} evictions (${atOnce} at once), ${others} other calls`;
}

export const proof: Proof = {
  promise:
    'A drain evicts one pod after the other, asks the API server far less than kubectl drain does, and takes no longer.',
  method: `${pods} pods on a KWOK node that end ${endAfter} after they were asked to; one node is drained by the agent, one by kubectl drain --ignore-daemonsets --delete-emptydir-data --force --grace-period=30, in turn, on the same API server; calls are counted in its audit log, ours from the record’s start to its end`,
  bar: `evictions unanswered at once never more than 1 (the control, kubectl, has more); calls other than evictions at most a quarter of kubectl's (quick: in as much time as it takes); at full size, 5 pairs, the median of the times at most ${bars.times} of kubectl's`,
  run,
};
