import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Database, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { freePort, serving, type TestDatabase, testSecret } from '@wheelhouse/testkit';
import { type AuthProcess, tenantsIn } from '../../services/auth/test/start.ts';

/** Auth and some gateways, each a process of the server program, so that what each costs can be told apart. */
export interface GatewayProcesses {
  readonly db: Database;
  readonly tenant: AuthProcess['tenant'];
  readonly auth: RunningPart;
  readonly gateways: readonly RunningPart[];
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
  const authPort = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    RABBITMQ_URL: rabbitmqUrl,
    VALKEY_URL: valkeyUrl,
    AUTH_JWT_ACCESS_SECRET: testSecret,
    SECRETS_KEYS: `proof:${randomBytes(32).toString('base64')}`,
    AUTH_URL: `http://127.0.0.1:${authPort}`,
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
  const start = (target: string, port: number, adminPort = port): RunningPart => {
    const child = spawn(process.execPath, [main, 'serve', '--modules', table, '--target', target], {
      env: { ...environment, PORT: String(port), ...(adminPort === port ? {} : { ADMIN_PORT: String(adminPort) }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.stdout.on('data', (text: Buffer) => lastWords.set(child, text.toString().slice(-2_000)));
    const [address, admin] = [port, adminPort].map((one) => `http://127.0.0.1:${one}`) as [string, string];
    return { address, admin, port, pid: child.pid ?? 0, child };
  };
  const auth = start('auth', authPort);
  await ready(auth);
  const gateways = await Promise.all(
    Array.from({ length: options.gateways }, async () => {
      const part = start('gateway', await freePort(), await freePort());
      await ready(part);
      return part;
    }),
  );
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
    gateways,
    stop: async () => {
      await db.end();
      await end();
    },
  };
}
