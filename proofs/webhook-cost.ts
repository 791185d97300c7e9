import { median } from './runner/figures.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';
import { accounts } from './webhook-cost/accounts.ts';
import { type Cost, costOf, letGo, shown, sum } from './webhook-cost/cost.ts';
import { type Latency, latencyAt } from './webhook-cost/latency.ts';
import { openStage } from './webhook-cost/stage.ts';

/** The loop against itself must come out near one, or the machine was too restless to tell. */
const sizes = {
  full: { pairs: 7, events: 20_000, warmUp: 20_000, seconds: 30, most: 1.5, latencyMs: 1_000, restless: [0.9, 1.1] },
  // A few short pairs tell what is grossly wrong, and no more.
  quick: { pairs: 3, events: 2_000, warmUp: 4_000, seconds: 3, most: 2.25, latencyMs: 2_000, restless: [0.6, 1.6] },
} as const;
type Size = (typeof sizes)['full' | 'quick'];

/** Half the rate takes nearly all of two cores with all that is around the worker: where a host takes more, events queue. */
const mostStolen = 0.02;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const stage = await openStage(process.env['PROFILE_DIR']);
  try {
    // Until both are compiled and the windows of all lanes have grown.
    for (const side of ['ours', 'loop', 'bare'] as const) await letGo(stage, side, size.warmUp);
    // As autovacuum would within a minute: until then the loop's plan is one for empty tables, which flatters us.
    await stage.owner.query('ANALYZE');
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
      `at ${(rate / 2).toFixed(0)}/s, half of what was measured, from commit to first byte: p50 ${latency.p50.toFixed(0)} ms, p95 ${latency.p95.toFixed(0)} ms (by tenths of the time ${latency.p95s.map((ms) => ms.toFixed(0)).join(', ')}); the host took ${percent(latency.stolen)} of the machine; others had ${percent(latency.others)} of it before`,
    );
    const { faults, told } = await accounts(stage);
    say(told);
    const figure = `${ratio.toFixed(2)}× the CPU of a hand-written loop (A/A ${noise.toFixed(2)}, ${size.pairs} pairs of ${size.events}), ${toBare.toFixed(2)}× a bare signed POST; at half of ${rate.toFixed(0)}/s commit to first byte p95 ${latency.p95.toFixed(0)} ms`;
    if (faults.length > 0) return { outcome: 'void', figure: `${faults.join('; ')} (${figure})` };
    return timedVerdictOf(
      {},
      {
        [`a delivery costs at most ${size.most}×`]: ratio <= size.most,
        [`p95 ≤ ${size.latencyMs} ms at half the rate`]: latency.p95 <= size.latencyMs,
      },
      whyUnclear(noise, size, latency),
      figure,
    );
  } finally {
    await stage.close();
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function whyUnclear(noise: number, { restless, latencyMs }: Size, { p95, stolen }: Latency): string | undefined {
  const [low, high] = restless;
  if (noise < low || noise > high) return `the loop against itself came out at ${noise.toFixed(2)}`;
  if (p95 > latencyMs && stolen > mostStolen)
    return `the host took ${percent(stolen)} of the machine while events flowed`;
  return undefined;
}

export const proof: Proof = {
  promise: 'A delivery costs little more than the least that loses nothing, however many tenants share the worker.',
  method:
    'all messages in the queue, then the consumer is let go: CPU of worker and PostgreSQL to the last committed outcome, against proofs/baseline/webhook-loop.ts; 100 subscriptions of 10 tenants, HTTPS keep-alive, 1 KiB, answers after 20 ms; pairs interleaved, the loop before and after each; then events written at half the rate',
  bar: `median ≤ ${sizes.full.most}× (quick ${sizes.quick.most}×); commit to first byte p95 ≤ ${sizes.full.latencyMs} ms at half the rate (quick ${sizes.quick.latencyMs}); void unless events, delivery states and the receiver's log agree, or if A/A leaves ${sizes.full.restless.join(' to ')} (quick ${sizes.quick.restless.join(' to ')}), or if p95 is over while the host takes more than ${mostStolen * 100} % of the machine`,
  run,
};
