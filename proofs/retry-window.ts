import { faultsOf, type Life, live } from './retry-window/alone.ts';
import { controls } from './retry-window/controls.ts';
import { drive, type Traffic, trafficFaults } from './retry-window/lane.ts';
import { ours, type Rules, window } from './retry-window/rules.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const most = 1_000;
const quickSeeds = 250;
/** Enough for every control to be found by what differs between seeds. */
const controlSeeds = 40;

interface Played {
  readonly lives: readonly Life[];
  readonly traffic: readonly Traffic[];
  /** Each once, with how often it was seen. */
  readonly faults: ReadonlyMap<string, number>;
}

function play(rules: Rules, count: number): Played {
  const each = Array.from({ length: count }, (_, seed) => seed);
  const lives = each.map((seed) => live(rules, seed));
  const traffic = each.map((seed) => drive(rules, seed));
  const faults = new Map<string, number>();
  for (const fault of [...lives.flatMap(faultsOf), ...traffic.flatMap(trafficFaults)])
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
  return { lives, traffic, faults };
}

function run({ say, quick }: ProofContext): Promise<Verdict> {
  const seeds = quick ? quickSeeds : most;
  const began = performance.now();
  const { lives, traffic, faults } = play(ours, seeds);
  for (const [fault, count] of faults) say(`${fault}: ${count}`);
  const tries = lives.filter(({ kind }) => kind === 'failing').map(({ attempts }) => attempts.length);
  const latest = Math.max(...lives.flatMap(({ attempts }) => attempts.map(({ startedAt }) => startedAt)));
  const rests = lives.flatMap(({ attempts }) => attempts.filter(({ retryAfter }) => (retryAfter ?? 0) > 0)).length;
  const gone = lives.filter(({ end }) => end === 'held').length;
  say(
    `alone: ${tries.filter((count) => count === 13).length} × 13 and ${tries.filter((count) => count === 14).length} × 14 tries of ${tries.length} that failed to the end, the last ${((window - latest) / 1_000).toFixed(1)} s before 24 h; ${rests} rests asked for, ${gone} told 410`,
  );
  const deliveries = traffic.flatMap((each) => each.deliveries);
  const ended = (state: string) => deliveries.filter((each) => each.state === state).length;
  const sent = traffic.reduce((sum, { turns }) => sum + turns.length, 0);
  const figures = `${deliveries.length} deliveries in ${sent} turns: succeeded ${ended('succeeded')}, exhausted ${ended('exhausted')}, held ${ended('held')}`;
  say(`breaker on: ${figures}`);
  const missed = Object.entries(controls).flatMap(([name, rules]) => {
    const found = [...play(rules, controlSeeds).faults.keys()];
    say(`control, ${name}: ${found.length === 0 ? 'not found' : found.join(', ')}`);
    return found.length === 0 ? [name] : [];
  });
  const taken = ((performance.now() - began) / 1_000).toFixed(1);
  const names = [...faults.keys()].join(', ');
  return Promise.resolve(
    verdictOf(
      {
        [`every schedule, end and probe is as promised (${names})`]: faults.size === 0,
        'some ran to their end, some were never let go, some were told 410 or to rest':
          ended('exhausted') > 0 && ended('held') > 0 && gone > 0 && rests > 0,
        [`every broken rule is found out (${missed.join(', ')})`]: missed.length === 0,
      },
      `${seeds} seeds, faults ${faults.size}; alone 13 or 14 tries, the last ${((window - latest) / 1_000).toFixed(1)} s before 24 h; breaker on: ${figures}, exhausted without a try 0; controls found ${Object.keys(controls).length - missed.length} of ${Object.keys(controls).length}; ${taken} s`,
    ),
  );
}

export const proof: Proof = {
  promise:
    'A delivery is retried for 24 hours: ever more rarely, with the rest that was asked for, never after a 410, and what a failing endpoint was never asked about is held, not given up.',
  method: `virtual clock, ${most} seeds, the functions the module itself decides by (its SQL for those past their end says again what pastDeadline says, and is not run here): a delivery alone at its endpoint without the breaker, which fails, asks for rest, is gone or comes back; then up to 300 deliveries to an endpoint that is away for a while or for good, with the breaker; every attempt is held against waits written out in the proof; then rules that break one promise each`,
  bar: 'waits within 20 % of the schedule or as Retry-After asks, 13 or 14 tries, the last within 24 h and none after, none after a 410; breaker open: one probe at a time, 5 s doubling to 15 min; exhausted without a try 0; every control found',
  run,
};
