import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  type Answer,
  call,
  caller,
  moduleDatabase,
  serving,
  type TestDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { modules } from './table.ts';

/** Platform and monitor as one process of the server program, on a database and a vhost of its own. */
export interface MonitorProcess {
  readonly pid: number;
  /** Registers a cluster; what it answers is not yet watched. */
  readonly register: (kubeconfig: string) => Promise<string>;
  readonly ask: (path: string) => Promise<Answer>;
  /** Undefined as long as there is none to tell. */
  readonly health: () => Promise<Health | undefined>;
  readonly stop: () => Promise<void>;
}

export interface Health {
  readonly healthScore: number;
  readonly readyNodes: number;
  readonly totalNodes: number;
  readonly issues: readonly { readonly object: { readonly kind: string; readonly name: string } }[];
  readonly issues_total: number;
  readonly observed_at: string;
  readonly stale: boolean;
}

export interface MonitorOptions {
  /** Networks in which the cluster may be. */
  readonly networks?: string;
  /** Puts the command somewhere else, as into a network of its own, where these ports must be reached. */
  readonly place?: (command: readonly string[], ports: MonitorPorts) => Promise<readonly string[]>;
}

export interface MonitorPorts {
  /** Those the process listens on. */
  readonly doors: readonly number[];
  /** Those it connects to: PostgreSQL and RabbitMQ. */
  readonly needs: readonly number[];
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, 'table.ts');
const startMs = 120_000;

export async function startMonitor(options: MonitorOptions = {}): Promise<MonitorProcess> {
  const database = await moduleDatabase(modules);
  const vhost = await testVhost();
  const given = await testEnvironment(modules, database, vhost);
  const environment = {
    ...given,
    PATH: process.env['PATH'],
    // As shipped, for what it costs is measured.
    LOG_LEVEL: 'info',
    CHECK_ANSWERS: 'false',
    CLUSTER_ALLOWED_PRIVATE_CIDRS: options.networks ?? '127.0.0.1/32',
  };
  const ports = {
    platform: Number(given['PLATFORM_PORT']),
    monitor: Number(given['K8S_MONITOR_PORT']),
  };
  const plain = [process.execPath, main, 'serve', '--modules', table];
  const [program = '', ...args] =
    (await options.place?.(plain, { doors: Object.values(ports), needs: needsOf(database, vhost.url) })) ?? plain;
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said = text.toString().slice(-2_000)));
  const who = await caller();
  const address = (module: keyof typeof ports) => `http://127.0.0.1:${ports[module]}`;
  const ask = (path: string) => call(address('monitor'), who, 'GET', path, {});

  const stop = async () => {
    const exited = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
    await vhost.drop();
    await database.drop();
  };
  try {
    for (const module of ['platform', 'monitor'] as const) await serving(address(module), startMs);
  } catch (error) {
    await stop();
    throw new Error(`the monitor did not come up: ${said}`, { cause: error });
  }
  return {
    pid: child.pid ?? 0,
    register: async (kubeconfig) => {
      const body = { name: 'fleet', kubeconfig };
      const answer = await call(address('platform'), who, 'POST', '/api/v1/clusters', { body });
      if (answer.status !== 201)
        throw new Error(`registering answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return String(answer.body.id);
    },
    ask,
    health: async () => {
      const { status, body } = await ask('/api/health');
      return status === 200 ? (body as Health) : undefined;
    },
    stop,
  };
}

function needsOf(database: TestDatabase, rabbitmqUrl: string): readonly number[] {
  return [database.url, rabbitmqUrl].map((url) => Number(new URL(url).port));
}
