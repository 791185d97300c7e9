import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Database,
  environmentName,
  makeLog,
  modulesOf,
  openDatabase,
  type Part,
  systemClock,
} from '@wheelhouse/kit';
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
import { someAddress } from '../../services/gateway/test/house.ts';
import { type SecretsSeen, secretsSeen } from '../audit/secrets-seen.ts';
import { type Ask, asker, bodyOf, type Open, opener } from './ask.ts';
import { startCollector } from './collector.ts';
import { modules as all } from './table.ts';

/** All that is shipped in a process of its own, as an installation runs it, and what its callers need around it. */
export interface Installation {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly environment: Readonly<Record<string, string>>;
  /** Past the gateway, with access tokens that the proof signs: only to make what is then looked at. */
  readonly call: (who: Caller | undefined, method: string, path: string, given?: Given) => Promise<Answer>;
  /** Through the gateway, with what callers hold. */
  readonly ask: Ask;
  /** The same, for answers that do not end. */
  readonly open: Open;
  readonly tenant: AuthProcess['tenant'];
  /** A module's own caller, for internal routes. */
  readonly moduleCaller: (module: string, tenantId: string) => Promise<Caller>;
  /** All that the process has written; the log is at trace. */
  readonly output: () => string;
  /** All spans that it has exported. */
  readonly spans: () => string;
  /** All that went through `call`, `ask` and `open`, in either direction. */
  readonly secrets: SecretsSeen;
  readonly dns: TestDns;
  readonly provider: HonestProvider;
  /** Starts the process again if it was halted. */
  readonly start: () => Promise<void>;
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
const externalUrl = 'http://127.0.0.1:8080';
export const redirectUri = `${externalUrl}/api/auth/sso/callback`;
/** Nobody is refused for asking often: every case is about something else. */
const budgets = Object.fromEntries(
  ['PERSONAL', 'SERVICE_ACCOUNT', 'SESSION', 'REPORTING', 'INGEST', 'ANONYMOUS', 'TOKEN_ENDPOINT'].map((whose) => [
    `BUDGET_${whose}`,
    '1000000',
  ]),
);

/** What is installed: the table that the process is given, and what stands in it. */
export interface Installed {
  readonly table: string;
  readonly modules: readonly Part[];
}

const whole: Installed = { table: join(import.meta.dirname, 'table.ts'), modules: all };

export async function startInstallation({ table, modules }: Installed = whole): Promise<Installation> {
  const [database, vhost, dns, provider, collector, folder] = await Promise.all([
    moduleDatabase(modulesOf(modules)),
    testVhost(),
    startDns(),
    startHonestProvider(redirectUri),
    startCollector(),
    mkdtemp(join(tmpdir(), 'wheelhouse-installation-')),
  ]);
  const environment: Readonly<Record<string, string>> = {
    ...(await testEnvironment(modules, database, vhost)),
    ...budgets,
    LOG_LEVEL: 'trace',
    OTLP_URL: collector.url,
    EXTERNAL_URL: externalUrl,
    TRUSTED_PROXIES: '127.0.0.1/32',
    SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    SSO_DNS_SERVERS: dns.address,
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
  };
  const log = join(folder, 'log');
  const output = () => readFileSync(log, 'utf8');
  const server = makeServer(table, environment, log);
  const db = openDatabase({
    url: database.url,
    connections: 8,
    applicationName: 'proof',
    log: makeLog({ level: 'error' }),
  });
  const secrets = secretsSeen();
  const baseOf = (part: string) => `http://127.0.0.1:${environment[environmentName(part, 'PORT')]}`;
  const reach = opener({
    door: baseOf('gateway'),
    origin: externalUrl,
    address: someAddress(),
    prefixes: new Map(modulesOf(modules).map(({ name, prefix }) => [name, prefix])),
  });
  const openIt: Open = (shown, request) => {
    secrets.look({ body: request.body, credential: Object.values(shown ?? {})[0] });
    return reach(shown, request);
  };
  const askIt = asker(openIt);

  const installation: Installation = {
    database,
    db,
    environment,
    call: async (who, method, path, { module = 'auth', body, form, headers = {} } = {}) => {
      secrets.look({ body, form, credential: who?.token });
      const answer = await onceAvailable(() =>
        call(baseOf(module), who, method, path, {
          body: form === undefined ? body : new URLSearchParams(form).toString(),
          headers: {
            ...headers,
            ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        }),
      );
      secrets.look({ body: answer.body, cookies: answer.headers.getSetCookie() });
      return answer;
    },
    ask: async (shown, request) => {
      const told = await onceAvailable(() => askIt(shown, request));
      secrets.look({ body: bodyOf(told), cookies: told.headers.getSetCookie() });
      return told;
    },
    open: openIt,
    tenant: tenantsIn(db, systemClock),
    moduleCaller: (module, tenant) => caller({ kind: 'module', sub: 'proof', audience: module, tenant, scopes: [] }),
    output,
    spans: collector.received,
    secrets,
    dns,
    provider,
    start: async () => {
      if (!(await server.begin())) return;
      const until = (wanted: number, ask: () => Promise<{ readonly status: number }>) =>
        eventually(async () => {
          if (!server.isRunning()) throw new Error('the process has ended');
          const { status } = await ask();
          // While revocations are not known yet it answers 503.
          if (status !== wanted) throw new Error(`answered ${status}`);
        }, patienceMs);
      const up = [
        until(401, () => reach(undefined, { module: 'auth', method: 'GET', path: '/api/v1/me' })),
        ...modulesOf(modules).map(async ({ name: module }) => {
          const who = await installation.moduleCaller(module, randomUUID());
          await until(200, () => call(baseOf(module), who, 'GET', '/internal/routes', {}));
        }),
      ];
      await Promise.all(up).catch((error: unknown) => {
        throw new Error(`the installation did not come up: ${output().slice(-2_000)}`, { cause: error });
      });
    },
    halt: server.end,
    stop: async () => {
      await server.end();
      await db.end();
      collector.close();
      await Promise.all([dns.stop(), provider.stop(), vhost.drop(), rm(folder, { recursive: true })]);
      await database.drop();
    },
  };
  await installation.start().catch(async (error: unknown) => {
    await installation.stop();
    throw error;
  });
  return installation;
}

const patienceMs = 600_000;

/** Who cannot tell right now whether a credential was revoked says 503, and who is too busy 504; on a busy machine that happens. */
async function onceAvailable<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if ((answer.status !== 503 && answer.status !== 504) || performance.now() > deadline) return answer;
    await wait(250);
  }
}

/** The program, which writes into a file: what it says at trace would keep a reader busy. */
function makeServer(table: string, environment: Readonly<Record<string, string>>, log: string) {
  let server: ChildProcess | undefined;
  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null;
  return {
    isRunning,
    /** Whether it was not running yet. */
    begin: async () => {
      if (isRunning()) return false;
      const file = await open(log, 'a');
      const argv = [main, 'serve', '--modules', table];
      server = spawn(process.execPath, argv, { env: environment, stdio: ['ignore', file.fd, file.fd] });
      await file.close();
      return true;
    },
    end: async () => {
      if (server === undefined || !isRunning()) return;
      const ended = once(server, 'close');
      server.kill('SIGTERM');
      await ended;
    },
  };
}
