import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Database, environmentName, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { freePort, serving, type TestDatabase, testKeys, testSecret } from '@wheelhouse/testkit';
import { type AuthProcess, tenantsIn } from '../../services/auth/test/start.ts';

/** Auth, other modules and some gateways, each a process of the server program, so that what each costs can be told apart. */
export interface GatewayProcesses {
  readonly db: Database;
  readonly tenant: AuthProcess['tenant'];
  readonly auth: RunningPart;
  readonly modules: ReadonlyMap<string, RunningPart>;
  readonly gateways: readonly RunningPart[];
  /** One more process, or another in the place of one that was ended, with settings of its own. */
  readonly start: (target: string, settings: Readonly<Record<string, string>>, port?: number) => Promise<RunningPart>;
  readonly stop: () => Promise<void>;
}

export interface RunningPart {
  readonly address: string;
  /** Where it tells of itself: its /readyz. */
  readonly admin: string;
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
}

export interface HouseOptions {
  readonly database: TestDatabase;
  /** A file that exports `modules`: auth, the gateway, and what stands behind it. */
  readonly table: string;
  /** Besides auth, by name; each at its `<MODULE>_URL`. */
  readonly modules?: readonly string[];
  readonly gateways: number;
  readonly rabbitmqUrl: string;
  readonly valkeyUrl: string;
  /** For all of them; `<MODULE>_URL` of what the proof itself serves. */
  readonly environment?: Readonly<Record<string, string>>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** Several start at once, beside whatever else the machine does. */
const startMs = 90_000;

export async function openGatewayProcesses(options: HouseOptions): Promise<GatewayProcesses> {
  const { database, table, rabbitmqUrl, valkeyUrl } = options;
  const ports = new Map<string, number>();
  for (const name of ['auth', ...(options.modules ?? [])]) ports.set(name, await freePort());
  const addresses = [...ports].map(([name, port]) => [environmentName(name, 'URL'), `http://127.0.0.1:${port}`]);
  const environment = {
    DATABASE_URL: database.url,
    RABBITMQ_URL: rabbitmqUrl,
    VALKEY_URL: valkeyUrl,
    AUTH_JWT_ACCESS_SECRET: testSecret,
    SECRETS_KEYS: testKeys,
    ...Object.fromEntries(addresses),
    TRUSTED_PROXIES: '127.0.0.1/32',
    ...options.environment,
  };
  const children: ChildProcess[] = [];
  /** Of one that does not come up, the reason. */
  const lastWords = new Map<ChildProcess, string>();
  const end = async () => {
    for (const child of children) {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
    }
  };
  const ready = async ({ child, admin }: RunningPart): Promise<void> => {
    await serving(admin, startMs).catch(async (error: unknown) => {
      await end();
      throw new Error(`${admin} did not come up: ${lastWords.get(child) ?? 'it said nothing'}`, { cause: error });
    });
  };
  const start: GatewayProcesses['start'] = async (target, settings, given) => {
    const port = given ?? ports.get(target) ?? (await freePort());
    const adminPort = target === 'gateway' ? await freePort() : port;
    const child = spawn(process.execPath, [main, 'serve', '--modules', table, '--target', target], {
      env: {
        ...environment,
        ...settings,
        PORT: String(port),
        ADMIN_PORT: adminPort === port ? '0' : String(adminPort),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.stdout.on('data', (text: Buffer) => lastWords.set(child, text.toString().slice(-2_000)));
    const [address, admin] = [port, adminPort].map((one) => `http://127.0.0.1:${one}`) as [string, string];
    const part = { address, admin, port, pid: child.pid ?? 0, child };
    await ready(part);
    return part;
  };
  const auth = await start('auth', {});
  const modules = new Map<string, RunningPart>();
  for (const name of options.modules ?? []) modules.set(name, await start(name, {}));
  const gateways = await Promise.all(Array.from({ length: options.gateways }, () => start('gateway', {})));
  const db = openDatabase({
    url: database.url,
    connections: 4,
    applicationName: 'proof',
    log: makeLog({ level: 'fatal' }),
  });
  return {
    db,
    tenant: tenantsIn(db, systemClock),
    auth,
    modules,
    gateways,
    start,
    stop: async () => {
      await db.end();
      await end();
    },
  };
}
