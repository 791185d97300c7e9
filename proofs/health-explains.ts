import { controlCount, missedControls } from './health-explains/controls.ts';
import { judgeMany } from './health-explains/generated.ts';
import { judgeLive, openGround } from './health-explains/live.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict, verdictOf } from './runner/proof.ts';
import { ruleNames } from '../services/k8s-monitor/src/rules/index.ts';

const states = 1_000;

/** Later than this the quick size has no time left for the live part. */
const upWithinMs = 25_000;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const began = performance.now();
  // It comes up beside the generated part.
  const opening = openGround();
  // Where it fails, it is told when it is awaited.
  opening.catch(() => undefined);
  try {
    const judged = await judgeMany(states);
    const injected = [...judged.injected.values()].reduce((sum, count) => sum + count, 0);
    const rarest = Math.min(...ruleNames.map((name) => judged.injected.get(name) ?? 0));
    for (const text of judged.wrong.slice(0, 20)) say(`WRONG: ${text}`);
    say(
      `${states} states, ${injected} faults (each rule ${rarest} times or more), ${judged.meant} meant by actions, lowest score ${judged.lowest}`,
    );
    const missed = await missedControls();
    const controls = `${controlCount - missed.length} of ${controlCount}`;
    say(`wrong judges found out: ${controls} ${missed.join(', ')}`);
    const claims = {
      'each generated state is judged as promised': judged.wrong.length === 0,
      'every rule was broken': rarest > 0,
      'actions were meant to cause some': judged.meant > 0,
      'each wrong judge is found out': missed.length === 0,
    };
    const figure = `${states} states with ${injected} faults and ${judged.meant} meant by actions, ${judged.wrong.length} judged otherwise; controls ${controls}`;

    const ground = await opening;
    const tookMs = performance.now() - began;
    if (quick && tookMs > upWithinMs) {
      const unclear = `the control plane took ${(tookMs / 1_000).toFixed(0)} s to come up: no time for the live part`;
      return timedVerdictOf(claims, {}, unclear, figure);
    }
    const live = await judgeLive(ground, quick, say);
    return verdictOf({ ...claims, ...live.claims }, `${figure}; ${live.figure}`);
  } finally {
    await (await opening).close();
  }
}

export const proof: Proof = {
  promise:
    'The health score explains itself: it is 100 less what its issues cost, each fault is told on its own object, what is well is never spoken of, and what a running action of ours is meant to cause says so and costs nothing.',
  method:
    'generated clusters in the middle of their day (updates, joining nodes, finished and ending pods) given to the rules as reflectors would, in any order, with faults of every rule put in one by one and a judge who knows which; then running actions that are meant to cause more faults, beside one whose time is over; rules left out in turn, one that sees too much, one deaf to actions and one whose actions never end, as controls; then each fault once on a control plane of its own with KWOK, through platform and k8s-monitor, two of them taken on by an action (its events, through outbox and broker) and let go, mended afterwards, with a healthy cluster and a rolling update read every 200 ms before; quick is the same without the one fault that waits for metrics-server, usage near its limit',
  bar: 'score = 100 − Σ impacts in every answer; a fault more never raises it; same state, same answer; each fault its issue, none on what it does not touch; with running actions score and costs as without their faults, each marked with its action, and in full once it has ended; healthy and rolling update 100 without an issue; mended 100 again; every control found out',
  run,
};
