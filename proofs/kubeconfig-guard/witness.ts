import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureHostPackages } from '../../dev/engines/runtime/host.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { descendants } from '../runner/descendants.ts';
import { type Deed, deedIn } from './deeds.ts';

/** A process that is watched from outside: the kernel tells of each program it starts, file it names and connection it opens. */
export interface Witnessed {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** What it did so far. */
  readonly deeds: () => Promise<readonly Deed[]>;
  /** Asks it to stop, and waits until it has; what it did stays readable. */
  readonly halt: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const watched = 'trace=execve,execveat,fork,vfork,clone,clone3,connect,%file';
/** Names are ours to give inside a mount namespace: the process finds this file in the place of /etc/hosts. */
const within = 'mount --bind "$0" /etc/hosts && exec "$@"';

export async function startWitnessed(
  words: readonly string[],
  { env, hosts }: { readonly env: Readonly<Record<string, string>>; readonly hosts: string },
): Promise<Witnessed> {
  await ensureHostPackages(['strace'], new ConsoleProgress(() => undefined));
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-witness-'));
  const [trace, names] = [join(folder, 'trace'), join(folder, 'hosts')];
  await writeFile(trace, '');
  await writeFile(names, hosts);
  const strace = [
    'strace',
    '-f',
    '-qq',
    '-ttt',
    '-yy',
    '--seccomp-bpf',
    '-s',
    '4096',
    '-e',
    watched,
    '-e',
    'signal=none',
  ];
  const { PATH = '' } = process.env;
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      within,
      names,
      ...strace,
      '-o',
      trace,
      process.execPath,
      ...words,
    ],
    { env: { ...env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return {
    child,
    output: () => chunks.join(''),
    deeds: async () => (await readFile(trace, 'utf8')).split('\n').flatMap((line) => deedIn(line) ?? []),
    halt: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      // To the process itself: strace would let go of it and leave it running.
      for (const pid of descendants(child.pid)) process.kill(pid, 'SIGTERM');
      await ended;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
