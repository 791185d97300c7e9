import { sendEndless } from './hostile-http/endless.ts';
import { chunkCases, encodingCases, lengthCases } from './hostile-http/framing-cases.ts';
import { hearOddAnswers, type MalformedTally, sendMalformed } from './hostile-http/malformed.ts';
import { setStage, type Stage } from './hostile-http/stage.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const mebi = 1024 * 1024;
const mostRead = mebi + 256 * 1024;
const fewestCases = 60;
const endless = { sockets: 100, alone: 5, most: 4 * mebi, linger: 300 };
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
      [`${fewestCases} raw requests or more were sent`]: tally.cases >= fewestCases,
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

async function oversized({ gateway, naive, token }: Stage, say: ProofContext['say']): Promise<Part> {
  const bodies = await sendEndless(gateway, token, endless);
  const control = await sendEndless(naive, token, { ...endless, sockets: 20, alone: 0, linger: 0 });
  const read = Math.max(bodies.worstAlone, bodies.average);
  const unheard = bodies.statuses.filter((status) => status !== 413).length;
  const figure = `${bodies.statuses.length} chunked bodies without end: at most ${kib(read)} of one read (control ${kib(control.average)}), ${unheard} did not hear 413`;
  say(figure);
  return {
    claims: {
      'of no body more was read than its limit and 256 KiB': read <= mostRead,
      'every one of them heard 413': unheard === 0,
      'the control reads on': control.average > mostRead,
    },
    figure,
  };
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;

async function run({ say }: ProofContext): Promise<Verdict> {
  const stage = await setStage();
  try {
    say('auth, gateway and a proxy that passes on bytes, each a process; the proof in the place of two modules');
    const parts = [await malformed(stage, say), await oversized(stage, say)];
    return verdictOf(
      Object.assign({}, ...parts.map(({ claims }) => claims)),
      parts.map(({ figure }) => figure).join('; '),
    );
  } finally {
    await stage.stop();
  }
}

export const proof: Proof = {
  promise: 'A hostile caller is read in one way or not at all, and no further than what is allowed.',
  method:
    'raw bytes over sockets to the gateway process: framing, request lines, headers, upgrades, targets, with an honest request right behind each and a lenient reader in the place of the module; odd answers of a module; bodies without end',
  bar: 'seen upstream = accepted, ambiguous 0, every answer as specified; of a body without end read ≤ limit + 256 KiB, and 413 heard; the control, a proxy that passes on bytes, breaks each',
  run,
};
