import { join } from 'node:path';
import { bundled } from './crash/bundle.ts';
import { type Lane, openLane } from './crash/lane.ts';
import { everyDeath, placesIn, someDeaths } from './crash/plan.ts';
import { type Conditions, type Run, runOnce } from './crash/run.ts';
import { type Tally, tally } from './crash/scenario.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const lanesSideBySide = 4;
/** On a machine that has much else to do, quick makes fewer kills rather than none in time. */
const sizes = { quick: { beginUntilMs: 35_000 }, full: { beginUntilMs: Infinity } };
const mostTries = 3;

/** Each takes one guard away; what it guards against must then be seen. */
function controlsAt(written: string): Readonly<Record<'newKey' | 'noInbox' | 'noRepeat', Conditions>> {
  const death = (side: 'before' | 'after', effect: string) => ({ write: [{ side, effect, nth: 1 }] });
  const last = 'write';
  return {
    newKey: { last, fate: death('after', written), client: 'repeats with a new key' },
    noInbox: {
      last,
      fate: death('before', 'ack example.activity'),
      meanwhile: (owner) => owner.query('DELETE FROM example.inbox'),
    },
    noRepeat: { last, fate: death('before', written), client: 'gives up' },
  };
}

/** Whichever lane is free takes the next. */
async function inLanes(
  lanes: readonly Lane[],
  all: readonly Conditions[],
  until: number,
  say: ProofContext['say'],
): Promise<readonly Run[]> {
  const queue = all.values();
  const runs: Run[] = [];
  const follow = async (lane: Lane) => {
    for (const conditions of queue) {
      if (performance.now() > until) break;
      const done = await runOnce(lane, conditions);
      runs.push(done);
      say(
        `run ${runs.length} of ${all.length}: ${done.kills} kills${done.fault === undefined ? '' : `, ${done.fault}`}`,
      );
      for (const missed of Object.values(done.missed)) say(`  did not come: ${JSON.stringify(missed)}`);
    }
  };
  await Promise.all(lanes.map(follow));
  return runs;
}

async function summed(runs: readonly Run[]): Promise<Tally> {
  const sum = { lost: 0, twice: 0 };
  for (const { lane, tenant, conditions } of runs) {
    const { lost, twice } = await tally(lane, tenant, conditions.last ?? 'finish');
    sum.lost += lost;
    sum.twice += twice;
  }
  return sum;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const until = performance.now() + (quick ? sizes.quick : sizes.full).beginUntilMs;
  const { program, remove } = await bundled(join(import.meta.dirname, 'fixtures/mortal.ts'));
  const lanes: Lane[] = [];
  const open = async () => {
    const lane = await openLane(program);
    lanes.push(lane);
    return lane;
  };
  try {
    const first = await open();
    const [undisturbed] = await Promise.all([
      runOnce(first),
      ...Array.from({ length: lanesSideBySide - 1 }, async () => void (await open())),
    ]);
    const places = placesIn(undisturbed.effects);
    for (const [index, { step, effect }] of places.entries())
      say(`${String(index + 1).padStart(3)}  ${step.padEnd(6)}  ${effect}`);

    const controls = controlsAt(places.find(({ effect }) => effect.includes('insert example.notes'))?.effect ?? '');
    const all: Run[] = [];
    let coming: readonly Conditions[] = [
      ...Object.values(controls),
      ...(quick ? someDeaths(places) : everyDeath(places)).map((fate) => ({ fate })),
    ];
    for (let tries = 0; tries < mostTries && coming.length > 0; tries += 1) {
      const done = await inLanes(lanes, coming, until, say);
      all.push(...done);
      // What chance withheld, as when an event was replayed before the broker brought it, is tried again.
      coming = done.flatMap(({ missed }) => (Object.keys(missed).length === 0 ? [] : [{ fate: missed }]));
    }
    // Last of all, so that what came late or once more since then is seen too.
    const under = (conditions: Conditions) => summed(all.filter((one) => one.conditions === conditions));
    const newKey = await under(controls.newKey);
    const noInbox = await under(controls.noInbox);
    const noRepeat = await under(controls.noRepeat);
    const runs = [undisturbed, ...all.filter(({ conditions }) => !Object.values(controls).includes(conditions))];
    const { lost, twice } = await summed(runs);
    const kills = runs.reduce((sum, one) => sum + one.kills, 0);
    return verdictOf(
      {
        'every run came to its end': runs.every(({ fault }) => fault === undefined),
        'every death came': kills > 0 && coming.length === 0,
        'nothing was lost': lost === 0,
        'nothing happened twice': twice === 0,
        'the controls show what the guards prevent': newKey.twice > 0 && noInbox.twice > 0 && noRepeat.lost > 0,
      },
      `${places.length} effects, ${kills} kills: lost ${lost}, twice ${twice}; controls: with a new key twice ${newKey.twice}, without the inbox twice ${noInbox.twice}, without a repeat lost ${noRepeat.lost}`,
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    await remove();
  }
}

export const proof: Proof = {
  promise:
    'A process may be killed before or after any effect of a request, its events and its jobs: nothing is lost, and nothing happens twice.',
  method:
    'a note is written, changed and finished by way of HTTP, outbox, relay, broker, consumer and job, the last two failing once each; SIGKILL at one effect after the other; the next process goes on, the client repeats what was not answered',
  bar: 'at rest everything is there once: lost 0, twice 0; the controls (a new key, an emptied inbox, no repeat) show twice and lost',
  run,
};
