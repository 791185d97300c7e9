import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, makeLog, openDatabase } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { engineSetting, moduleDatabase, testEnvironment } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { bundled } from '../crash/bundle.ts';
import { Mortal } from '../crash/mortal.ts';
import type { OwnEngines } from '../crash/own-engines.ts';
import { Receiver } from '../webhooks/receiver-process.ts';
import { makeSubscribers, type Subscriber } from '../webhooks/subscribers.ts';
import { settingsFor } from './deliveries.ts';

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

const workers = 2;
const wanted = { tenants: 4, perTenant: 10 };

/** On engines of its own. What it has opened is put before `opened`, also where it fails half-way. */
export async function openHouse(engines: OwnEngines, opened: (() => Promise<unknown>)[]): Promise<House> {
  engines.use();
  const receiver = await Receiver.start({ answerAfterMs: 0 });
  opened.unshift(() => receiver.stop());
  // On the usual vhost: one of its own would be gone with the rest.
  const vhost = { name: '/', url: engineSetting('RABBITMQ_URL'), drop: async () => undefined };
  const modules = [webhooksModule, platformModule];
  const own = await moduleDatabase(modules);
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-acks-'));
  opened.unshift(() => rm(folder, { recursive: true, force: true }));
  const ackFirstFile = join(folder, 'acked-first');
  const given = await testEnvironment(modules, own, vhost);
  const environment = {
    ...given,
    ...settingsFor(receiver),
    PLATFORM_URL: `http://127.0.0.1:${given['PLATFORM_PORT']}`,
    ACK_FIRST_FILE: ackFirstFile,
  };
  const log = makeLog({ level: 'fatal' });
  const database = openDatabase({ url: own.url, connections: 10, applicationName: 'proof', log });
  opened.unshift(() => database.end());
  const begin = async (file: string, names: readonly string[]): Promise<readonly Mortal[]> => {
    const { program, remove } = await bundled(join(import.meta.dirname, '../webhooks', file));
    opened.unshift(remove);
    return names.map((name) => {
      const mortal = new Mortal({ program, environment: { ...environment, WORKER_NAME: name } });
      opened.unshift(() => mortal.close());
      return mortal;
    });
  };
  const [subscribers, [relay], workersUp] = await Promise.all([
    makeSubscribers(environment, {
      ...wanted,
      place: (nth) => ({ name: `endpoint-${nth}`, url: `https://127.0.0.1:${receiver.port}/endpoint-${nth}` }),
    }),
    begin('relay.ts', ['relay']),
    begin(
      'worker.ts',
      Array.from({ length: workers }, (_, nth) => `worker-${nth + 1}`),
    ),
  ]);
  if (relay === undefined) throw new Error('there is no relay');
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
