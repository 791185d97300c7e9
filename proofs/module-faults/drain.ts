import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, serving, testKeys, testSecret } from '@wheelhouse/testkit';

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/gateway-table.ts');
const settleMs = 1_000;
const mostKills = 20;
const startMs = 90_000;

/** Two processes of the example module, as they are shipped. */
export class Pair {
  readonly ports: readonly number[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #children = new Map<number, ChildProcess>();

  private constructor(ports: readonly number[], environment: Readonly<Record<string, string>>) {
    this.ports = ports;
    this.#environment = { AUTH_JWT_ACCESS_SECRET: testSecret, LOG_LEVEL: 'error', ...environment };
  }

  static async on(environment: Readonly<Record<string, string>>): Promise<Pair> {
    const secrets = { SECRETS_KEYS: testKeys, ADMIN_PORT: '0' };
    return new Pair([await freePort(), await freePort()], { ...secrets, ...environment });
  }

  get urls(): string {
    return this.ports.map((port) => `http://127.0.0.1:${port}`).join(',');
  }

  async start(port: number, authUrl: string): Promise<void> {
    const child = spawn(process.execPath, [main, 'serve', '--modules', table, '--target', 'example'], {
      env: { ...this.#environment, AUTH_URL: authUrl, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#children.set(port, child);
    await serving(`http://127.0.0.1:${port}`, startMs);
  }

  async end(port: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#children.get(port);
    if (child === undefined) return;
    this.#children.delete(port);
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async stop(): Promise<void> {
    for (const port of this.ports) await this.end(port, 'SIGKILL');
  }
}

export interface Drained {
  readonly restarts: number;
  readonly sent: number;
  readonly faults: ReadonlyMap<string, number>;
  /** Requests that failed when a process was killed instead. */
  readonly killed: number;
  /** What was answered with 201 in all, the kills included. */
  readonly written: number;
}

export interface DrainOptions {
  readonly pair: Pair;
  readonly authUrl: string;
  readonly door: string;
  readonly token: string;
  readonly clients: number;
  readonly rounds: number;
  readonly say: (text: string) => void;
}

/** Restarts each process in turn while clients, who never repeat a request, read and write through the gateway. */
export async function restartUnderLoad(options: DrainOptions): Promise<Drained> {
  const { pair, authUrl, door, token, clients, rounds, say } = options;
  const over = new AbortController();
  const faults = new Map<string, number>();
  let [sent, written, failed] = [0, 0, 0];
  const client = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${door}/api/example/api/v1/notes`;
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const write = turn % 2 === 0;
      sent += 1;
      const fault = await fetch(
        write ? url : `${url}?limit=5`,
        write ? { method: 'POST', headers, body: JSON.stringify({ title: 'drain', body: 'text' }) } : { headers },
      ).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status === (write ? 201 : 200) ? undefined : `${write ? 'POST' : 'GET'} ${answer.status}`;
        },
        (error: unknown) => String(error),
      );
      if (fault === undefined) written += write ? 1 : 0;
      else {
        failed += 1;
        faults.set(fault, (faults.get(fault) ?? 0) + 1);
      }
      // As people and programs do: connections fall idle now and then, which is when they are closed.
      await wait(turn % 50 === 0 ? 1_000 : 5);
    }
  };
  const asking = Array.from({ length: clients }, client);
  let drained: Pick<Drained, 'restarts' | 'sent' | 'faults'>;
  let before = 0;
  try {
    await wait(settleMs);
    for (let round = 0; round < rounds; round += 1)
      for (const port of pair.ports) {
        await pair.end(port, 'SIGTERM');
        await pair.start(port, authUrl);
        await wait(settleMs);
        say(`a process of two restarted: ${failed} of ${sent} requests failed`);
      }
    drained = { restarts: rounds * pair.ports.length, sent, faults: new Map(faults) };
    before = failed;
    for (let kill = 0; kill < mostKills && failed === before; kill += 1) {
      const port = pair.ports[kill % 2] ?? 0;
      await pair.end(port, 'SIGKILL');
      await wait(settleMs / 2);
      if (failed === before) await pair.start(port, authUrl);
    }
    say(`control, a process killed instead: ${failed - before} failed`);
  } finally {
    over.abort();
    await Promise.all(asking);
  }
  return { ...drained, killed: failed - before, written };
}
