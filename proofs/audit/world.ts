import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Database, environmentName, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import {
  type Answer,
  type Caller,
  call,
  caller,
  eventually,
  moduleDatabase,
  type TestDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { startDns, type TestDns } from '../../services/auth/test/sso/dns-server.ts';
import { type HonestProvider, startHonestProvider } from '../../services/auth/test/sso/honest-provider.ts';
import { type AuthProcess, tenantsIn } from '../../services/auth/test/start.ts';
import { modules } from '../fixtures/shipped-table.ts';
import { type SecretsSeen, secretsSeen } from './secrets-seen.ts';

/** Auth and the example in a process of their own, as an installation runs them, and what the calls need around them. */
export interface World {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly environment: Readonly<Record<string, string>>;
  readonly call: (who: Caller | undefined, method: string, path: string, given?: Given) => Promise<Answer>;
  readonly tenant: AuthProcess['tenant'];
  /** A module's own caller, for internal routes. */
  readonly moduleCaller: (module: string, tenantId: string) => Promise<Caller>;
  readonly output: () => string;
  readonly secrets: SecretsSeen;
  readonly dns: TestDns;
  readonly provider: HonestProvider;
  /** Ends the process, which tells its last lines and spans; database and all the rest stay. */
  readonly halt: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Given {
  readonly module?: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/shipped-table.ts');
const externalUrl = 'http://127.0.0.1:8080';
export const redirectUri = `${externalUrl}/api/auth/sso/callback`;

export async function startWorld(more: Readonly<Record<string, string>> = {}): Promise<World> {
  const [database, vhost, dns, provider] = await Promise.all([
    moduleDatabase(modules),
    testVhost(),
    startDns(),
    startHonestProvider(redirectUri),
  ]);
  const environment: Readonly<Record<string, string>> = {
    ...(await testEnvironment(modules, database, vhost)),
    LOG_LEVEL: 'warn',
    EXTERNAL_URL: externalUrl,
    SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    SSO_DNS_SERVERS: dns.address,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    ...more,
  };
  const server = spawn(process.execPath, [main, 'serve', '--modules', table], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: database.url, connections: 4, applicationName: 'proof', log });
  const secrets = secretsSeen();
  const baseOf = (module: string) => `http://127.0.0.1:${environment[environmentName(module, 'PORT')]}`;

  async function ask(who: Caller | undefined, method: string, path: string, given: Given = {}): Promise<Answer> {
    const { module = 'auth', body, form, headers = {} } = given;
    secrets.look({ body, form, credential: who?.token });
    const answer = await call(baseOf(module), who, method, path, {
      body: form === undefined ? body : new URLSearchParams(form).toString(),
      headers: { ...headers, ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
    });
    secrets.look({ body: answer.body, cookies: answer.headers.getSetCookie() });
    return answer;
  }

  async function halt(): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    await ended;
  }

  const world: World = {
    database,
    db,
    environment,
    call: ask,
    tenant: tenantsIn(db, systemClock),
    moduleCaller: (module, tenant) => caller({ kind: 'module', sub: 'proof', audience: module, tenant, scopes: [] }),
    output: () => chunks.join(''),
    secrets,
    dns,
    provider,
    halt,
    stop: async () => {
      await halt();
      await db.end();
      await Promise.all([dns.stop(), provider.stop(), vhost.drop()]);
      await database.drop();
    },
  };
  const up = modules.map(({ name }) =>
    eventually(async () => {
      if (server.exitCode !== null) throw new Error(`the server ended: ${world.output()}`);
      const who = await world.moduleCaller(name, randomUUID());
      const { status } = await ask(who, 'GET', '/internal/routes', { module: name });
      // While revocations are not known yet it answers 503.
      if (status !== 200) throw new Error(`${name} answered ${status}`);
    }, 60_000),
  );
  await Promise.all(up).catch(async (error: unknown) => {
    await world.stop();
    throw error;
  });
  return world;
}
