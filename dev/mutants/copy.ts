import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A checkout beside which nothing is shared but what was installed: its files can be changed. */
export interface Copy {
  readonly dir: string;
  readonly remove: () => Promise<void>;
}

/** The files as they lie in the work tree. Installed packages are hard links, so links between workspaces stay within. */
export async function copyOf(repository: string): Promise<Copy> {
  const parent = join(repository, '.engines', 'mutants');
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'copy-'));
  for (const file of await listed(repository, ['--cached', '--others']))
    if (existsSync(join(repository, file)))
      await cp(join(repository, file), join(dir, file), { verbatimSymlinks: true });
  const ignored = await listed(repository, ['--others', '--ignored', '--directory']);
  for (const folder of ignored.filter((path) => basename(path) === 'node_modules')) {
    await mkdir(dirname(join(dir, folder)), { recursive: true });
    await run('cp', ['-al', join(repository, folder), join(dir, dirname(folder))]);
    // Written in place by the test runner, through the link.
    await rm(join(dir, folder, '.vite'), { recursive: true, force: true });
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

async function listed(repository: string, which: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', '--exclude-standard', ...which], {
    cwd: repository,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\0').filter((path) => path !== '');
}
