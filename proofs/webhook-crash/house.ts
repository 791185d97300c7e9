import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, makeLog, openDatabase } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { engineSetting, moduleDatabase, testEnvironment } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import type { Bundle } from '../crash/bundle.ts';
import { Mortal } from '../webhooks/mortal.ts';
import { Receiver } from '../webhooks/receiver-process.ts';
import { makeSubscribers, type Subscriber } from '../webhooks/subscribers.ts';
import { type OwnEngines, openOwnEngines } from './own-engines.ts';

/** All that can be killed, and the receiver, which cannot. */
export interface House {
  readonly engines: OwnEngines;
  readonly receiver: Receiver;
  readonly database: Database;
  readonly subscribers: readonly Subscriber[];
  readonly workers: readonly Mortal[];
  readonly relay: Mortal;
  /** Events that a consumer which acknowledges first has written down. */
  readonly ackedFirst: () => Promise<ReadonlySet<string>>;
}

const log = makeLog({ level: 'fatal' });
const workers = 2;
const wanted = { tenants: 4, perTenant: 10 };

/** What it has opened is pushed to `opened`, also where it fails half-way. */
export async function openHouse(
  bundles: Readonly<Record<'worker' | 'relay', Promise<Bundle>>>,
  opened: (() => Promise<unknown>)[],
): Promise<House> {
  const receiving = Receiver.start({ answerAfterMs: 0 });
  opened.push(async () => (await receiving).stop());
  const engines = await openOwnEngines();
  opened.push(() => engines.remove());
  const url = engineSetting('RABBITMQ_URL');
  // On the usual vhost: one of its own would be gone with the rest.
  const vhost = { name: '/', url, drop: async () => undefined };
  const modules = [webhooksModule, platformModule];
  const [own, receiver] = await Promise.all([moduleDatabase(modules), receiving]);
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-acks-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  const ackFirstFile = join(folder, 'acked-first');
  const given = await testEnvironment(modules, own, vhost);
  const environment = {
    ...given,
    CHECK_ANSWERS: 'false',
    DATABASE_CONNECTIONS: '10',
    EXTERNAL_URL: 'https://wheelhouse.example.test',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_EXTRA_CA_FILE: receiver.caFile,
    PLATFORM_URL: `http://127.0.0.1:${given['PLATFORM_PORT']}`,
    ACK_FIRST_FILE: ackFirstFile,
  };
  const database = openDatabase({ url: own.url, connections: 10, applicationName: 'proof', log });
  opened.push(() => database.end());
  const begin = async (bundle: Promise<Bundle>, name: string): Promise<Mortal> => {
    const mortal = new Mortal({ program: (await bundle).program, environment: { ...environment, WORKER_NAME: name } });
    opened.push(() => mortal.close());
    return mortal;
  };
  const [subscribers, relay, ...workersUp] = await Promise.all([
    makeSubscribers(environment, {
      ...wanted,
      place: (nth) => ({ name: `endpoint-${nth}`, url: `https://127.0.0.1:${receiver.port}/endpoint-${nth}` }),
    }),
    begin(bundles.relay, 'relay'),
    ...Array.from({ length: workers }, (_, nth) => begin(bundles.worker, `worker-${nth + 1}`)),
  ]);
  await Promise.all([relay, ...workersUp].map((mortal) => mortal.ready()));
  return {
    engines,
    receiver,
    database,
    subscribers,
    workers: workersUp,
    relay,
    ackedFirst: async () => new Set((await readFile(ackFirstFile, 'utf8').catch(() => '')).split('\n')),
  };
}
