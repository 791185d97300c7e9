import { join } from 'node:path';
import { AuditLog } from './agent/audit-log.ts';
import { bundled } from './crash/bundle.ts';
import { type Change, changesIn } from './crash-actions/changes.ts';
import { controls } from './crash-actions/controls.ts';
import { inLanes } from './crash-actions/in-lanes.ts';
import { type Lane, openLane } from './crash-actions/lane.ts';
import { everyDeath, placesIn } from './crash-actions/plan.ts';
import { CutShort, within } from './crash-actions/patience.ts';
import type { Conditions, Run } from './crash-actions/run.ts';
import { openStage } from './crash-actions/stage.ts';
import { tallyOf } from './crash-actions/tally.ts';
import { type Fate, type Place, variants, wordsFor } from './crash-actions/variant.ts';
import { CannotTell, type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';

/** On a machine that has much else to do, quick makes fewer kills rather than none in time. */
const sizes = {
  quick: { lanes: 4, undisturbedUntilMs: 25_000, beginUntilMs: 35_000, endMs: 46_000 },
  full: { lanes: 6, undisturbedUntilMs: Infinity, beginUntilMs: 28 * 60_000, endMs: 29 * 60_000 },
};
/** When quick gives up, whatever it waits for. */
const tooLateMs = 57_000;
const longestRunMs = 120_000;
const mostTries = 4;

const controlled = controls.map(({ conditions }) => conditions);

async function run(context: ProofContext): Promise<Verdict> {
  if (!context.quick) return prove(context);
  return within(tooLateMs, prove(context), 'the machine was too busy').catch((error: unknown) => {
    throw error instanceof CutShort ? new CannotTell(error.message) : error;
  });
}

async function prove({ quick, say }: ProofContext): Promise<Verdict> {
  const began = performance.now();
  const size = quick ? sizes.quick : sizes.full;
  const pace = {
    mayBegin: ({ death, variant }: Conditions) => {
      // One way at least: without any there would be nothing to die of.
      const isEarly = death === undefined && variant !== variants[0];
      return performance.now() - began < (isEarly ? size.undisturbedUntilMs : size.beginUntilMs);
    },
    patienceMs: () => Math.max(0, Math.min(longestRunMs, began + size.endMs - performance.now())),
  };
  const log = await AuditLog.open();
  const [stage, { program, remove }] = await Promise.all([
    openStage(),
    bundled(join(import.meta.dirname, 'fixtures/mortal-agent.ts')),
  ]);
  const lanes: Lane[] = [];
  try {
    lanes.push(...(await Promise.all(Array.from({ length: size.lanes }, () => openLane(stage, program)))));
    say(`${lanes.length} agents begin`);
    // What each way does when it is left alone is what is then died of.
    const alone = variants.map((variant) => ({ variant }));
    const first = await inLanes(stage, lanes, [...alone.slice(0, 1), ...controlled, ...alone.slice(1)], pace, say);
    const undisturbed = first.filter(({ conditions, fault }) => conditions.death === undefined && fault === undefined);
    const places = undisturbed.flatMap(({ conditions, effects }) => placesIn(conditions.variant, effects));
    tellPlaces(places, say);

    const deaths = everyDeath(places);
    const all: Run[] = [];
    let coming: readonly Conditions[] = deaths;
    for (let tries = 0; tries < mostTries && coming.length > 0; tries += 1) {
      const done = await inLanes(stage, lanes, coming, pace, say);
      all.push(...done);
      // What chance withheld, as when the relay carried two messages at once, is tried again.
      coming = done.flatMap(({ conditions, isMissed }) => (isMissed ? [conditions] : []));
    }
    return await judge({ quick, first, all, places, deaths, changes: await changesIn(log) });
  } finally {
    // What cannot be put away is no word about the promise.
    await Promise.allSettled(lanes.map((lane) => lane.close()));
    await Promise.allSettled([stage.close(), remove()]);
  }
}

function tellPlaces(places: readonly Place[], say: ProofContext['say']): void {
  for (const [index, { variant, effect, nth }] of places.entries())
    say(`${String(index + 1).padStart(4)}  ${wordsFor(variant).padEnd(29)}  ${effect} ${nth}`);
}

interface Done {
  readonly quick: boolean;
  readonly first: readonly Run[];
  readonly all: readonly Run[];
  readonly places: readonly Place[];
  readonly deaths: readonly Fate[];
  readonly changes: readonly Change[];
}

/** Last of all, so that what came late or once more since then is seen too. */
async function judge({ quick, first, all, places, deaths, changes }: Done): Promise<Verdict> {
  const seen: string[] = [];
  const unseen: string[] = [];
  for (const { name, conditions, seen: count } of controls) {
    const tally = await tallyOf(
      first.filter((one) => one.conditions === conditions),
      changes,
    );
    (count(tally) > 0 ? seen : unseen).push(`${name} ${count(tally)}`);
  }
  const runs = [...first.filter(({ conditions }) => conditions.death === undefined), ...all];
  const tally = await tallyOf(runs, changes);
  const { lost, twice, repeated, notOnce, unfinished, unsuccessful, silent, differing } = tally;
  const faults = [...first, ...all].flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  const died: ReadonlySet<Fate> = new Set(all.flatMap(({ conditions, kills }) => (kills > 0 ? [conditions] : [])));
  const missed = deaths.filter((fate) => !died.has(fate));
  const kills = all.reduce((sum, one) => sum + one.kills, 0);
  return timedVerdictOf(
    {
      'no decision is lost': faults.length > 0 || lost === 0,
      'no decision is taken twice': twice === 0,
      'no change is made twice': repeated === 0,
      'outcomes of one action are the same': differing === 0,
    },
    {
      'every run came to its end': faults.length === 0,
      'processes were killed': kills > 0,
      // How often a record tells of progress, or the relay carries, hangs on time; that they do does not.
      ...(quick ? {} : { 'every effect was died of': missed.every(({ death }) => (death?.nth ?? 1) > 1) }),
      'every record is terminal': unfinished === 0,
      [`every action succeeded, by one change (${notOnce.join('; ')})`]: unsuccessful === 0 && notOnce.length === 0,
      'every action has an outcome': silent === 0,
      'the controls show what the guards prevent': unseen.length === 0,
    },
    whyCut({ quick, first, all, deaths }, faults),
    `N = ${places.length} effects of ${new Set(places.map(({ variant }) => variant)).size} ways; died of ${died.size} of ${deaths.length} befores and afters, ${kills} kills: of ${tally.decisions} decisions lost ${lost}, twice ${twice}; repeated changes ${repeated}, actions with other than one change ${notOnce.length}; records not terminal ${unfinished}, not successful ${unsuccessful}; ${tally.outcomes} outcomes, actions without ${silent}, differing ${differing}; controls: ${[...seen, ...unseen].join('; ')}`,
  );
}

/** A busy machine may have had no time for what the rest stands on. */
function whyCut(
  { quick, first, all, deaths }: Pick<Done, 'quick' | 'first' | 'all' | 'deaths'>,
  faults: readonly string[],
) {
  if (quick && faults.length > 0) return `the time was over: ${faults.join('; ')}`;
  const begun = new Set([...first, ...all].map(({ conditions }) => conditions));
  if (controlled.some((one) => !begun.has(one))) return 'there was no time for every control';
  const wanted = quick ? deaths.slice(0, 1) : deaths;
  if (wanted.length > 0 && wanted.every((one) => begun.has(one))) return undefined;
  return `there was time for ${all.length} of ${deaths.length} deaths`;
}

export const proof: Proof = {
  promise:
    'The action agent may be killed at any moment of any action: no decision is lost, no change is made twice, every action comes to its end, and its outcome is told with the same words however often.',
  method:
    "each of the five actions, automatic and approved over HTTP, on a real cluster; SIGKILL before and after each commit, publish, acknowledgement, answer and Kubernetes write made for it; the next process goes on; changes are counted in the API server's audit log, outcomes at the broker",
  bar: 'decisions lost 0, repeated changes 0, records terminal 100 %, outcomes of one action always the same id and bytes, at least one; the controls (intent forgotten, decision id forgotten, action deleted, outcome rewritten, work forgotten) show each',
  run,
};
