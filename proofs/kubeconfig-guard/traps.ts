import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../dev/engines/runtime/shell.ts';

/** What hostile kubeconfigs point at: a program that leaves a trace when it is run, and files nobody has business with. */
export interface Traps {
  readonly program: string;
  readonly file: string;
  /** Whoever opens it waits for ever. */
  readonly fifo: string;
  /** A home with a `.kube/config` of its own. */
  readonly home: string;
  /** What stands in each of the files. */
  readonly content: string;
  /** Has whoever names this path fallen into one? */
  readonly isTrap: (path: string) => boolean;
  readonly hasRun: () => boolean;
  readonly remove: () => Promise<void>;
}

export async function setTraps(): Promise<Traps> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-traps-'));
  const at = (name: string) => join(folder, name);
  const content = `bait-${randomBytes(12).toString('hex')}`;
  const home = at('home');
  await mkdir(join(home, '.kube'), { recursive: true });
  await writeFile(join(home, '.kube', 'config'), content);
  await writeFile(at('file'), content);
  await writeFile(
    at('program'),
    `#!/bin/sh\necho run >> ${at('ran')}\necho '{"kind":"ExecCredential","status":{"token":"x"}}'\n`,
  );
  await chmod(at('program'), 0o755);
  await run('mkfifo', [at('fifo')]);
  return {
    program: at('program'),
    file: at('file'),
    fifo: at('fifo'),
    home,
    content,
    isTrap: (path) => ['program', 'file', 'fifo', 'home/.kube'].some((name) => path.startsWith(at(name))),
    hasRun: () => existsSync(at('ran')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
