import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import {
  call,
  engineSetting,
  eventually,
  freePort,
  moduleDatabase,
  testKeys,
  testSecret,
  testVhost,
} from '@wheelhouse/testkit';
import { signedIn } from '../../services/auth/test/credentials.ts';
import { tenantsIn } from '../../services/auth/test/start.ts';
import { endChild, startChild } from './children.ts';
import { type OddModule, openOddModule } from './odd-answers.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** A process that listens. */
export interface Door {
  readonly port: number;
  readonly pid: number;
}

/** Auth and the gateway, each a process of the server program, the proof in the place of a module, and a control. */
export interface Stage {
  readonly gateway: Door;
  readonly upstream: Upstream;
  readonly odd: OddModule;
  /** A proxy that takes bytes as they come. */
  readonly naive: Door;
  readonly token: string;
  /** A session's secret, as its cookie holds it. */
  readonly session: string;
  readonly startNaive: () => Promise<Door>;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, 'probe-table.ts');
const naiveProxy = join(import.meta.dirname, 'naive-proxy.ts');
const noLimit = '1000000';

export async function setStage(): Promise<Stage> {
  const children: ChildProcess[] = [];
  const [database, vhost] = await Promise.all([moduleDatabase([authModule]), testVhost()]);
  const [upstream, odd] = await Promise.all([openUpstream(), openOddModule()]);
  const [authPort, gatewayPort, adminPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const start = (words: readonly string[], env: Readonly<Record<string, string>>): number => {
    const child = startChild(words, ['ignore', 'ignore', 'inherit'], env);
    children.push(child);
    return child.pid ?? 0;
  };
  const common = {
    AUTH_JWT_ACCESS_SECRET: testSecret,
    LOG_LEVEL: 'fatal',
    AUTH_URL: `http://127.0.0.1:${authPort}`,
    PROBE_URL: `http://127.0.0.1:${upstream.port}`,
    ODD_URL: `http://127.0.0.1:${odd.port}`,
  };
  start([main, 'serve', '--modules', table, '--target', 'auth'], {
    ...common,
    AUTH_PORT: String(authPort),
    DATABASE_URL: database.url,
    RABBITMQ_URL: vhost.url,
    SECRETS_KEYS: testKeys,
    ADMIN_PORT: '0',
  });
  await ready(authPort);
  const pid = start([main, 'serve', '--modules', table, '--target', 'gateway'], {
    ...common,
    GATEWAY_PORT: String(gatewayPort),
    ADMIN_PORT: String(adminPort),
    VALKEY_URL: engineSetting('VALKEY_URL'),
    BUDGET_PERSONAL: noLimit,
    BUDGET_ANONYMOUS: noLimit,
  });
  await ready(adminPort);
  const startNaive = async (): Promise<Door> => {
    const port = await freePort();
    const door = { port, pid: start([naiveProxy, String(port), String(upstream.port)], {}) };
    await eventually(() => fetch(`http://127.0.0.1:${port}/api/v1/things`, { headers: { connection: 'close' } }));
    return door;
  };
  const naive = await startNaive();
  const db = openDatabase({
    url: database.url,
    connections: 2,
    applicationName: 'proof',
    log: makeLog({ level: 'fatal' }),
  });
  const { who, secret } = await signedIn({ db }, await tenantsIn(db, systemClock)());
  const body = { name: 'proof', scopes: ['read', 'deploy'] };
  const made = await call(common.AUTH_URL, who, 'POST', '/api/v1/tokens', { body });
  return {
    gateway: { port: gatewayPort, pid },
    upstream,
    odd,
    naive,
    token: String(made.body.token),
    session: secret,
    startNaive,
    stop: async () => {
      await db.end();
      for (const child of children) await endChild(child);
      await upstream.stop();
      await odd.stop();
      await vhost.drop();
      await database.drop();
    },
  };
}

async function ready(port: number): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } });
    if (status !== 200) throw new Error(`${port} is not ready`);
  }, 90_000);
}

/** An address of loopback that nobody else calls from: budgets of strangers are kept by address. */
export function someLoopback(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `127.${1 + (a % 254)}.${b}.${1 + (c % 254)}`;
}
