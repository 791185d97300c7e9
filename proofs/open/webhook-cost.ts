import { median } from '../runner/cpu.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict } from '../runner/proof.ts';
import { accounts } from '../webhook-cost/accounts.ts';
import { type Cost, costOf, letGo, shown, sum } from '../webhook-cost/cost.ts';
import { latencyAt } from '../webhook-cost/latency.ts';
import { openStage } from '../webhook-cost/stage.ts';

const costBar = 1.5;
const latencyBar = 1_000;
/** The loop against itself must come out near one, or the machine was too restless to tell. */
const restless = { low: 0.9, high: 1.1 };
const sizes = {
  quick: { pairs: 3, events: 3_000, warmUp: 6_000, seconds: 5 },
  full: { pairs: 7, events: 20_000, warmUp: 20_000, seconds: 30 },
};

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const stage = await openStage(process.env['PROFILE_DIR']);
  try {
    // Until both are compiled and the windows of all lanes have grown.
    for (const side of ['ours', 'loop', 'bare'] as const) await letGo(stage, side, size.warmUp);
    say(`warmed up with ${size.warmUp} deliveries each`);
    const ratios: number[] = [];
    const same: number[] = [];
    const all: { ours: Cost; bare: Cost }[] = [];
    for (let pair = 1; pair <= size.pairs; pair += 1) {
      const first = await costOf(stage, 'loop', size.events);
      const ours = await costOf(stage, 'ours', size.events);
      const second = await costOf(stage, 'loop', size.events);
      const bare = await costOf(stage, 'bare', size.events);
      ratios.push(sum(ours) / ((sum(first) + sum(second)) / 2));
      same.push(sum(second) / sum(first));
      all.push({ ours, bare });
      say(
        `pair ${pair}: loop ${shown(first)}, ours ${shown(ours)}, loop ${shown(second)}, bare post ${shown(bare)} µs of CPU a delivery (Node + PostgreSQL); ${(ratios.at(-1) ?? 0).toFixed(2)}×, ${ours.perSecond.toFixed(0)}/s`,
      );
    }
    const ratio = median(ratios);
    const noise = median(same);
    const toBare = median(all.map(({ ours, bare }) => sum(ours) / sum(bare)));
    const rate = median(all.map(({ ours }) => ours.perSecond));
    const latency = await latencyAt(stage, rate / 2, size.seconds);
    say(
      `at ${(rate / 2).toFixed(0)}/s, half of what was measured, from commit to first byte: p50 ${latency.p50.toFixed(0)} ms, p95 ${latency.p95.toFixed(0)} ms`,
    );
    const { faults, told } = await accounts(stage);
    say(told);
    const figure = `${ratio.toFixed(2)}× the CPU of a hand-written loop (A/A ${noise.toFixed(2)}, ${size.pairs} pairs of ${size.events}), ${toBare.toFixed(2)}× a bare signed POST; at half of ${rate.toFixed(0)}/s commit to first byte p95 ${latency.p95.toFixed(0)} ms`;
    if (faults.length > 0) return { outcome: 'void', figure: `${faults.join('; ')} (${figure})` };
    return timedVerdictOf(
      {},
      {
        [`a delivery costs at most ${costBar}×`]: ratio <= costBar,
        [`p95 ≤ ${latencyBar} ms at half the rate`]: latency.p95 <= latencyBar,
      },
      noise < restless.low || noise > restless.high
        ? `the loop against itself came out at ${noise.toFixed(2)}`
        : undefined,
      figure,
    );
  } finally {
    await stage.close();
  }
}

export const proof: Proof = {
  promise: 'A delivery costs little more than the least that loses nothing, however many tenants share the worker.',
  method:
    'all messages in the queue, then the consumer is let go: CPU of worker and PostgreSQL to the last committed outcome, against proofs/baseline/webhook-loop.ts; 100 subscriptions of 10 tenants, HTTPS keep-alive, 1 KiB, answers after 20 ms; pairs interleaved, the loop before and after each; then events written at half the rate',
  bar: `median ≤ ${costBar}×; commit to first byte p95 ≤ ${latencyBar} ms at half the rate; void unless events, delivery states and the receiver's log agree, or if A/A leaves ${restless.low} to ${restless.high}`,
  run,
};
