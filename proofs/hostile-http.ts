import { chunkCases, encodingCases, lengthCases } from './hostile-http/framing-cases.ts';
import { hearOddAnswers, type MalformedTally, sendMalformed } from './hostile-http/malformed.ts';
import { inMebi, sendEndless, stall } from './hostile-http/memory.ts';
import { measureSlow, type Waited } from './hostile-http/slow.ts';
import { setStage, type Stage } from './hostile-http/stage.ts';
import { median } from './runner/figures.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';

const mebi = 1024 * 1024;
const limit = mebi;
const bars = { slow: 1.2, restless: 1.1, overLimit: 256 * 1024, endlessMebi: 64, stalledMebi: 32, cases: 60 };
const endless = { sockets: 100, alone: 5, most: 4 * mebi, linger: 300 };
/** Of a window of one second p99 is the fourth slowest call: on a busy machine only its median can be told. */
const sizes = {
  quick: { stalled: 96 * mebi, stallMs: 500, slow: { heads: 150, bodies: 150, pairs: 4, seconds: 1, judged: 'p50' } },
  full: {
    stalled: 1024 * mebi,
    stallMs: 5_000,
    slow: { heads: 2_500, bodies: 2_500, pairs: 9, seconds: 15, judged: 'p99' },
  },
} as const;
type Size = (typeof sizes)['quick' | 'full'];
type Part = { readonly claims: Readonly<Record<string, boolean>>; readonly figure: string };

async function malformed(stage: Stage, say: ProofContext['say']): Promise<Part> {
  const tally = await sendMalformed(stage, 'gateway');
  const odd = await hearOddAnswers(stage);
  for (const fault of [...tally.ambiguous, ...tally.leaked, ...tally.wrong, ...odd]) say(fault);
  const told = ({ cases, seen, accepted, ambiguous }: MalformedTally) =>
    `${cases} raw requests, each with an honest one behind: ${accepted} accepted, ${seen} seen, ${ambiguous.length} ambiguous`;
  say(told(tally));
  say(`closed without an answer: ${tally.unanswered.join(', ') || 'none'}`);
  const control = await sendMalformed(stage, 'naive', [...lengthCases, ...encodingCases, ...chunkCases]);
  say(`control, a proxy that passes on bytes: ${told(control)}`);
  return {
    claims: {
      [`${bars.cases} raw requests or more were sent`]: tally.cases >= bars.cases,
      'what was seen is what was accepted': tally.seen === tally.accepted,
      'no request was read in two ways': tally.ambiguous.length === 0,
      'nothing of the connection or of the house passed': tally.leaked.length === 0,
      'every answer was the specified one': tally.wrong.length === 0 && tally.unanswered.length === 0,
      'no odd answer of a module passed': odd.length === 0,
      'the control reads in two ways': control.ambiguous.length > 0 && control.seen !== control.accepted,
    },
    figure: `${told(tally)} (control ${control.ambiguous.length} of ${control.cases})`,
  };
}

async function memory(stage: Stage, { stalled, stallMs }: Size, say: ProofContext['say']): Promise<Part> {
  const { gateway, token, startNaive } = stage;
  // The first of its kind makes a process grow once, here and below.
  await sendEndless(gateway, token, { ...endless, sockets: 20, alone: 0 });
  const bodies = await sendEndless(gateway, token, endless);
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
  const unheard = bodies.statuses.filter((status) => status !== 413).length;
  say(
    `${endless.sockets} chunked bodies without end: read of one alone at most ${kib(bodies.worstAlone)}, at once ${kib(bodies.average)} each, grew by ${bodies.grew.toFixed(1)} MiB; ${unheard} did not hear 413`,
  );
  await stall(gateway, token, stalled / 4, 0, true);
  const reader = await stall(gateway, token, stalled, stallMs, true);
  say(
    `${inMebi(stalled)} MiB to a reader that stood still, then read all: grew by ${reader.grewStalled.toFixed(1)}, then ${reader.grew.toFixed(1)} MiB`,
  );
  const [first, second] = [await startNaive(), await startNaive()];
  const kept = await sendEndless(first, token, { ...endless, alone: 0, linger: 0 });
  const poured = await stall(second, token, stalled, stallMs, false);
  say(`control, which keeps what does not fit: grew by ${kept.grew.toFixed(0)} and ${poured.grew.toFixed(0)} MiB`);
  return {
    claims: {
      'of no body more was read than its limit and 256 KiB':
        Math.max(bodies.worstAlone, bodies.average) <= limit + bars.overLimit,
      'every one of them heard 413': unheard === 0,
      [`bodies without end cost ${bars.endlessMebi} MiB at most`]: bodies.grew <= bars.endlessMebi,
      [`a reader that stands still costs ${bars.stalledMebi} MiB at most`]: reader.grew <= bars.stalledMebi,
      'it was given everything once it read': reader.received === stalled,
      'the control grows beyond both': kept.grew > bars.endlessMebi && poured.grew > bars.stalledMebi,
    },
    figure: `${endless.sockets} bodies without end: ${kib(Math.max(bodies.worstAlone, bodies.average))} read, + ${bodies.grew.toFixed(0)} MiB (control ${kept.grew.toFixed(0)}); ${inMebi(stalled)} MiB to a stalled reader: + ${reader.grew.toFixed(0)} MiB (control ${poured.grew.toFixed(0)})`,
  };
}

async function slow(
  stage: Stage,
  { slow: size }: Size,
  say: ProofContext['say'],
): Promise<Part & { noise: number; disagree: boolean }> {
  const { judged } = size;
  const ratioOf = (one: Waited, other: Waited | undefined) => one[judged] / (other?.[judged] ?? Number.NaN);
  const { rounds, last } = await measureSlow(stage, stage.gateway, size, say);
  const ratios = rounds.map(({ before, during }) => ratioOf(during, before));
  const ratio = median(ratios);
  const calm = [...rounds.map(({ before }) => before), last];
  const noise = median(calm.slice(1).map((one, index) => ratioOf(one, calm[index])));
  const failed = rounds.reduce((sum, { during }) => sum + during.failed, 0);
  const control = await measureSlow(stage, stage.naive, { heads: 200, bodies: 0, pairs: 1, seconds: 1 }, say);
  const starved = median(control.rounds.map(({ before, during }) => ratioOf(during, before)));
  const figure = `${size.heads} slow heads and ${size.bodies} slow bodies: others' ${judged} ${ratio.toFixed(2)}× (A/A ${noise.toFixed(2)}, medians of ${rounds.length} pairs, ${median(calm.map((one) => one[judged])).toFixed(1)} ms without), ${failed} of theirs failed (control ${starved.toFixed(0)}×)`;
  say(figure);
  return {
    noise,
    // A few short windows of a busy machine: one that is over the bar by itself, and others that are not, tell nothing.
    disagree: ratio > bars.slow && Math.min(...ratios) <= bars.slow,
    figure,
    claims: {
      [`others' ${judged} stays within ${bars.slow}×`]: ratio <= bars.slow,
      'nobody else failed': failed === 0,
      'the control makes others wait': starved > bars.slow,
    },
  };
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const stage = await setStage();
  try {
    say('auth, gateway and a proxy that passes on bytes, each a process; the proof in the place of two modules');
    const parts = [await malformed(stage, say), await memory(stage, size, say)];
    const last = await slow(stage, size, say);
    const figure = [...parts, last].map((part) => part.figure).join('; ');
    const isRestless = last.noise > bars.restless || last.noise < 1 / bars.restless;
    const cannotTell = quick && last.disagree ? 'pairs lie on both sides of the bar' : undefined;
    return timedVerdictOf(
      Object.assign({}, ...parts.map(({ claims }) => claims)),
      last.claims,
      isRestless ? `A/A of ${size.slow.judged} is ${last.noise.toFixed(2)}` : cannotTell,
      figure,
    );
  } finally {
    await stage.stop();
  }
}

export const proof: Proof = {
  promise: 'A hostile caller is read in one way or not at all, and can neither slow nor swell the gateway for others.',
  method:
    'raw bytes over sockets to the gateway process: framing, request lines, headers, upgrades, targets, with an honest request right behind each and a lenient reader in the place of the module; odd answers of a module; bodies without end and a reader that stands still against the memory of the process; slow heads and bodies against p99 of others, attack and none in turn',
  bar: `seen upstream = accepted, ambiguous 0, every answer as specified; others' p99 ≤ ${bars.slow}× (median of pairs; quick: p50; void unless A/A is within ${bars.restless}×); read ≤ limit + 256 KiB, memory + ${bars.endlessMebi} MiB; stalled reader + ${bars.stalledMebi} MiB; the controls break each`,
  run,
};
