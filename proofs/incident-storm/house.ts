import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { incidentsModule } from '@wheelhouse/incidents';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { type Database, environmentName, makeLog, type Module, openDatabase, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import {
  type Answer,
  call,
  type Caller,
  caller,
  type CallOptions,
  moduleDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { makeAuthority } from '../../services/webhooks/test/authority.ts';
import { type Receiver, startReceiver } from '../../services/webhooks/test/receiver.ts';
import { bundled } from '../crash/bundle.ts';
import { Mortal } from '../crash/mortal.ts';

/** Two workers of incidents that can be killed, each a process of its own; beside them all that cannot. */
export interface House {
  readonly database: Database;
  /** As whoever owns the tables. */
  readonly ownerUrl: string;
  readonly workers: readonly Mortal[];
  readonly receiver: Receiver;
  readonly call: (module: Module, ...asked: Asked) => Promise<Answer>;
  readonly tenant: (name: string) => Promise<Tenant>;
  readonly close: () => Promise<void>;
}

type Asked = readonly [who: Caller, method: string, path: string, options?: CallOptions];

/** With one cluster, and one webhook that is told all of its incidents. */
export interface Tenant {
  /** Also the path by which the receiver knows it. */
  readonly name: string;
  readonly clusterId: string;
  readonly person: Caller;
  /** A token for Alertmanager, and for nothing else. */
  readonly sender: Caller;
}

const workerNames = ['worker-1', 'worker-2'];
const told = ['incident.created', 'incident.updated', 'incident.resolved'];
/** Nobody listens there, and nobody asks. */
const cluster = { server: 'https://127.0.0.1:9', token: 'nobodys-token' };

/** What it says is put into its outbox by the proof; its relay and its routes are its own. */
const silent = (module: Module): Module => ({ ...module, workers: [], tasks: [], consumers: () => [] });

export async function openHouse(): Promise<House> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    return { ...(await open(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(closing: (() => Promise<unknown>)[]): Promise<Omit<House, 'close'>> {
  const modules = [silent(platformModule), silent(k8sMonitorModule), incidentsModule, webhooksModule];
  const own = await moduleDatabase(modules);
  closing.push(own.drop);
  const vhost = await testVhost();
  closing.push(vhost.drop);
  const authority = await makeAuthority();
  closing.push(authority.remove);
  const receiver = await startReceiver(await authority.certificate('IP:127.0.0.1'), (response) => {
    response.writeHead(204).end();
  });
  closing.push(receiver.close);
  const given = await testEnvironment(modules, own, vhost);
  const addresses = modules.map(({ name }) => [
    environmentName(name, 'URL'),
    `http://127.0.0.1:${given[environmentName(name, 'PORT')]}`,
  ]);
  const environment: Readonly<Record<string, string>> = {
    ...given,
    ...Object.fromEntries(addresses),
    CHECK_ANSWERS: 'false',
    EXTERNAL_URL: 'https://wheelhouse.example.test',
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_EXTRA_CA_FILE: authority.caFile,
  };
  const log = makeLog({ level: environment['LOG_LEVEL'] ?? 'fatal' });
  const database = openDatabase({ url: own.url, connections: 6, applicationName: 'proof', log });
  closing.push(() => database.end());
  // Incidents has its doors here and its work elsewhere.
  const roles = { incidents: 'http' } as const;
  const desk = await startProcess({ modules, role: 'all', roles, environment, version: 'proof', log });
  closing.push(desk.stop);
  const { program, remove } = await bundled(join(import.meta.dirname, 'worker.ts'));
  closing.push(remove);
  const workers = workerNames.map((name) => {
    const mortal = new Mortal({ program, environment: { ...environment, WORKER_NAME: name } });
    closing.push(() => mortal.close());
    return mortal;
  });
  await Promise.all(workers.map((worker) => worker.ready()));
  const ask: House['call'] = ({ name }, who, method, path, options = {}) =>
    call(desk.addresses[name] ?? '', who, method, path, options);
  const tenant = (name: string) => makeTenant(ask, name, `https://127.0.0.1:${receiver.port}/${name}`);
  return { database, ownerUrl: own.ownerUrl, workers, receiver, call: ask, tenant };
}

/** Its incidents resolve as soon after their last sign as a tenant may choose. */
export const quietSeconds = 10;

async function makeTenant(ask: House['call'], name: string, url: string): Promise<Tenant> {
  const person = await caller();
  const must = async (status: number, asking: Promise<Answer>): Promise<Answer['body']> => {
    const answer = await asking;
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const made = await must(
    201,
    ask(platformModule, person, 'POST', '/api/v1/clusters', { body: { name: 'shop', ...cluster } }),
  );
  await must(200, ask(incidentsModule, person, 'PATCH', '/api/v1/settings', { body: { quiet_seconds: quietSeconds } }));
  await must(201, ask(webhooksModule, person, 'POST', '/api/v1/webhooks', { body: { url, events: told } }));
  const id = randomUUID();
  const sender = await caller({
    tenant: person.tenantId,
    kind: 'ingest',
    sub: id,
    cid: id,
    scopes: [],
    purpose: 'signals',
  });
  return { name, clusterId: String(made.id), person, sender };
}
