import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { eventually, freePort, moduleDatabase, testSecret } from '@wheelhouse/testkit';
import { down, reset } from '../dev/engines/commands/down.ts';
import { environmentOf } from '../dev/engines/commands/env.ts';
import { up } from '../dev/engines/commands/up.ts';
import { inParallel } from '../dev/engines/clusters/fleet.ts';
import { groups } from '../dev/engines/runtime/engine.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../dev/engines/runtime/progress.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: 1_000, full: 10_000 };
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

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const count = quick ? sizes.quick : sizes.full;
  const progress = new ConsoleProgress(() => undefined);
  // A broker of its own: this one loses its disk.
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-broker-')));
  const test = await moduleDatabase([exampleModule]);
  const database = openDatabase({ url: test.url, connections: 10, applicationName: 'broker-wipe', log: silent });
  const environment = {
    DATABASE_URL: test.url,
    AUTH_JWT_ACCESS_SECRET: testSecret,
    SECRETS_KEYS: `proof:${randomBytes(32).toString('base64')}`,
    DRAIN_SECONDS: '0',
    FOLLOW_REVOCATIONS: 'false',
    LOG_LEVEL: 'fatal',
    EXAMPLE_PORT: String(await freePort()),
    RABBITMQ_URL: (await environmentOf(home))['RABBITMQ_URL'] ?? '',
  };
  const start = (module: Module) =>
    startProcess({ modules: [module], role: 'all', environment, version: 'proof', log: silent });
  const queued = async (): Promise<number> => {
    const { username, password, origin } = new URL((await environmentOf(home))['RABBITMQ_MANAGEMENT_URL'] ?? '');
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const answer = await fetch(`${origin}/api/queues/%2F/example.activity`, {
      headers: { authorization, connection: 'close' },
    });
    if (!answer.ok) throw new Error(`there is no queue yet: ${answer.status}`);
    return ((await answer.json()) as { messages?: number }).messages ?? 0;
  };
  try {
    await up(home, ['rabbitmq'], progress);
    const listening = await start(exampleModule);
    await eventually(queued);
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
    }, 60_000);
    say(`${confirmed} events confirmed by the broker, ${await queued()} in the queue, none consumed`);
    await publishing.stop();

    await down(home, ['rabbitmq'], progress);
    await rm(join(home.dir, 'rabbitmq', 'data'), { recursive: true, force: true });
    await up(home, ['rabbitmq'], progress);
    say('the broker lost its disk and is back, empty');

    const began = performance.now();
    const again = await start(exampleModule);
    const changes = await eventually(async () => {
      const now = await changesOf(database, tenantId);
      if (now.never > 0) throw new Error(`${now.never} not handled yet`);
      return now;
    }, 120_000).catch(() => changesOf(database, tenantId));
    const took = ((performance.now() - began) / 1000).toFixed(0);
    await again.stop();
    say(`handled once ${changes.once}, never ${changes.never}, more than once ${changes.more}, after ${took} s`);
    return verdictOf(
      {
        'every event was confirmed before the wipe': confirmed === count,
        'every event was handled once': changes.once === count && changes.notes === count,
      },
      `${count} confirmed, unconsumed events wiped: handled once ${changes.once}, lost ${changes.never}, twice ${changes.more}, within ${took} s`,
    );
  } finally {
    await database.end();
    await test.drop();
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  }
}

export const proof: Proof = {
  promise:
    'A broker that loses everything it had confirmed costs nothing: PostgreSQL remembers, and each event is handled once.',
  method: 'events confirmed and unconsumed in a RabbitMQ of its own; its data folder deleted; a consumer started',
  bar: 'every event handled, each once',
  run,
};
