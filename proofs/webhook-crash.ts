import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundled } from './crash/bundle.ts';
import { hostTakesMuch, watchHost } from './runner/cpu.ts';
import { CannotTell, type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';
import { inTime, putAway } from './runner/put-away.ts';
import { type House, openHouse } from './webhook-crash/house.ts';
import { type Deaths, type Kills, killAtRandom, type Spans, victims } from './webhook-crash/killing.ts';
import { againAfter, type Committed, committedIn, failuresOf, tallyOf } from './webhook-crash/tally.ts';
import { Source } from './webhooks/source.ts';

const mostDuplicates = 0.01;
/** Of full size for each worker killed. Where kills lie closer together, as at quick size, so many are counted for each. */
const eventsPerKill = 50_000 / 22;
const perSecond = 200;
/** On a machine that has much else to do, quick says so rather than nothing in time. */
const sizes = {
  quick: {
    events: 2_400,
    deaths: { worker: 3, relay: 1, PostgreSQL: 1, RabbitMQ: 1 },
    // Workers first, while all else is up: otherwise they would die idle. One after the other, as at full size: in a row
    // each would be killed as soon as it is up, before it has sent anything.
    spans: {
      worker: [
        [2_500, 3_500],
        [6_000, 7_000],
        [9_500, 10_500],
      ],
      relay: [[1_000, 10_500]],
      PostgreSQL: [[11_000, 12_500]],
      RabbitMQ: [[11_000, 12_500]],
    },
    calmReadyS: 15,
    readyByS: 30,
    killsByS: 45,
    endS: 54,
    overS: 58,
  },
  full: {
    events: 50_000,
    deaths: { worker: 22, relay: 11, PostgreSQL: 5, RabbitMQ: 2 },
    spans: {
      worker: [[1_000, 240_000]],
      relay: [[1_000, 240_000]],
      PostgreSQL: [[1_000, 240_000]],
      RabbitMQ: [[1_000, 240_000]],
    },
    calmReadyS: 180,
    readyByS: 180,
    killsByS: 20 * 60,
    endS: 27 * 60,
    overS: 29 * 60,
  },
} as const;
/** At quick size leases of the dead are made to end so soon after the last kill, as if the rest had passed. */
const leaseLeftSeconds = 3;
/** As the worker claims lanes. */
const leaseSeconds = 30;
const busy = 'the machine had too much else to do';

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const began = performance.now();
  const at = (seconds: number) => began + seconds * 1_000;
  const bundles = {
    worker: bundled(join(import.meta.dirname, 'webhooks/worker.ts')),
    relay: bundled(join(import.meta.dirname, 'webhooks/relay.ts')),
  };
  const opened: (() => Promise<unknown>)[] = [
    async () => (await bundles.worker).remove(),
    async () => (await bundles.relay).remove(),
  ];
  try {
    const late = () => new CannotTell(busy);
    const house = await inTime(openHouse(bundles, opened), at(size.readyByS), late);
    const isBusy = quick && performance.now() > at(size.calmReadyS);
    say(`${house.workers.length} workers deliver to ${house.subscribers.length} endpoints`);

    const host = watchHost();
    const source = new Source(house.database);
    const acting = act(house, source, { ...size, quick, say, until: at(size.killsByS), end: at(size.endS) });
    const { killed, left } = isBusy ? await inTime(acting, at(size.endS), late) : await acting;
    const judged = { killed, wanted: size.deaths, left, isBusy, host: quick ? host() : undefined };
    return await judge(house, source, judged);
  } finally {
    await putAway([opened], at(size.overS));
  }
}

interface Act {
  readonly events: number;
  readonly deaths: Deaths;
  readonly spans: Spans;
  readonly quick: boolean;
  readonly until: number;
  readonly end: number;
  readonly say: ProofContext['say'];
}

async function act(house: House, source: Source, order: Act): Promise<{ killed: Kills; left: string }> {
  const { events, quick, end, say } = order;
  let isKilling = true;
  const flowing = source.flow(
    house.subscribers,
    perSecond,
    (begun) => (begun >= events && !isKilling) || performance.now() > end,
  );
  const killed = await killAtRandom({ ...house, ...order });
  isKilling = false;
  await Promise.all([house.relay, ...house.workers].map((mortal) => mortal.ready()));
  if (quick) await shortenLeases(house, Math.max(0, ...killed.worker));
  await flowing;
  say(`${source.emitted.length} events confirmed, ${source.failed} tried again`);
  return { killed, left: await restBy(house, end) };
}

/** Of lanes claimed before the last worker was killed: what a living one has claimed since stays its own. */
async function shortenLeases({ database }: House, lastKilledAt: number): Promise<void> {
  await database.system((db) =>
    db.query(
      `UPDATE webhooks.lanes SET lease_until = least(lease_until, clock_timestamp() + make_interval(secs => $1))
       WHERE lease_until < $2`,
      [leaseLeftSeconds, new Date(lastKilledAt + leaseSeconds * 1_000)],
    ),
  );
}

/** Until everything was published, taken in and sent, by what the house itself knows. Answers what is left, in words. */
async function restBy({ database }: House, until: number): Promise<string> {
  for (let left = 'all'; ; await wait(250)) {
    if (left === '' || performance.now() > until) return left;
    const [row] = await database.system((db) =>
      db.query<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM platform.outbox WHERE seq IS NULL) AS unnumbered,
           (SELECT count(*)::int FROM platform.outbox_streams WHERE confirmed < head) AS unpublished,
           (SELECT count(*)::int FROM platform.outbox_streams AS o LEFT JOIN webhooks.inbox_streams AS i
              ON i.source = 'platform' AND i.type = o.type WHERE coalesce(i.through, 0) < o.head) AS not_taken_in,
           (SELECT count(*)::int FROM webhooks.lanes WHERE next_due_at IS NOT NULL) AS lanes_due,
           (SELECT count(*)::int FROM webhooks.lanes WHERE lease_until > clock_timestamp()) AS lanes_leased`,
      ),
    );
    const counts = Object.entries(row ?? {}).filter(([, count]) => count > 0);
    left = counts.map(([what, count]) => `${what.replaceAll('_', ' ')} ${count}`).join(', ');
  }
}

interface Ended {
  readonly killed: Kills;
  readonly wanted: Deaths;
  readonly left: string;
  readonly isBusy: boolean;
  /** Why the number of duplicates says nothing, if it does not. */
  readonly host: string | undefined;
}

async function judge(
  { database, receiver, subscribers, ackedFirst, workers, relay }: House,
  { emitted }: Source,
  { killed, wanted, left, isBusy, host }: Ended,
): Promise<Verdict> {
  const isAtRest = left === '';
  const committed = await committedIn(database);
  const log = await receiver.log();
  const { lost, duplicates, altered } = tallyOf(committed, log);
  const forgotten = emitted.filter(({ eventId }) => !committed.has(eventId)).length;
  const acked = await ackedFirst();
  const lostByAcking = [...committed.keys()].filter((id) => !acked.has(id)).length;
  const failures = await failuresOf(
    database,
    subscribers.map(({ tenantId }) => tenantId),
  );
  const failed = [...failures].map(([failure, count]) => `${failure} ${count}`).join(', ') || 'none';
  const byThemselves = [relay, ...workers].reduce((sum, { endedByItself }) => sum + endedByItself, 0);
  const share = duplicates / Math.max(committed.size, killed.worker.length * eventsPerKill);
  const percent = ((duplicates / committed.size) * 100).toFixed(2);
  const isTwice = share > mostDuplicates;
  const again = againAfter(killed.worker, log);
  return timedVerdictOf(
    {
      'what was confirmed was committed': forgotten === 0,
      'every body came as it was committed': altered === 0,
      'nothing was lost': lost === 0 || !isAtRest,
      'a receiver that misses one, or was sent another body, is found': isFound(committed, log),
    },
    {
      'everything came to rest in time': isAtRest,
      [`duplicates ≤ ${mostDuplicates * 100} %`]: !isTwice,
      'every kill was made': victims.every((victim) => killed[victim].length >= wanted[victim]),
      'a consumer that acknowledges first loses some': lostByAcking > 0,
    },
    (isBusy && !isAtRest ? busy : undefined) ?? (isTwice ? host : undefined),
    [
      `${committed.size} events, killed ${victims.map((victim) => `${victim} ${killed[victim].length}×`).join(', ')}: lost ${lost}, altered ${altered}, duplicates ${duplicates} (${percent} %; after each worker killed ${again.each.join(', ')}, otherwise ${again.none}), failed attempts: ${failed}`,
      `left undone: ${left === '' ? 'nothing' : left}; confirmed and not committed ${forgotten}; processes that ended by themselves ${byThemselves}`,
      `lost by a consumer that acknowledges first ${lostByAcking}`,
    ].join('; '),
  );
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
    'events committed at 200/s; two workers, the relay, a PostgreSQL and a RabbitMQ of the proof’s own are killed with SIGKILL at random and come back, RabbitMQ without anything it had; what the receiver’s own log says is held against what the source’s table says. At quick size leases of the dead end 3 s after the last kill, as if the rest of their 30 s had passed',
  bar: `lost 0; other bytes than committed 0; duplicates ≤ ${mostDuplicates * 100} % (at quick size of as many events as full size has for each worker killed), each with the same event id; the controls (a consumer that acknowledges before it has written, a log that misses an event or has another body) are found. At quick size void if duplicates are more and ${hostTakesMuch}`,
  run,
};
