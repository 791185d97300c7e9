import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Database, makeIds, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { openKube } from '@wheelhouse/testkit';
import { makeSetupLink } from '../../services/auth/src/setup/link.ts';
import { type SignedIn, signedIn } from '../../services/auth/test/credentials.ts';
import { tenantsIn, type TestTenant } from '../../services/auth/test/start.ts';
import { type SecretsSeen, secretsSeen } from '../audit/secrets-seen.ts';
import { type Ledger, makeLedger } from './ledger.ts';
import { type PaperProvider, startProvider } from './provider.ts';
import { type Server, startServer } from './server.ts';

/** An installation, its people, and all that its pages are seen to do. */
export interface World extends Pick<Server, 'origin' | 'output' | 'subscriber' | 'halt' | 'stop'> {
  readonly db: Database;
  /** Of a real cluster with some nodes. */
  readonly kubeconfig: string;
  readonly secrets: SecretsSeen;
  readonly ledger: Ledger;
  /** For single sign-on. */
  readonly provider: PaperProvider;
  readonly tenant: () => Promise<TestTenant>;
  readonly person: (tenant: TestTenant) => Promise<Person>;
  /** The link that makes the first owner of a tenant without people. */
  readonly setupLink: (tenant: TestTenant) => Promise<string>;
}

/** Somebody who is signed in, and calls the API as their page would. */
export interface Person extends SignedIn {
  readonly tenant: TestTenant;
  readonly ask: Ask;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

/** Enough to walk up and down in their list. */
const realNodes = 6;

export async function openWorld(): Promise<World> {
  const kube = openKube('KUBE2_KUBECONFIG');
  const making = Promise.all(Array.from({ length: realNodes }, () => kube.node()));
  const [server] = await Promise.all([startServer(), making]);
  const { origin, database } = server;
  const db = openDatabase({
    url: database.url,
    connections: 4,
    applicationName: 'proof',
    log: makeLog({ level: 'fatal' }),
  });
  const secrets = secretsSeen();
  const provider = await startProvider();
  const makeTenant = tenantsIn(db, systemClock);
  return {
    origin,
    output: server.output,
    subscriber: server.subscriber,
    halt: server.halt,
    db,
    kubeconfig: kube.kubeconfig,
    secrets,
    ledger: makeLedger(origin),
    provider,
    tenant: () => makeTenant(),
    person: async (tenant) => {
      const person = await signedIn({ db }, tenant, 'owner');
      secrets.add(person.secret);
      return { ...person, tenant, ask: askerOf(server, person.secret, secrets) };
    },
    setupLink: async ({ id }) => {
      const maker = { database: db, clock: systemClock, makeId: makeIds(systemClock), externalUrl: origin };
      const { url } = await makeSetupLink(maker, id);
      secrets.look(url);
      return url;
    },
    stop: async () => {
      await db.end();
      provider.stop();
      await server.stop();
      await kube.close();
    },
  };
}

/** On a machine that is busy with all of this, a module may be late for another: it says so, and when to ask again. */
const mostAsked = 20;

async function askUntilAvailable(ask: () => Promise<Response>): Promise<Response> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask();
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || seconds === 0 || asked === mostAsked) return answer;
    await answer.body?.cancel();
    await setTimeout(seconds * 1_000);
  }
}

function askerOf({ origin, output }: Server, secret: string, secrets: SecretsSeen): Ask {
  return async (method, path, body) => {
    const init = {
      method,
      headers: {
        cookie: `wh_session=${secret}`,
        origin,
        'sec-fetch-site': 'same-origin',
        'x-wheelhouse-csrf': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // What was done after all is not done twice.
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await askUntilAvailable(() => fetch(`${origin}/api${path}`, init));
    const text = await answer.text();
    if (!answer.ok) {
      const id = answer.headers.get('x-request-id') ?? text;
      const logged = output()
        .split('\n')
        .filter((line) => line.includes(id));
      throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 400)} ${logged.join(' ')}`);
    }
    const told = text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
    secrets.look(body);
    secrets.look(told);
    return told;
  };
}
