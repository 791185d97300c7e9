import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { modulesOf } from '@wheelhouse/kit';
import {
  eventually,
  freePort,
  moduleDatabase,
  type TestDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { modules } from '../../apps/server/src/modules.ts';
import { buildDashboard } from '../../apps/dashboard/test/pages/build.ts';
import { startSubscriber, type Subscriber } from './subscriber.ts';

/** The whole server in a process of its own, with the real build of the dashboard, and all that it says. */
export interface Server {
  readonly origin: string;
  readonly database: TestDatabase;
  /** Where webhooks can be sent to. */
  readonly subscriber: Subscriber;
  /** Of its broker, with its vhost. */
  readonly brokerUrl: string;
  readonly output: () => string;
  /** Ends it, so that it tells its last lines. */
  readonly halt: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** Many browsers and one address. */
const budgets = ['PERSONAL', 'SESSION', 'ANONYMOUS', 'PAGES', 'SERVICE_ACCOUNT'];

export async function startServer(more: Readonly<Record<string, string>> = {}): Promise<Server> {
  const building = buildDashboard();
  const [database, vhost, port, subscriber] = await Promise.all([
    moduleDatabase(modulesOf(modules)),
    testVhost(),
    freePort(),
    startSubscriber(),
  ]);
  const build = await building.catch(async (error: unknown) => {
    await Promise.all([database.drop(), vhost.drop(), subscriber.stop()]);
    throw error;
  });
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...(await testEnvironment(modules, database, vhost)),
    ...Object.fromEntries(budgets.map((name) => [`BUDGET_${name}`, '1000000'])),
    // What is asked for is checked by the tests of the modules; here it would only slow the server.
    CHECK_ANSWERS: 'false',
    LOG_LEVEL: 'debug',
    GATEWAY_PORT: String(port),
    EXTERNAL_URL: origin,
    DASHBOARD_DIR: build.folder,
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    ...subscriber.settings,
    ...more,
  };
  const child = spawn(process.execPath, [main, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  const server: Server = {
    origin,
    database,
    subscriber,
    brokerUrl: vhost.url,
    output: () => chunks.join(''),
    halt,
    stop: async () => {
      await halt();
      await subscriber.stop();
      await vhost.drop();
      await database.drop();
      await build.remove();
    },
  };
  await eventually(async () => {
    const { status } = await fetch(`${origin}/api/auth/api/v1/setup`, { headers: { connection: 'close' } });
    if (status !== 200) throw new Error(`the gateway answers ${status}`);
  }, 120_000).catch(async (error: unknown) => {
    await server.stop();
    throw new Error(`the server did not come up: ${server.output().slice(-2_000)}`, { cause: error });
  });
  return server;
}
