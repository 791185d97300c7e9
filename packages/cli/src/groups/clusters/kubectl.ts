import { spawn } from 'node:child_process';
import { Failure } from '../../failure.ts';

/** How a call of kubectl ended. */
export interface Said {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The caller's own kubectl, with their rights, in one context of their kubeconfig. */
export type Kubectl = (words: readonly string[], input?: string) => Promise<Said>;

interface Chosen {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** A login program that kubectl runs may have to ask a server of its own first. */
const longestMs = 60_000;
const mostBytes = 4 * 1024 * 1024;

export function kubectlIn({ kubeconfig, context }: Chosen): Kubectl {
  const where = [
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
    ...(context === undefined ? [] : ['--context', context]),
  ];
  return (words, input) => run([...where, ...words], input);
}

function run(words: readonly string[], input = ''): Promise<Said> {
  // The token of this program is nobody else's business.
  const { WHEELHOUSE_TOKEN: _ours, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', words, { env, stdio: 'pipe' });
    const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        if (said[stream].length < mostBytes) said[stream] += text;
      });
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(notStarted(error));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const late = signal === null ? '' : `kubectl did not end within ${longestMs / 1_000} s`;
      resolve({ ok: code === 0, stdout: said.stdout, stderr: late === '' ? said.stderr : late });
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}

function notStarted({ code, message }: NodeJS.ErrnoException): Failure {
  if (code === 'ENOENT')
    return new Failure(
      'error',
      'kubectl was not found on your PATH',
      'install it (https://kubernetes.io/docs/tasks/tools/), or register the cluster in the dashboard',
    );
  return new Failure('error', `kubectl could not be started: ${message}`);
}

const opening = /^(?:error|Unable to connect to the server|Error from server(?: \(\w+\))?): /i;

/** What kubectl gives as the reason, else the last thing it said, as part of a sentence. */
export function whyOf({ stderr }: Said): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^[EIW]\d{4} /.test(line));
  const line = lines.findLast((one) => opening.test(one)) ?? lines.at(-1) ?? 'kubectl did not say why';
  return line.trim().replace(opening, '').replace(/\.$/, '');
}
