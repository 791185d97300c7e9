import { setTimeout as wait } from 'node:timers/promises';
import { postgresql } from '../dev/engines/catalogue/postgresql.ts';
import { rabbitmq } from '../dev/engines/catalogue/rabbitmq.ts';
import { type Findings, killAtEveryEffect } from './crash/harness.ts';
import { openOwnEngines } from './crash/own-engines.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { deliveries, underWay } from './webhook-crash/deliveries.ts';
import { type House, openHouse } from './webhook-crash/house.ts';
import { type Kills, killAtRandom, wordsFor } from './webhook-crash/killing.ts';
import { type Committed, committedIn, failuresOf, tallyOf } from './webhook-crash/tally.ts';
import { Source } from './webhooks/source.ts';

const mostDuplicates = 0.01;
const perSecond = 200;
const times = (count: number) => Array.from({ length: count }, () => [1_000, 240_000] as const);
const sizes = {
  quick: {
    events: 1_200,
    // Workers first, while all else is up: otherwise they would die idle.
    kills: {
      worker: [
        [1_500, 2_500],
        [4_500, 5_500],
      ],
      relay: [[1_000, 5_500]],
      PostgreSQL: [[6_000, 7_000]],
      RabbitMQ: [[6_000, 7_000]],
    } satisfies Kills,
    patienceMs: 120_000,
  },
  full: {
    events: 50_000,
    kills: { worker: times(22), relay: times(11), PostgreSQL: times(5), RabbitMQ: times(2) } satisfies Kills,
    patienceMs: 20 * 60_000,
  },
};
/** At quick size leases of the dead are made to end so soon after the last kill, as if the rest had passed. */
const leaseLeftSeconds = 3;
/** As the worker claims lanes. */
const leaseSeconds = 30;

async function run(context: ProofContext): Promise<Verdict> {
  const { quick, say } = context;
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const opening = openOwnEngines([postgresql, rabbitmq]);
    opened.unshift(async () => (await opening).remove());
    const [numbered, engines] = await Promise.all([killAtEveryEffect(deliveries, context), opening]);
    say(numbered.figure);
    const house = await openHouse(engines, opened);
    say(`${house.workers.length} workers deliver to ${house.subscribers.length} endpoints`);
    const source = new Source(house.database);
    const left = await killUnderLoad(house, source, quick, say);
    const random = await judge(house, source, left, quick);
    return verdictOf(
      { ...numbered.claims, ...random.claims },
      `${random.figure}; one event at a time: ${numbered.figure}`,
    );
  } finally {
    for (const close of opened) await close().catch(() => undefined);
  }
}

/** Answers what is left undone, in words. */
async function killUnderLoad(house: House, source: Source, quick: boolean, say: ProofContext['say']): Promise<string> {
  const { events, kills, patienceMs } = quick ? sizes.quick : sizes.full;
  const { database, subscribers, relay, workers } = house;
  let isKilling = true;
  const flowing = source.flow(subscribers, perSecond, (begun) => begun >= events && !isKilling);
  const lastWorkerAt = await killAtRandom(house, kills, say);
  isKilling = false;
  await Promise.all([relay, ...workers].map((mortal) => mortal.ready()));
  if (quick) await shortenLeases(house, lastWorkerAt);
  await flowing;
  say(`${source.emitted.length} events confirmed, ${source.failed} tried again`);
  const until = performance.now() + patienceMs;
  // The consumer that acknowledges first writes when it has heard nothing for a second.
  for (await wait(2_000); ; await wait(250)) {
    const left = await underWay(async (sql) => (await database.look<Record<string, number>>(sql))[0]);
    if (left === '' || performance.now() > until) return left;
  }
}

/** Of lanes claimed before the last worker was killed: what a living one has claimed since stays its own. */
async function shortenLeases({ database }: House, lastWorkerAt: Date): Promise<void> {
  await database.system((db) =>
    db.query(
      `UPDATE webhooks.lanes SET lease_until = least(lease_until, clock_timestamp() + make_interval(secs => $1))
       WHERE lease_until < $2`,
      [leaseLeftSeconds, new Date(lastWorkerAt.getTime() + leaseSeconds * 1_000)],
    ),
  );
}

async function judge(
  { database, receiver, subscribers, ackedFirst, workers, relay }: House,
  { emitted }: Source,
  left: string,
  quick: boolean,
): Promise<Findings> {
  const committed = await committedIn(database);
  const log = await receiver.log();
  const { lost, altered } = tallyOf(committed, log);
  const duplicates = log.length - new Set(log.map(({ eventId }) => eventId)).size;
  const forgotten = emitted.filter(({ eventId }) => !committed.has(eventId)).length;
  const acked = await ackedFirst();
  const lostByAcking = [...committed.keys()].filter((id) => !acked.has(id)).length;
  const failures = await failuresOf(
    database,
    subscribers.map(({ tenantId }) => tenantId),
  );
  const failed = [...failures].map(([failure, count]) => `${failure} ${count}`).join(', ') || 'none';
  const byThemselves = [relay, ...workers].reduce((sum, { endedByItself }) => sum + endedByItself, 0);
  const share = duplicates / committed.size;
  const { kills } = quick ? sizes.quick : sizes.full;
  return {
    claims: {
      'everything came to rest': left === '',
      'what was confirmed was committed': forgotten === 0,
      'nothing was lost': lost === 0,
      'every body came as it was committed': altered === 0,
      'a receiver that misses one, or was sent another body, is found': isFound(committed, log),
      // Both hang on chance where few are killed.
      ...(quick
        ? {}
        : {
            [`duplicates ≤ ${mostDuplicates * 100} %`]: share <= mostDuplicates,
            'a consumer that acknowledges first loses some': lostByAcking > 0,
          }),
    },
    figure: [
      `${committed.size} events, killed ${wordsFor(kills)}: lost ${lost}, altered ${altered}, duplicates ${duplicates} (${(share * 100).toFixed(2)} %), failed attempts: ${failed}`,
      `left undone: ${left === '' ? 'nothing' : left}; confirmed and not committed ${forgotten}; processes that ended by themselves ${byThemselves}`,
      `lost by a consumer that acknowledges first ${lostByAcking}`,
    ].join('; '),
  };
}

/** The same judgement of a log without its first line, and of one in which that line's body is another. */
function isFound(committed: Committed, log: readonly { readonly eventId: string; readonly body: string }[]): boolean {
  const [first] = log;
  if (first === undefined) return false;
  const others = log.filter(({ eventId }) => eventId !== first.eventId);
  const before = tallyOf(committed, log);
  return (
    tallyOf(committed, others).lost === before.lost + 1 &&
    tallyOf(committed, [...log, { ...first, body: 'another' }]).altered === before.altered + 1
  );
}

export const proof: Proof = {
  promise:
    'Whatever is killed, and however often, every event reaches its subscriber with the bytes it was committed with, and hardly one of them twice.',
  method:
    'first one event at a time, SIGKILL before and after each effect on its way from outbox to subscriber; then events committed at 200/s, while two workers, the relay, a PostgreSQL and a RabbitMQ of the proof’s own are killed at random and come back, RabbitMQ without anything it had; what the receiver’s own log says is held against what the source’s table says. Leases of dead workers end early, as if the rest of their 30 s had passed, except under load at full size',
  bar: `lost 0; other bytes than committed 0; duplicates, each with the same event id and bytes, ≤ ${mostDuplicates * 100} % (judged at full size); the controls (a delivery forgotten, an event rewritten, a log that misses an event or has another body, at full size a consumer that acknowledges before it has written) are found`,
  run,
};
