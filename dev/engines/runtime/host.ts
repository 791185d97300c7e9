import type { Progress } from './progress.ts';
import { run, tryRun } from './shell.ts';

/** What the engines ask of the machine itself. */

export function requireRoot(): void {
  if (process.getuid?.() === 0) return;
  throw new Error(
    'the engines start inside a Debian root of their own and drop to unprivileged users there; that needs root. Next step: run the same command with sudo',
  );
}

let installing: Promise<void> = Promise.resolve();

/** Debian packages on the host: said aloud, installed one set at a time (apt has one lock). */
export function ensureHostPackages(names: readonly string[], progress: Progress): Promise<void> {
  installing = installing.then(() => installMissing(names, progress));
  return installing;
}

async function installMissing(names: readonly string[], progress: Progress): Promise<void> {
  const missing: string[] = [];
  for (const name of names) {
    const state = await tryRun('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]);
    if (state.stdout !== 'installed') missing.push(name);
  }
  if (missing.length === 0) return;
  const task = progress.begin('host', `installing Debian packages: ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--no-install-recommends', ...missing];
  // The package lists of a fresh machine may be old or absent; a second try comes after an update.
  if ((await tryRun('apt-get', install, { env })).code !== 0) {
    await run('apt-get', ['update'], { env });
    await run('apt-get', install, { env });
  }
  task.done(`installed ${missing.join(', ')}`);
}
