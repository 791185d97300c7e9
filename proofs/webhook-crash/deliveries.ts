import { join } from 'node:path';
import { type Database, eventIdOf, makeIds, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { caller } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { type Lane, openLane, untold } from '../crash/lane.ts';
import { atRest } from '../crash/runs.ts';
import type { Subject, Way } from '../crash/subject.ts';
import { Receiver } from '../webhooks/receiver-process.ts';
import { writeEvent } from '../webhooks/source.ts';
import { makeSubscriber, type Subscriber } from '../webhooks/subscribers.ts';
import { committedIn, tallyOf } from './tally.ts';

/** An event for one subscriber. */
interface Delivery {
  readonly id: string;
  readonly to: Subscriber;
}

interface DeliveryLane extends Lane {
  readonly database: Database;
  readonly receiver: Receiver;
}

/** Settings of whatever sends to this receiver. */
export function settingsFor({ caFile }: Receiver): Readonly<Record<string, string>> {
  return {
    CHECK_ANSWERS: 'false',
    DATABASE_CONNECTIONS: '10',
    EXTERNAL_URL: 'https://wheelhouse.example.test',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_EXTRA_CA_FILE: caFile,
  };
}

async function openDeliveryLane(program: string, receiver: Receiver): Promise<DeliveryLane> {
  const modules = [webhooksModule, platformModule];
  const lane = await openLane({ program, modules, settings: settingsFor(receiver) });
  const url = lane.environment['DATABASE_URL'] ?? '';
  const database = openDatabase({ url, connections: 2, applicationName: 'proof', log: makeLog({ level: 'fatal' }) });
  const close = async () => {
    await database.end();
    await lane.close();
  };
  return { ...lane, database, receiver, close };
}

const makeId = makeIds(systemClock);

const deliver: Way<DeliveryLane, Delivery> = {
  name: 'deliver',
  prepare: async ({ environment, receiver: { port }, owner }) => {
    const place = { name: 'endpoint', url: `https://127.0.0.1:${port}/endpoint` };
    const to = await makeSubscriber(`http://127.0.0.1:${environment['WEBHOOKS_PORT']}`, await caller(), place);
    // What the audit is told of it has its own way.
    await atRest(() => untold(owner, 'webhooks'));
    return { id: makeId(), to };
  },
  start: ({ database }, { id, to }) => writeEvent(database, to, id),
  // As if the rest of its 30 s had passed.
  afterDeath: ({ owner }) => owner.query('UPDATE webhooks.lanes SET lease_until = NULL WHERE lease_until IS NOT NULL'),
};

/** What is done after a death before which nothing was sent. */
function tampered(sql: string): Way<DeliveryLane, Delivery> {
  return {
    ...deliver,
    afterDeath: async (lane, delivery) => {
      await lane.owner.query(sql, [delivery.to.tenantId]);
      await deliver.afterDeath?.(lane, delivery);
    },
  };
}

const post = { side: 'before', effect: 'post webhooks.delivery', nth: 1 } as const;

export const deliveries: Subject<DeliveryLane, Delivery, 'lost' | 'altered'> = {
  program: join(import.meta.dirname, 'program.ts'),
  open: async (program) => {
    const receiver = await Receiver.start({ answerAfterMs: 0 });
    return {
      openLane: () => openDeliveryLane(program, receiver),
      counting: async () => {
        const log = await receiver.log();
        return async ({ database }, { id }) => {
          const eventId = eventIdOf(id);
          const body = (await committedIn(database)).get(eventId);
          return tallyOf(
            new Map(body === undefined ? [] : [[eventId, body]]),
            log.filter((line) => line.eventId === eventId),
          );
        };
      },
      close: () => receiver.stop(),
    };
  },
  lanes: 4,
  ways: [deliver],
  quick: { ways: [deliver], deaths: 8 },
  // How often a worker looks after its lane hangs on time.
  mayMiss: ({ nth }) => nth > 1,
  underWay: ({ owner }) => underWay(async (sql) => (await owner.query<Record<string, number>>(sql)).rows[0]),
  controls: [
    {
      name: 'delivery forgotten',
      way: tampered('DELETE FROM webhooks.live_deliveries WHERE tenant_id = $1'),
      death: post,
      shows: 'lost',
    },
    {
      name: 'event rewritten',
      way: tampered(`UPDATE webhooks.events SET body = body || ' ' WHERE tenant_id = $1`),
      death: post,
      shows: 'altered',
    },
  ],
};

/** Until everything was published, taken in and sent, by what the modules themselves know: what is left, in words. */
export async function underWay(
  ask: (sql: string) => Promise<Readonly<Record<string, number>> | undefined>,
): Promise<string> {
  const row = await ask(
    `SELECT (SELECT count(*)::int FROM platform.outbox WHERE seq IS NULL) AS unnumbered,
       (SELECT count(*)::int FROM platform.outbox_streams WHERE confirmed < head) AS unpublished,
       (SELECT count(*)::int FROM platform.outbox_streams AS o LEFT JOIN webhooks.inbox_streams AS i
          ON i.source = 'platform' AND i.type = o.type WHERE coalesce(i.through, 0) < o.head) AS not_taken_in,
       (SELECT count(*)::int FROM webhooks.lanes WHERE next_due_at IS NOT NULL) AS lanes_due,
       (SELECT count(*)::int FROM webhooks.lanes WHERE lease_until > clock_timestamp()) AS lanes_leased`,
  );
  const counts = Object.entries(row ?? {}).filter(([, count]) => count > 0);
  return counts.map(([what, count]) => `${what.replaceAll('_', ' ')} ${count}`).join(', ');
}
