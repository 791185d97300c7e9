import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Answer, call, caller, eventually } from '@wheelhouse/testkit';

/** The modules in one process and the gateway in another, with what each of them logs. */
export interface TracedHouse {
  /** A note made through the gateway: what its finish is asked of. */
  readonly note: () => Promise<string>;
  /** Asks for the job, through the gateway. */
  readonly finish: (note: string, headers: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly gatewayLines: () => readonly LogLine[];
  readonly moduleLines: () => readonly LogLine[];
  readonly stop: () => Promise<void>;
}

export interface LogLine {
  readonly trace_id?: string;
  readonly request_id?: string;
  readonly note_id?: string;
  readonly msg?: string;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/gateway-table.ts');

/** Only the gateway's log is made to say more than usual: at `debug` it says a line for every request. */
export async function openTracedHouse(environment: Readonly<Record<string, string>>): Promise<TracedHouse> {
  const at = (port: string) => `http://127.0.0.1:${environment[port]}`;
  const start = (targets: string, more: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [main, 'serve', '--modules', table, '--target', targets], {
      env: { ...environment, AUTH_URL: at('AUTH_PORT'), EXAMPLE_URL: at('EXAMPLE_PORT'), ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const modules = start('auth,example', { LOG_LEVEL: 'info' });
  const gateway = start('gateway', { LOG_LEVEL: 'debug' });
  const [moduleLines, gatewayLines] = [linesOf(modules), linesOf(gateway)];
  const base = `${at('GATEWAY_PORT')}/api/example`;
  // The one access token that a caller may hold: of a service account.
  const who = await caller({ kind: 'service' });
  const note = async () => {
    const { status, body } = await call(base, who, 'POST', '/api/v1/notes', { body: { title: 'traced', body: '' } });
    if (status !== 201) throw new Error(`making a note answered ${status}`);
    return String(body.id);
  };
  const house: TracedHouse = {
    note,
    finish: (id, headers) => call(base, who, 'POST', `/api/v1/notes/${id}/finish`, { headers }),
    gatewayLines,
    moduleLines,
    stop: async () => {
      for (const child of [gateway, modules]) {
        const ended = once(child, 'exit');
        if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      }
    },
  };
  await eventually(note, 90_000).catch(async (error: unknown) => {
    await house.stop();
    throw error;
  });
  return house;
}

function linesOf({ stdout }: ChildProcess): () => readonly LogLine[] {
  let output = '';
  stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  // What is printed for people, as the setup link, is no line of the log; the last may not be whole yet.
  return () =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
}
