import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';
import { expect, onTestFinished } from 'vitest';

const sources = join(import.meta.dirname, '../src/main.ts');
/** As it is shipped, if the runner has made that. */
export const main = process.env['CLI_PROGRAM'] ?? sources;

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program at work, as a process of its own. */
export interface Running {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly type: (text: string) => void;
  /** What was written so far, once that is in it. */
  readonly until: (stream: 'stdout' | 'stderr', wanted: RegExp | string) => Promise<string>;
  readonly ended: Promise<Ended>;
}

/** With what is given and nothing else of our environment: no token of ours slips in. */
export function start(args: readonly string[], environment: Environment = {}): Running {
  return begin([process.execPath, main, ...args], environment);
}

export function run(args: readonly string[], environment?: Environment, input?: string): Promise<Ended> {
  const running = start(args, environment);
  return finish(running, input);
}

/** From its sources, beside which the server's program lies. */
export const fromSources = {
  start: (args: readonly string[], environment: Environment = {}): Running =>
    begin([process.execPath, sources, ...args], environment),
  run: (args: readonly string[], environment: Environment = {}): Promise<Ended> =>
    fromSources.start(args, environment).ended,
};

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** On a terminal of its own, of that many columns; it mixes both streams into stdout. */
export function startOnTerminal(args: readonly string[], environment: Environment = {}, columns = 200): Running {
  const command = [process.execPath, main, ...args].map(quoted).join(' ');
  const shell = `stty cols ${columns} rows 40; exec ${command}`;
  return begin(scriptOf(shell), { TERM: 'xterm-256color', ...environment });
}

/** The same program has other words on macOS. */
function scriptOf(shell: string): readonly string[] {
  return process.platform === 'darwin'
    ? ['script', '-q', '/dev/null', 'sh', '-c', shell]
    : ['script', '--quiet', '--return', '--command', shell, '/dev/null'];
}

export function runOnTerminal(args: readonly string[], environment?: Environment, columns?: number): Promise<Ended> {
  return startOnTerminal(args, environment, columns).ended;
}

function finish(running: Running, input: string | undefined): Promise<Ended> {
  if (input !== undefined) running.type(input);
  return running.ended;
}

/** Any program, in a folder if one is given. */
export function begin([program = '', ...words]: readonly string[], environment: Environment, cwd?: string): Running {
  // What the tests of before have compiled is not compiled again: half of what a short command costs.
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(program, words, {
    // The runner's home, in which nothing lies; without one Node would ask whose process it is.
    env: { PATH, NODE_COMPILE_CACHE, HOME: homedir(), ...environment },
    stdio: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()));
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    // A terminal stays open; a pipe ends with its text.
    type: (text) => void (program === 'script' ? child.stdin.write(text) : child.stdin.end(text)),
    until: (stream, wanted) =>
      eventually(() => {
        if (typeof wanted === 'string') expect(said[stream]).toContain(wanted);
        else expect(said[stream]).toMatch(wanted);
        return said[stream];
      }),
    ended,
  };
}
