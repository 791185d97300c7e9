import { randomUUID } from 'node:crypto';
import { exampleModule } from '@wheelhouse/example';
import { insertNote } from '@wheelhouse/example/store';
import {
  type Database,
  makeIds,
  makeLog,
  type Module,
  openDatabase,
  outbox,
  startProcess,
  systemClock,
} from '@wheelhouse/kit';
import { brokerAdmin, engineSetting, eventually, moduleDatabase, testEnvironment } from '@wheelhouse/testkit';
import { rabbitmq } from '../dev/engines/catalogue/rabbitmq.ts';
import { inParallel } from '../dev/engines/clusters/fleet.ts';
import { openOwnEngines } from './crash/own-engines.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: 1_000, full: 10_000 };
const patienceMs = 120_000;
const silent = makeLog({ level: 'fatal' });

/** The module without its ears: events are published and nobody takes them. */
const deaf: Module = { ...exampleModule, consumers: () => [] };

interface Changes {
  readonly notes: number;
  readonly never: number;
  readonly once: number;
  readonly more: number;
}

async function changesOf(database: Database, tenantId: string): Promise<Changes> {
  const [row] = await database.tenant(tenantId, (db) =>
    db.query<Changes & Record<string, unknown>>(
      `SELECT count(*) AS notes, count(*) FILTER (WHERE changes = 0) AS never, count(*) FILTER (WHERE changes = 1) AS once,
         count(*) FILTER (WHERE changes > 1) AS more FROM example.notes`,
    ),
  );
  return row ?? { notes: 0, never: 0, once: 0, more: 0 };
}

async function queued(): Promise<number> {
  const queue = (await brokerAdmin('GET', '/queues/%2F/example.activity')) as { readonly messages?: number };
  return queue.messages ?? 0;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const count = quick ? sizes.quick : sizes.full;
  // A broker of its own: this one loses its disk.
  const engines = await openOwnEngines([rabbitmq]);
  engines.use();
  const test = await moduleDatabase([exampleModule]);
  const database = openDatabase({ url: test.url, connections: 10, applicationName: 'broker-wipe', log: silent });
  const vhost = { name: '/', url: engineSetting('RABBITMQ_URL'), drop: async () => undefined };
  const environment = await testEnvironment([exampleModule], test, vhost);
  const start = (module: Module) =>
    startProcess({ modules: [module], role: 'all', environment, version: 'proof', log: silent });
  try {
    const listening = await start(exampleModule);
    await eventually(queued, patienceMs);
    await listening.stop();

    const publishing = await start(deaf);
    const tenantId = randomUUID();
    const makeId = makeIds(systemClock);
    const emit = outbox('example', makeId, systemClock);
    await inParallel([...Array(count).keys()], 10, () =>
      database.tenant(tenantId, async (db) => {
        const id = makeId();
        await insertNote(db, id, { title: 'told', body: '' }, systemClock.now());
        await emit(db, 'internal.note_changed', { note_id: id });
      }),
    );
    const confirmed = await eventually(async () => {
      const [row] = await database.system((db) =>
        db.query<{ confirmed: number }>('SELECT confirmed FROM example.outbox_streams'),
      );
      if (row?.confirmed !== count || (await queued()) < count)
        throw new Error(`${row?.confirmed} confirmed, ${await queued()} queued`);
      return row.confirmed;
    }, patienceMs);
    say(`${confirmed} events confirmed by the broker, ${await queued()} in the queue, none consumed`);
    await publishing.stop();

    await engines.kill(rabbitmq);
    await engines.wipe(rabbitmq);
    await engines.start(rabbitmq);
    const isEmpty = await queued().then(
      (left) => left === 0,
      () => true,
    );
    say('the broker lost its disk and is back');

    const began = performance.now();
    const again = await start(exampleModule);
    const changes = await eventually(async () => {
      const now = await changesOf(database, tenantId);
      if (now.never > 0) throw new Error(`${now.never} not handled yet`);
      return now;
    }, patienceMs).catch(() => changesOf(database, tenantId));
    const took = ((performance.now() - began) / 1000).toFixed(0);
    await again.stop();
    say(`handled once ${changes.once}, never ${changes.never}, more than once ${changes.more}, after ${took} s`);
    return verdictOf(
      {
        'every event was confirmed before the wipe': confirmed === count,
        'the broker had lost them': isEmpty,
        'every event was handled once': changes.once === count && changes.notes === count,
      },
      `${count} confirmed, unconsumed events wiped: handled once ${changes.once}, lost ${changes.never}, twice ${changes.more}, within ${took} s`,
    );
  } finally {
    await database.end();
    await test.drop();
    await engines.remove();
  }
}

export const proof: Proof = {
  promise:
    'A broker that loses everything it had confirmed costs nothing: PostgreSQL remembers, and each event is handled once.',
  method: 'events confirmed and unconsumed in a RabbitMQ of its own; its data folder deleted; a consumer started',
  bar: 'every event handled, each once',
  run,
};
