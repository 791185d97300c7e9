import { setTimeout as wait } from 'node:timers/promises';
import { fillCrowd, forgetFailures, letCrowdGo } from './noisy-endpoint/crowd.ts';
import { type House, openHouse } from './noisy-endpoint/house.ts';
import { plainLoop } from './noisy-endpoint/plain-loop.ts';
import { arrivalsOf, watchHealthy } from './noisy-endpoint/window.ts';
import { hostTakesMuch, watchHost } from './runner/cpu.ts';
import { median } from './runner/figures.ts';
import { CannotTell, type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';
import { inTime, putAway } from './runner/put-away.ts';
import { type Fault, faults } from './webhooks/receiver-words.ts';
import { Source } from './webhooks/source.ts';
import type { Subscriber } from './webhooks/subscribers.ts';

const bar = 1.1;
/** A/A beyond this says that the machine was not quiet; fewer rounds than that, and less than grossly over the bar, nothing. */
const calm = { from: 0.9, to: 1.1 };
const enoughRounds = 7;
const grossly = 3;
const shareOfCapacity = 0.3;
const badShare = 5;
const settleMs = 1_000;
const busy = 'the machine had too much else to do';

const sizes = {
  quick: {
    house: { tenants: 10, perTenant: 10, crowd: 10 },
    pendingEach: 200,
    warmUp: 300,
    measured: 600,
    rounds: 2,
    windowMs: 2_500,
    controlMs: 3_000,
    readyByS: 28,
    lastRoundS: 38,
    overS: 58,
  },
  full: {
    house: { tenants: 10, perTenant: 100, crowd: 100 },
    pendingEach: 10_000,
    warmUp: 4_000,
    measured: 8_000,
    rounds: enoughRounds,
    windowMs: 20_000,
    controlMs: 8_000,
    readyByS: 300,
    lastRoundS: 24 * 60,
    overS: 29 * 60,
  },
} as const;

interface Round {
  readonly good: number;
  readonly goodAgain: number;
  readonly bad: number;
  readonly crowded: number;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const began = performance.now();
  const at = (seconds: number) => began + seconds * 1_000;
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const house = await inTime(openHouse(size.house, opened), at(size.readyByS), () => new CannotTell(busy));
    const { receiver, subscribers, crowd } = house;
    await fillCrowd(house, size.pendingEach);
    say(`${subscribers.length} endpoints, and ${crowd.length} of one tenant for which ${size.pendingEach} wait each`);
    const source = new Source(house.database);
    // Afterwards every endpoint is known, and has a connection.
    await capacityOf(house, source, size.warmUp);
    const capacity = await capacityOf(house, source, size.measured);
    const perSecond = capacity * shareOfCapacity;
    say(`capacity ${capacity.toFixed(0)}/s; from now on ${perSecond.toFixed(0)}/s`);

    const bad = subscribers.filter((_, nth) => nth % badShare === 0);
    const turnBad = bad.map(({ name }, nth) => [name, faults[nth % faults.length] ?? 'hang'] as const);
    const badOnes = new Set(bad);
    const isHealthy = (one: Subscriber) => !badOnes.has(one);
    const watch = async () => {
      await wait(settleMs);
      return watchHealthy(house, source, { perSecond, ms: size.windowMs, isHealthy });
    };
    const rounds: Round[] = [];
    const host = watchHost();
    while (rounds.length < size.rounds && performance.now() < at(size.lastRoundS)) {
      const [good, goodAgain] = [await watch(), await watch()];
      await receiver.turn(turnBad);
      const ill = await watchHealthy(house, source, { perSecond, ms: size.windowMs, isHealthy });
      await receiver.turn([]);
      await forgetFailures(house, bad);
      await receiver.turn(crowd.map(({ name }) => [name, 'hang'] as const));
      await letCrowdGo(house, true);
      const crowded = await watch();
      await letCrowdGo(house, false);
      await receiver.turn([]);
      rounds.push({ good, goodAgain, bad: ill, crowded });
      say(`p95 good ${show(good)}, good ${show(goodAgain)}, bad ${show(ill)}, crowded ${show(crowded)} ms`);
    }
    await receiver.turn(turnBad);
    const plain = await plainLoop(house, isHealthy, size.controlMs);
    const met = await receiver.turn([]);
    const hostTook = host();
    return judge(rounds, { plain, met, perSecond, capacity, wanted: size.rounds, of: subscribers.length, hostTook });
  } finally {
    await putAway([opened], at(size.overS));
  }
}

/** Events committed as fast as can be, to the last one's arrival. */
async function capacityOf({ receiver, subscribers }: House, source: Source, events: number): Promise<number> {
  const before = source.emitted.length;
  const began = performance.now();
  await source.flow(subscribers, Number.MAX_SAFE_INTEGER, (begun) => begun >= events);
  const told = source.emitted.slice(before);
  const arrivals = await arrivalsOf(receiver, told);
  if (told.some(({ eventId }) => !arrivals.has(eventId))) throw new CannotTell('not all arrived while nothing was bad');
  return events / ((performance.now() - began) / 1_000);
}

interface Seen {
  readonly plain: number;
  readonly met: Readonly<Record<Fault, number>>;
  readonly perSecond: number;
  readonly capacity: number;
  readonly wanted: number;
  readonly of: number;
  readonly hostTook: string | undefined;
}

function judge(rounds: readonly Round[], { plain, met, perSecond, capacity, wanted, of, hostTook }: Seen): Verdict {
  const ratio = (kind: keyof Round) => median(rounds.map((round) => round[kind] / round.good));
  const [same, bad, crowded] = [ratio('goodAgain'), ratio('bad'), ratio('crowded')];
  const felt = plain / median(rounds.map(({ good }) => good));
  const limit = bar * same;
  const worst = Math.max(bad, crowded);
  const isQuiet = hostTook === undefined;
  return timedVerdictOf(
    {
      'every fault was met': faults.every((fault) => met[fault] > 0),
      'a plain loop feels the bad ones': felt > bar || !isQuiet,
      'nobody feels them grossly': worst <= grossly * same || !isCalm(same) || !isQuiet,
    },
    {
      [`p95 beside bad endpoints ≤ ${bar} × A/A`]: bad <= limit,
      [`p95 beside a crowd ≤ ${bar} × A/A`]: crowded <= limit,
      'all rounds were run': rounds.length >= wanted,
    },
    (worst > limit || felt <= bar ? hostTook : undefined) ?? whyUnclear(rounds.length, same, worst, wanted),
    [
      `${of} endpoints at ${perSecond.toFixed(0)}/s (capacity ${capacity.toFixed(0)}), ${rounds.length} rounds: healthy p95 ${bad.toFixed(2)}× beside ${Math.ceil(of / badShare)} bad, ${crowded.toFixed(2)}× beside a crowd that hangs, A/A ${same.toFixed(2)}× (bar ${limit.toFixed(2)})`,
      `p95 good ${show(median(rounds.map(({ good }) => good)))} ms; faults met ${faults.map((fault) => `${fault} ${met[fault]}`).join(', ')}`,
      `a plain loop ${felt.toFixed(1)}×`,
    ].join('; '),
  );
}

const isCalm = (same: number) => same >= calm.from && same <= calm.to;

function whyUnclear(rounds: number, same: number, worst: number, wanted: number): string | undefined {
  if (rounds < wanted) return busy;
  if (!isCalm(same)) return `A/A left ${calm.from} to ${calm.to}`;
  return worst > bar * same && rounds < enoughRounds ? 'too few windows to judge p95 by' : undefined;
}

function show(milliseconds: number): string {
  return milliseconds.toFixed(0);
}

export const proof: Proof = {
  promise:
    'A subscriber that hangs, drips, hangs up or cannot be found is felt by nobody else, and neither is a tenant with a million deliveries that all hang.',
  method:
    'events committed at 30 % of the measured capacity, each for one endpoint; rounds of four windows: good, good, bad (a fifth of the endpoints hang, drip, reset, stall TLS or have no DNS from that instant on), crowded (one tenant at its limit, everything pending and hanging); from the commit to the first byte at the receiver, of endpoints that are well throughout',
  bar: `median p95(bad) ÷ p95(good) and p95(crowded) ÷ p95(good) ≤ ${bar} × median p95(good) ÷ p95(good); void unless that A/A lies in ${calm.from} to ${calm.to}, or if more than the bar is met while ${hostTakesMuch}; with fewer than ${enoughRounds} rounds more than the bar is broken only from ${grossly}× on; a plain loop of 8 slots feels the same faults`,
  run,
};
