import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../dev/engines/runtime/cache.ts';
import { tryRun } from '../../dev/engines/runtime/shell.ts';
import { plantKubeconfig, type Planted } from './planted.ts';
import { openTerminals, type Terminals } from './terminal.ts';

/** A newcomer's machine within this one: a home, engines and terminals that have nothing to do with anybody's. */
export interface Place {
  readonly home: string;
  /** Of the engines' own cluster. */
  readonly kubeconfig: () => Promise<string>;
  readonly terminals: Terminals;
  /** The kubeconfig that lies in the newcomer's home. */
  readonly planted: Planted;
  /** Processes that have anything below the folder in their command line. */
  readonly stillRunning: () => Promise<readonly string[]>;
  readonly leave: () => Promise<void>;
}

const repository = join(import.meta.dirname, '../..');

export async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-first-'));
  const home = join(folder, 'home');
  await mkdir(home);
  const planted = await plantKubeconfig(home);
  const environment = {
    PATH: pathOfAPerson(),
    HOME: home,
    ENGINES_HOME: join(folder, 'engines'),
    WHEELHOUSE_CACHE: cacheDir,
    // The address is read from the terminal; nothing opens by itself.
    BROWSER: 'true',
    npm_config_update_notifier: 'false',
  };
  guard(folder, environment);
  const terminals = openTerminals(environment);
  const engines = ['run', '--silent', 'engines', '--'];
  return {
    home,
    kubeconfig: () => readFile(join(environment.ENGINES_HOME, 'kube/kubeconfig'), 'utf8'),
    terminals,
    planted,
    stillRunning: () => processesBelow(folder),
    leave: async () => {
      await terminals.end();
      await tryRun('npm', [...engines, 'reset'], { cwd: repository, env: environment });
      await planted.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without what `npm run prove` has put in front: a person has only what the machine has. */
function pathOfAPerson(): string {
  const parts = (process.env['PATH'] ?? '').split(':');
  return parts.filter((part) => !part.includes('node_modules') && !part.includes('node-gyp-bin')).join(':');
}

/** Where this process is killed, nobody would take the engines down: this one waits for that, apart from it. */
function guard(folder: string, environment: Readonly<Record<string, string>>): void {
  const script = `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done
[ -d '${folder}' ] || exit 0
npm run --silent engines -- reset
rm -rf '${folder}'`;
  spawn('setsid', ['--fork', 'bash', '-c', script], { cwd: repository, env: environment, stdio: 'ignore' });
}

async function processesBelow(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  // The guard is meant to.
  return lines
    .map((line) => line.replaceAll('\0', ' '))
    .filter((line) => line.includes(folder) && !line.startsWith('bash -c while'));
}
