import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runCommand, tryRun } from '../../dev/engines/runtime/shell.ts';
import { type TimedContext, type TimedProof, type TimedVerdict, verdictOf } from '../runner/proof.ts';

const repository = join(import.meta.dirname, '../..');
const secondUpLimit = 15;
const wholeLimit = 30 * 60;

/** Caches of its own that hold nothing (ours, Go's modules and Go's build cache): everything is fetched and built. */
async function emptyCaches(folder: string): Promise<NodeJS.ProcessEnv> {
  const caches = { WHEELHOUSE_CACHE: 'cache', GOMODCACHE: 'go-modules', GOCACHE: 'go-build' };
  const env = Object.fromEntries(Object.entries(caches).map(([name, place]) => [name, join(folder, place)]));
  for (const place of Object.values(env)) await mkdir(place);
  // Read-only module folders could not be removed afterwards.
  return { ...process.env, ...env, GOFLAGS: '-modcacherw -buildvcs=false' };
}

async function cloneInto(folder: string): Promise<void> {
  const listed = await runCommand('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
  });
  for (const file of listed.trim().split('\n'))
    await cp(join(repository, file), join(folder, file), { recursive: true });
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-engines-'));
  const clone = join(folder, 'clone');
  const env = await emptyCaches(folder);
  const step = async (name: string, command: string): Promise<number> => {
    const began = performance.now();
    const result = await tryRun('bash', ['-c', command], {
      cwd: clone,
      env,
      onOutput: (text) => process.stdout.write(text),
    });
    const took = (performance.now() - began) / 1000;
    say(`${name}: exit ${result.code}, ${took.toFixed(1)} s`);
    if (result.code !== 0) throw new Error(`${name}: ${result.stderr || result.stdout}`);
    return took;
  };
  try {
    await cloneInto(clone);
    const bootstrap = await step('bootstrap', './dev/bootstrap');
    const first = await step('up', 'npm run --silent engines -- up');
    await step('status', 'npm run --silent engines -- status');
    const second = await step('up again', 'npm run --silent engines -- up && npm run --silent engines -- status');
    await step('down', 'npm run --silent engines -- down');
    return verdictOf(
      {
        [`a second up takes under ${secondUpLimit} s`]: second < secondUpLimit,
        'bootstrap and up from nothing take under 30 min': bootstrap + first < wholeLimit,
      },
      `bootstrap ${bootstrap.toFixed(0)} s, up ${first.toFixed(0)} s from empty caches, again ${second.toFixed(1)} s`,
    );
  } finally {
    await tryRun('bash', ['-c', 'npm run --silent engines -- reset'], { cwd: clone, env });
    await rm(folder, { recursive: true, force: true });
  }
}

export const proof: TimedProof = {
  promise:
    'A fresh clone on a bare Debian machine gets every engine up with one command, and the second time in seconds.',
  method: 'a clone in a new folder: ./dev/bootstrap, engines up, status, up again, down; with empty caches',
  bar: `every engine healthy; the second up and status under ${secondUpLimit} s; from nothing under 30 min`,
  run,
};
