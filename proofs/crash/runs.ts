import { setTimeout as wait } from 'node:timers/promises';
import type { Lane } from './lane.ts';
import type { Fate } from './plan.ts';
import type { Subject, Way } from './subject.ts';

export interface Run<L, W> {
  readonly fate: Fate<Way<L, W>>;
  readonly lane: L;
  readonly work: W;
  readonly effects: readonly string[];
  readonly kills: number;
  readonly sleeps: number;
  /** Its first death did not come, because its effect did not. */
  readonly isMissed: boolean;
}

/** Generous: a run that is not at rest by then is broken, however busy the machine. */
const patienceMs = 120_000;
const lookEveryMs = 100;
/** Whoever has not fallen asleep by then will not. */
const fallsAsleepMs = 20_000;

/** Whichever lane is free takes the next. One that does not come to rest ends them all. */
export async function runsOf<L extends Lane, W>(
  { underWay }: Pick<Subject<L, W, string>, 'underWay'>,
  lanes: readonly L[],
  fates: readonly Fate<Way<L, W>>[],
  say: (text: string) => void,
): Promise<readonly Run<L, W>[]> {
  const queue = fates.values();
  const runs: Run<L, W>[] = [];
  const follow = async (lane: L) => {
    for (const fate of queue) {
      const run = await runOnce(lane, fate, underWay).catch((error: unknown) => {
        throw new Error(`${wordsFor(fate)}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
      runs.push(run);
      say(`run ${runs.length} of ${fates.length}: ${wordsFor(fate)}${run.isMissed ? ': did not come' : ''}`);
    }
  };
  await Promise.all(lanes.map(follow));
  return runs;
}

async function runOnce<L extends Lane, W>(
  lane: L,
  fate: Fate<Way<L, W>>,
  underWay: Subject<L, W, string>['underWay'],
): Promise<Run<L, W>> {
  const { way, deaths } = fate;
  const { lives } = lane;
  const work = await way.prepare(lane);
  await within('no process was ready', () => lives.arm(deaths, async () => way.afterDeath?.(lane, work)));
  await within('not started', () => way.start(lane, work));
  const rest = () =>
    atRest(() => {
      if (lives.fault !== undefined) throw lives.fault;
      return underWay(lane, work);
    });
  if (way.whileAsleep !== undefined) {
    await lives.hasFallen(fallsAsleepMs);
    await way.whileAsleep(lane, work);
  }
  await rest();
  const isMissed = deaths.length > 0 && !(await lives.hasFallen());
  if (deaths.some(({ sleeps }) => sleeps)) {
    await within('one that sleeps was not woken', () => lives.wake());
    await rest();
  }
  // Whoever died last is followed by one that is ready: what it finds to do belongs to this run.
  const past = await within('no process was ready again', () => lives.arm());
  return { fate, lane, work, ...past, isMissed };
}

/** Asks until nothing is left. */
export async function atRest(underWay: () => Promise<string>): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const left = await underWay();
    if (left === '') return;
    if (performance.now() > until) throw new Error(`not at rest after ${patienceMs / 1_000} s: ${left}`);
    await wait(lookEveryMs);
  }
}

async function within<T>(otherwise: string, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${otherwise} after ${patienceMs / 1_000} s`);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

export function wordsFor({ way, deaths }: Fate<{ readonly name: string }>): string {
  const dying = deaths.map(
    ({ side, effect = 'any effect', nth, sleeps }) => `${sleeps ? 'asleep ' : ''}${side} ${effect} ${nth}`,
  );
  return `${way.name}, ${dying.join(', then ') || 'nobody dies'}`;
}
