import { sendEndless } from '../hostile-http/endless.ts';
import { setStage, type Stage } from '../hostile-http/stage.ts';
import { median } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';
import { stall, watchMemory } from './hostile-http/memory.ts';
import { measureSlow, type Waited } from './hostile-http/slow.ts';

const mebi = 1024 * 1024;
const bars = { slow: 1.2, restless: 1.1, endlessMebi: 64, stalledMebi: 32 };
const endless = { sockets: 100, alone: 0, most: 4 * mebi, linger: 300 };
const stalled = 1024 * mebi;
const stallMs = 5_000;
const slowSize = { heads: 2_500, bodies: 2_500, pairs: 9, seconds: 15 };
const controlSize = { heads: 200, bodies: 0, pairs: 1, seconds: 1 };
type Claims = Readonly<Record<string, boolean>>;

async function memory(stage: Stage): Promise<{ readonly claims: Claims; readonly figure: string }> {
  const { gateway, token, startNaive } = stage;
  // The first of its kind makes a process grow once, here and below.
  await sendEndless(gateway, token, { ...endless, sockets: 20 });
  const grown = watchMemory(gateway);
  await sendEndless(gateway, token, endless);
  const grew = grown();
  await stall(gateway, token, stalled / 4, 0, true);
  const reader = await stall(gateway, token, stalled, stallMs, true);
  const [first, second] = [await startNaive(), await startNaive()];
  const kept = watchMemory(first);
  await sendEndless(first, token, { ...endless, linger: 0 });
  const naiveKept = kept();
  const poured = await stall(second, token, stalled, stallMs, false);
  return {
    claims: {
      [`bodies without end cost ${bars.endlessMebi} MiB at most`]: grew <= bars.endlessMebi,
      [`a reader that stands still costs ${bars.stalledMebi} MiB at most`]: reader.grew <= bars.stalledMebi,
      'it was given everything once it read': reader.received === stalled,
      'the control grows beyond both': naiveKept > bars.endlessMebi && poured.grew > bars.stalledMebi,
    },
    figure: `${endless.sockets} bodies without end + ${grew.toFixed(0)} MiB (control ${naiveKept.toFixed(0)}); ${stalled / mebi} MiB to a stalled reader + ${reader.grew.toFixed(0)} MiB (control ${poured.grew.toFixed(0)})`,
  };
}

async function slow(stage: Stage, say: TimedContext['say']) {
  const ratioOf = (one: Waited, other: Waited | undefined) => one.p99 / (other?.p99 ?? Number.NaN);
  const { rounds, last } = await measureSlow(stage, stage.gateway, slowSize, say);
  const ratio = median(rounds.map(({ before, during }) => ratioOf(during, before)));
  const calm = [...rounds.map(({ before }) => before), last];
  const noise = median(calm.slice(1).map((one, index) => ratioOf(one, calm[index])));
  const failed = rounds.reduce((sum, { during }) => sum + during.failed, 0);
  const control = await measureSlow(stage, stage.naive, controlSize, say);
  const starved = median(control.rounds.map(({ before, during }) => ratioOf(during, before)));
  const isRestless = noise > bars.restless || noise < 1 / bars.restless;
  return {
    unclear: isRestless ? `A/A of p99 is ${noise.toFixed(2)}` : undefined,
    claims: {
      [`others' p99 stays within ${bars.slow}×`]: ratio <= bars.slow,
      'nobody else failed': failed === 0,
      'the control makes others wait': starved > bars.slow,
    },
    figure: `${slowSize.heads} slow heads and ${slowSize.bodies} slow bodies: others' p99 ${ratio.toFixed(2)}× (A/A ${noise.toFixed(2)}, medians of ${rounds.length} pairs, ${median(calm.map(({ p99 }) => p99)).toFixed(1)} ms without), ${failed} of theirs failed (control ${starved.toFixed(0)}×)`,
  };
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const stage = await setStage();
  try {
    const held = await memory(stage);
    say(held.figure);
    const { claims, unclear, figure } = await slow(stage, say);
    return timedVerdictOf(held.claims, claims, unclear, `${held.figure}; ${figure}`);
  } finally {
    await stage.stop();
  }
}

export const proof: TimedProof = {
  promise: 'A hostile caller can neither slow nor swell the gateway for others.',
  method:
    'bodies without end and a reader that stands still against the memory of the gateway process; slow heads and bodies against p99 of others, attack and none in turn',
  bar: `others' p99 ≤ ${bars.slow}× (median of pairs; void unless A/A is within ${bars.restless}×); bodies without end + ${bars.endlessMebi} MiB; stalled reader + ${bars.stalledMebi} MiB; the controls break each`,
  run,
};
