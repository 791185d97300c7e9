import type { ProofContext } from '../runner/proof.ts';
import { bundled } from './bundle.ts';
import type { Lane } from './lane.ts';
import { everyDeath, followed, placesIn, someDeaths } from './plan.ts';
import { someSleeps, everySleep } from './sleeps.ts';
import { type Run, runsOf, wordsFor } from './runs.ts';
import type { Counts, Subject, Opened } from './subject.ts';

/**
 * The harness of all crash proofs. It has each piece of work done once, undisturbed, and numbers the effects that the
 * process had meanwhile: commits of changing SQL, publishes, acknowledgements, Kubernetes writes, answers and POSTs. Then
 * the work is done again and again, in several lanes side by side, and each time the process kills itself before or after
 * one of these effects; the next process goes on. Or it stops itself there, another process takes over, and it is woken
 * when that one is done (`sleeping`). At the end what was lost or came twice is counted from outside.
 *
 * A module is added by declaring a `Subject` (subject.ts); kit-crash.ts is one:
 *
 * 1. A program that calls `dieWhereTold` before it starts the module and `sayReady` after (kit-crash/program.ts). It names
 *    the effects that the clock repeats for ever, work or no work: these are not numbered.
 * 2. `open`: whatever is there once, and what a lane has beside its database, vhost and process (`openLane` of lane.ts).
 * 3. `ways`: the pieces of work, each with `prepare` and `start`; and `underWay`, which says what of one is not done yet.
 * 4. `counting`: what must be 0, by name, from the records, the broker, the receiver's log, the API server's audit log.
 * 5. `controls`: for each name a run in which what guards against it is taken away, and in which it must be counted.
 *
 * What a module does to the world other than by its database, its broker and its routes passes `effect` of the kit, as
 * `post webhooks.delivery` does: otherwise it has no number.
 */
export async function killAtEveryEffect<L extends Lane, W, K extends string>(
  subject: Subject<L, W, K>,
  { quick, say }: Pick<ProofContext, 'quick' | 'say'>,
): Promise<Findings> {
  const { program, remove } = await bundled(subject.program);
  const opened: (() => Promise<unknown>)[] = [remove];
  try {
    const stage = await subject.open(program);
    opened.unshift(stage.close);
    const lanes = await Promise.all(
      Array.from({ length: subject.lanes }, async () => {
        const lane = await stage.openLane();
        opened.unshift(lane.close);
        return lane;
      }),
    );
    say(`${lanes.length} processes begin`);
    return await kill(subject, stage, lanes, quick, say);
  } finally {
    // What cannot be put away says nothing about the promise.
    for (const close of opened) await close().catch(() => undefined);
  }
}

export interface Findings {
  readonly claims: Readonly<Record<string, boolean>>;
  readonly figure: string;
}

/** What chance withheld, as when the relay carried two messages at once, is tried again. */
const mostTries = 4;

async function kill<L extends Lane, W, K extends string>(
  subject: Subject<L, W, K>,
  { counting }: Opened<L, W, K>,
  lanes: readonly L[],
  quick: boolean,
  say: ProofContext['say'],
): Promise<Findings> {
  const ways = quick ? subject.quick.ways : subject.ways;
  const alone = ways.map((way) => ({ way, deaths: [] }));
  const controls = subject.controls.map((control) => ({ ...control, deaths: [control.death] }));
  const first = await runsOf(subject, lanes, [...alone, ...controls], say);
  // In the order of the ways, whichever was done first: which deaths are chosen hangs on it.
  const undisturbed = alone.flatMap((fate) => first.filter((run) => run.fate === fate));
  const places = undisturbed.flatMap(({ fate, effects }) => placesIn(fate.way, effects));
  for (const [index, { way, effect, nth }] of places.entries())
    say(`${String(index + 1).padStart(4)}  ${way.name.padEnd(29)}  ${effect} ${nth}`);

  const every = everyDeath(places);
  const wanted = quick
    ? [...someSleeps(places, subject.sleeping), ...someDeaths(places, subject.quick.deaths)]
    : [...every, ...(subject.successorsDie === true ? followed(every) : []), ...everySleep(places, subject.sleeping)];
  const killed: Run<L, W>[] = [];
  let coming = wanted;
  for (let tries = 0; tries < mostTries && coming.length > 0; tries += 1) {
    const done = await runsOf(subject, lanes, coming, say);
    killed.push(...done);
    coming = done.filter(({ isMissed }) => isMissed).map(({ fate }) => fate);
  }

  const count = await counting();
  const sumOf = async (runs: readonly Run<L, W>[]): Promise<Counts<K>> => {
    const sum: Record<string, number> = {};
    for (const { fate, lane, work } of runs)
      for (const [what, times] of Object.entries<number>(await count(lane, work))) {
        if (times > 0) say(`counted: ${what} ${times}: ${wordsFor(fate)}`);
        sum[what] = (sum[what] ?? 0) + times;
      }
    return sum as Counts<K>;
  };
  const shown: { readonly name: string; readonly times: number }[] = [];
  for (const control of controls) {
    say(`the control: ${control.name}`);
    const sum = await sumOf(first.filter(({ fate }) => fate === control));
    shown.push({ name: `${control.name}: ${control.shows}`, times: sum[control.shows] });
  }
  say('all others');
  const sum = Object.entries<number>(await sumOf([...undisturbed, ...killed]));
  const kills = killed.reduce((total, run) => total + run.kills, 0);
  const sleeps = killed.reduce((total, run) => total + run.sleeps, 0);
  return {
    claims: {
      ...Object.fromEntries(sum.map(([what, times]) => [`${what}: 0`, times === 0])),
      'every death came':
        kills > 0 &&
        (subject.sleeping === undefined || sleeps > 0) &&
        coming.every(({ deaths: [death] }) => death && subject.mayMiss?.(death)),
      ...Object.fromEntries(shown.map(({ name, times }) => [`the control shows: ${name}`, times > 0])),
    },
    figure: [
      `N = ${places.length} effects of ${ways.length} ways, died of ${wanted.length - coming.length} of ${wanted.length} (${every.length} befores and afters), ${kills} kills${subject.sleeping === undefined ? '' : `, ${sleeps} woken after another had taken over`}${coming.length === 0 ? '' : `; did not come: ${coming.map(wordsFor).join(' and ')}`}`,
      sum.map(([what, times]) => `${what} ${times}`).join(', '),
      `controls: ${shown.map(({ name, times }) => `${name} ${times}`).join(', ')}`,
    ].join('; '),
  };
}
