import { setTimeout as wait } from 'node:timers/promises';
import { fillCrowd, forgetFailures, letCrowdGo } from './noisy-endpoint/crowd.ts';
import { type House, openHouse } from './noisy-endpoint/house.ts';
import { plainLoop } from './noisy-endpoint/plain-loop.ts';
import { arrivalsOf, watchHealthy, type Window } from './noisy-endpoint/window.ts';
import { hostTakesMuch, watchHost } from '../runner/cpu.ts';
import { median } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';
import { type Fault, faults } from '../webhooks/receiver-words.ts';
import { Source } from '../webhooks/source.ts';
import type { Subscriber } from '../webhooks/subscribers.ts';

const bar = 1.1;
/** A/A beyond this says that the machine was not quiet. */
const calm = { from: 0.9, to: 1.1 };
const shareOfCapacity = 0.3;
const badShare = 5;
const settleMs = 1_000;

const endpoints = { tenants: 10, perTenant: 100, crowd: 100 };
const pendingEach = 10_000;
const warmUp = 4_000;
const measured = 8_000;
const wanted = 7;
const windowMs = 20_000;
const controlMs = 8_000;

interface Round {
  readonly good: Window;
  readonly goodAgain: Window;
  readonly bad: Window;
  readonly crowded: Window;
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const house = await openHouse(endpoints, opened);
    const { receiver, subscribers, crowd } = house;
    await fillCrowd(house, pendingEach);
    say(`${subscribers.length} endpoints, and ${crowd.length} of one tenant for which ${pendingEach} wait each`);
    const source = new Source(house.database);
    // Afterwards every endpoint is known, and has a connection.
    await capacityOf(house, source, warmUp);
    const capacity = await capacityOf(house, source, measured);
    const perSecond = capacity * shareOfCapacity;
    say(`capacity ${capacity.toFixed(0)}/s; from now on ${perSecond.toFixed(0)}/s`);

    const bad = subscribers.filter((_, nth) => nth % badShare === 0);
    const turnBad = bad.map(({ name }, nth) => [name, faults[nth % faults.length] ?? 'hang'] as const);
    const badOnes = new Set(bad);
    const isHealthy = (one: Subscriber) => !badOnes.has(one);
    const watch = async (settle = settleMs) => {
      await wait(settle);
      return watchHealthy(house, source, { perSecond, ms: windowMs, isHealthy });
    };
    const rounds: Round[] = [];
    const host = watchHost();
    while (rounds.length < wanted) {
      const [good, goodAgain] = [await watch(), await watch()];
      await receiver.turn(turnBad);
      const ill = await watch(0);
      await receiver.turn([]);
      await forgetFailures(house, bad);
      await receiver.turn(crowd.map(({ name }) => [name, 'hang'] as const));
      await letCrowdGo(house, true);
      const crowded = await watch();
      await letCrowdGo(house, false);
      await receiver.turn([]);
      rounds.push({ good, goodAgain, bad: ill, crowded });
      say(`p95 good ${show(good)}, good ${show(goodAgain)}, bad ${show(ill)}, crowded ${show(crowded)}`);
    }
    await receiver.turn(turnBad);
    const plain = await plainLoop(house, isHealthy, controlMs);
    const met = await receiver.turn([]);
    return judge(rounds, { plain, met, perSecond, capacity, of: subscribers.length, hostTook: host() });
  } finally {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
  }
}

/** Events committed as fast as can be, to the last one's arrival. */
async function capacityOf({ receiver, subscribers }: House, source: Source, events: number): Promise<number> {
  const before = source.emitted.length;
  const began = performance.now();
  await source.flow(subscribers, Number.MAX_SAFE_INTEGER, (begun) => begun >= events);
  const told = source.emitted.slice(before);
  const arrivals = await arrivalsOf(receiver, told);
  if (told.some(({ eventId }) => !arrivals.has(eventId))) throw new Error('not all arrived while nothing was bad');
  return events / ((performance.now() - began) / 1_000);
}

interface Seen {
  readonly plain: number;
  readonly met: Readonly<Record<Fault, number>>;
  readonly perSecond: number;
  readonly capacity: number;
  readonly of: number;
  readonly hostTook: string | undefined;
}

function judge(rounds: readonly Round[], { plain, met, perSecond, capacity, of, hostTook }: Seen): TimedVerdict {
  const ratio = (kind: keyof Round) => median(rounds.map((round) => round[kind].p95 / round.good.p95));
  const [same, bad, crowded] = [ratio('goodAgain'), ratio('bad'), ratio('crowded')];
  const good = median(rounds.map((round) => round.good.p95));
  const lost = rounds.flatMap((round) => Object.values(round)).reduce((sum, window) => sum + window.lost, 0);
  const felt = plain / good;
  const limit = bar * same;
  const isOver = Math.max(bad, crowded) > limit || felt <= bar;
  const isCalm = same >= calm.from && same <= calm.to;
  return timedVerdictOf(
    {
      'every fault was met': faults.every((fault) => met[fault] > 0),
      [`every event for a healthy endpoint arrived (${lost} did not)`]: lost === 0,
    },
    {
      [`p95 beside bad endpoints ≤ ${bar} × A/A`]: bad <= limit,
      [`p95 beside a crowd ≤ ${bar} × A/A`]: crowded <= limit,
      'a plain loop feels the bad ones': felt > bar,
    },
    isCalm ? (isOver ? hostTook : undefined) : `A/A left ${calm.from} to ${calm.to}`,
    [
      `${of} endpoints at ${perSecond.toFixed(0)}/s (capacity ${capacity.toFixed(0)}), ${rounds.length} rounds: healthy p95 ${bad.toFixed(2)}× beside ${Math.ceil(of / badShare)} bad, ${crowded.toFixed(2)}× beside a crowd that hangs, A/A ${same.toFixed(2)}× (bar ${limit.toFixed(2)})`,
      `p95 good ${good.toFixed(0)} ms; faults met ${faults.map((fault) => `${fault} ${met[fault]}`).join(', ')}`,
      `a plain loop ${felt.toFixed(1)}×`,
    ].join('; '),
  );
}

function show({ p95, lost }: Window): string {
  return `${p95.toFixed(0)} ms${lost > 0 ? ` (${lost} lost)` : ''}`;
}

export const proof: TimedProof = {
  promise:
    'A subscriber that hangs, drips, hangs up or cannot be found is felt by nobody else, and neither is a tenant with a million deliveries that all hang.',
  method:
    'events committed at 30 % of the measured capacity, each for one endpoint; rounds of four windows: good, good, bad (a fifth of the endpoints hang, drip, reset, stall TLS or have no DNS from that instant on), crowded (one tenant at its limit, everything pending and hanging); from the commit to the first byte at the receiver, of endpoints that are well throughout',
  bar: `median p95(bad) ÷ p95(good) and p95(crowded) ÷ p95(good) ≤ ${bar} × median p95(good) ÷ p95(good); every event for a healthy endpoint arrives; a plain loop of 8 slots feels the same faults; void unless that A/A lies in ${calm.from} to ${calm.to}, or if the bar is missed while ${hostTakesMuch}`,
  run,
};
