import manifest from '../package.json' with { type: 'json' };
import { randomBytes, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import {
  accessSecrets,
  callersAudience,
  type Clock,
  environmentName,
  isEdge,
  makeLog,
  modulesOf,
  type Part,
  signAccessToken,
  startProcess,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import type { TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { running } from './leaks.ts';
import { moduleDatabase } from './module-database.ts';
import { someValkeyDatabase } from './valkey.ts';
import { type TestVhost, testVhost } from './vhost.ts';

/** Modules in this process, on databases and a vhost of their own, with callers to call them. */
export interface TestProcess {
  readonly database: TestDatabase;
  readonly vhost: TestVhost;
  readonly environment: Readonly<Record<string, string>>;
  readonly addresses: Readonly<Record<string, string>>;
  readonly call: (caller: Caller | undefined, method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export interface Caller {
  readonly tenantId: string;
  readonly token: string;
}

export interface CallOptions {
  readonly module?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  readonly body: any;
}

/** One for all: a database knows its key again, and some are served by several processes of a test. */
export const testKeys: string = `test:${randomBytes(32).toString('base64')}`;
export const testSecret = randomBytes(32).toString('hex');

export async function caller(
  claims: Partial<TokenClaims> & { readonly audience?: string } = {},
  clock: Clock = systemClock,
): Promise<Caller> {
  const { audience = callersAudience, ...rest } = claims;
  const tenantId = rest.tenant ?? randomUUID();
  const full: TokenClaims = {
    sub: randomUUID(),
    kind: 'user',
    cid: randomUUID(),
    scopes: ['read', 'deploy', 'actions', 'agents', 'admin'],
    tenant: tenantId,
    ...rest,
  };
  const token = await signAccessToken(full, { secrets: accessSecrets(testSecret), audience, seconds: 3_600, clock });
  return { tenantId, token };
}

export async function testEnvironment(
  modules: readonly Part[],
  database: TestDatabase,
  vhost: TestVhost,
): Promise<Readonly<Record<string, string>>> {
  const ports = await Promise.all(
    modules.map(async ({ name }) => [environmentName(name, 'PORT'), String(await freePort())] as const),
  );
  const { NODE_COMPILE_CACHE: compileCache } = process.env;
  return {
    // The runner's, in which nothing lies: without one, a process of its own would find the developer's.
    HOME: homedir(),
    ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }),
    DATABASE_URL: database.url,
    RABBITMQ_URL: vhost.url,
    AUTH_JWT_ACCESS_SECRET: testSecret,
    SECRETS_KEYS: testKeys,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
    DRAIN_SECONDS: '0',
    CHECK_ANSWERS: 'true',
    ADMIN_PORT: '0',
    ...(modules.some(isEdge) ? { VALKEY_URL: someValkeyDatabase() } : {}),
    FOLLOW_REVOCATIONS: String(modules.some(({ name }) => name === 'auth')),
    ...Object.fromEntries(ports),
  };
}

export async function startTestProcess(
  modules: readonly Part[],
  given: { readonly clock?: Clock; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<TestProcess> {
  const database = await moduleDatabase(modulesOf(modules));
  const vhost = await testVhost();
  const environment = { ...(await testEnvironment(modules, database, vhost)), ...given.environment };
  const log = makeLog({ level: environment['LOG_LEVEL'] ?? 'fatal' });
  const started = await startProcess({
    modules,
    role: 'all',
    environment,
    version: manifest.version,
    log,
    ...(given.clock === undefined ? {} : { clock: given.clock }),
  });
  const token = Symbol('test process');
  running.add(token);
  return {
    database,
    vhost,
    environment,
    addresses: started.addresses,
    call: (who, method, path, options = {}) =>
      call(started.addresses[options.module ?? modules[0]?.name ?? ''] ?? '', who, method, path, options),
    stop: async () => {
      await started.stop();
      await vhost.drop();
      await database.drop();
      running.delete(token);
    },
  };
}

export async function call(
  base: string,
  who: Caller | undefined,
  method: string,
  path: string,
  { body, headers = {} }: CallOptions,
): Promise<Answer> {
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(who === undefined ? {} : { authorization: `Bearer ${who.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
