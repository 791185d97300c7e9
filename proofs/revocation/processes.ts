import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, serving } from '@wheelhouse/testkit';

/** Where they listen. */
export interface Processes {
  readonly auth: string;
  readonly followers: readonly string[];
  readonly deaf: string;
  readonly gateways: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface Counts {
  readonly followers: number;
  readonly gateways: number;
}

type Environment = Readonly<Record<string, string>>;

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/gateway-table.ts');
const startMs = 180_000;

/** Budgets are another proof's: here nobody is refused by one. */
const noBudgets: Environment = Object.fromEntries(
  ['PERSONAL', 'SERVICE_ACCOUNT', 'SESSION', 'ANONYMOUS'].map((kind) => [`BUDGET_${kind}`, '1000000']),
);

/** All of them at once, each a process of the server program; those started are stopped when one does not come up. */
export async function startProcesses(environment: Environment, counts: Counts): Promise<Processes> {
  const children: ChildProcess[] = [];
  const awaited: Promise<void>[] = [];
  // A run that is ended in the middle leaves none of them behind.
  const kill = () => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', kill);
  const authPort = String(await freePort());
  const auth = addressOf(authPort);
  const start = (words: readonly string[], readyAt: string, more: Environment) => {
    const env = { ...environment, AUTH_URL: auth, AUTH_PORT: authPort, ...more };
    const args = [main, 'serve', '--modules', table, ...words];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    awaited.push(Promise.race([serving(readyAt, startMs), diesEarly(child, words)]));
  };
  const example = async (more: Environment): Promise<string> => {
    const port = String(await freePort());
    start(['--target', 'example', '--role', 'http'], addressOf(port), { EXAMPLE_PORT: port, ...more });
    return addressOf(port);
  };
  const gateway = async (behind: readonly string[]): Promise<string> => {
    const [port, adminPort] = [String(await freePort()), String(await freePort())];
    const places = { GATEWAY_PORT: port, ADMIN_PORT: adminPort, EXAMPLE_URL: behind.join(',') };
    start(['--target', 'gateway'], addressOf(adminPort), {
      ...noBudgets,
      ...places,
      TRUSTED_PROXIES: '127.0.0.1/32',
    });
    return addressOf(port);
  };
  const stop = async () => {
    process.off('exit', kill);
    for (const child of children) if (child.kill('SIGKILL')) await once(child, 'exit');
  };
  try {
    start(['--target', 'auth'], auth, {});
    const followers = await Promise.all(Array.from({ length: counts.followers }, () => example({})));
    const deaf = await example({ FOLLOW_REVOCATIONS: 'false' });
    const before = (index: number) => (index % 2 === 0 ? followers : [deaf]);
    const gateways = await Promise.all([...Array(counts.gateways).keys()].map((index) => gateway(before(index))));
    await Promise.all(awaited);
    return { auth, followers, deaf, gateways, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addressOf = (port: string): string => `http://127.0.0.1:${port}`;

/** What it says last tells why. */
async function diesEarly(child: ChildProcess, words: readonly string[]): Promise<never> {
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said = text));
  await once(child, 'exit');
  throw new Error(`${words.join(' ')} ended: ${said}`);
}
