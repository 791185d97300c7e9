import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, makeLog, openDatabase } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { bundled } from '../../crash/bundle.ts';
import { Mortal } from '../../crash/mortal.ts';
import { namesBelow, Receiver } from '../../webhooks/receiver-process.ts';
import { makeSubscribers, type Subscriber } from '../../webhooks/subscribers.ts';

/** One worker, the source's relay, and endpoints with names of their own. */
export interface House {
  readonly receiver: Receiver;
  readonly nameServer: string;
  readonly database: Database;
  /** Of several tenants, in no order. */
  readonly subscribers: readonly Subscriber[];
  /** All of one other tenant. */
  readonly crowd: readonly Subscriber[];
}

export interface Wanted {
  readonly tenants: number;
  readonly perTenant: number;
  readonly crowd: number;
}

const log = makeLog({ level: 'fatal' });
const programs = join(import.meta.dirname, '../../webhooks');
/** Names are asked of the receiver: the worker is given a resolv.conf of its own, and nobody else sees it. */
const withResolver = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"'];

/** What it has opened is pushed to `opened`, also where it fails half-way. */
export async function openHouse(wanted: Wanted, opened: (() => Promise<unknown>)[]): Promise<House> {
  const modules = [webhooksModule, platformModule];
  const nameServer = `127.53.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-resolver-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  const resolver = join(folder, 'resolv.conf');
  await writeFile(resolver, `nameserver ${nameServer}\n`);
  const bundles = [bundled(join(programs, 'worker.ts')), bundled(join(programs, 'relay.ts'))];
  for (const bundle of bundles) opened.push(async () => (await bundle).remove());
  const [receiver, own, vhost] = await Promise.all([
    Receiver.start({ answerAfterMs: 20, nameServer }),
    moduleDatabase(modules),
    testVhost(),
  ]);
  opened.push(
    () => receiver.stop(),
    () => own.drop(),
    () => vhost.drop(),
  );
  const given = await testEnvironment(modules, own, vhost);
  const environment = {
    ...given,
    PATH: process.env['PATH'] ?? '',
    CHECK_ANSWERS: 'false',
    EXTERNAL_URL: 'https://wheelhouse.example.test',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_EXTRA_CA_FILE: receiver.caFile,
    PLATFORM_URL: `http://127.0.0.1:${given['PLATFORM_PORT']}`,
  };
  const database = openDatabase({ url: own.url, connections: 12, applicationName: 'proof', log });
  opened.push(() => database.end());
  const [worker, relay] = (await Promise.all(bundles)).map(
    ({ program }, nth) =>
      new Mortal({ program, environment, ...(nth === 0 ? { through: [...withResolver, resolver] } : {}) }),
  );
  opened.push(async () => Promise.all([worker?.close(), relay?.close()]));
  const place = (prefix: string) => (nth: number) => {
    const name = `${prefix}-${nth}.${namesBelow}`;
    return { name, url: `https://${name}:${receiver.port}/hooks` };
  };
  const subscribers = await makeSubscribers(environment, { ...wanted, place: place('endpoint') });
  const crowd = await makeSubscribers(environment, { tenants: 1, perTenant: wanted.crowd, place: place('crowd') });
  await Promise.all([worker?.ready(), relay?.ready()]);
  return { receiver, nameServer, database, subscribers: shuffled(subscribers), crowd };
}

function shuffled<T>(all: readonly T[]): readonly T[] {
  return all
    .map((one) => ({ one, by: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one);
}
