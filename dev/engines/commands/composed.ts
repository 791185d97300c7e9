import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { engines, withNeeds } from '../catalogue/index.ts';
import { type Engine, type Group, groups as allGroups, notInDocker, type UpResult } from '../runtime/engine.ts';
import { awaitHealth, healthOf, messageOf } from '../runtime/health.ts';
import type { Home } from '../runtime/home.ts';
import type { Progress } from '../runtime/progress.ts';
import { run, tryRun } from '../runtime/shell.ts';
import { releaseSlot } from '../runtime/slots.ts';

/** The engines' commands where docker starts them: the same words, carried out by `docker compose`. */

const file = join(import.meta.dirname, '../../compose.yml');
/** Images are pulled before this begins to count. */
const startLimit = 180_000;

function words(command: readonly string[]): readonly string[] {
  return ['compose', '--file', file, ...command];
}

function environment(home: Home): NodeJS.ProcessEnv {
  // What runs in the containers reads and writes as whoever owns the folder.
  const { uid, gid } = statSync(home.dir);
  const usual = { COMPOSE_PROJECT_NAME: 'wheelhouse-engines', ENGINES_USER: `${uid}:${gid}` };
  return { ...usual, ...process.env, ENGINES_HOME: home.dir };
}

/** The services of dev/compose.yml are called as the engines are; a browser is started by whoever uses it. */
function servicesOf(wanted: readonly Engine[]): readonly string[] {
  return wanted.filter((engine) => isComposed(engine) && engine.daemons.length > 0).map(({ name }) => name);
}

function isComposed({ group }: Engine): boolean {
  return !notInDocker.includes(group);
}

export async function upComposed(
  home: Home,
  groups: readonly Group[],
  progress: Progress,
): Promise<readonly UpResult[]> {
  const began = performance.now();
  const wanted = withNeeds(groups);
  const before = new Map<string, string>();
  for (const engine of wanted) before.set(engine.name, (await healthOf(home, engine)).state);
  const isMissing = (engine: Engine) => before.get(engine.name) !== 'healthy';
  const missing = servicesOf(wanted.filter(isMissing));
  if (missing.length > 0) await compose(home, ['up', '--detach', ...missing], progress);
  const results: UpResult[] = [];
  for (const engine of wanted) {
    const result = (outcome: UpResult['outcome'], reason?: string) =>
      results.push({
        engine,
        milliseconds: performance.now() - began,
        outcome,
        ...(reason === undefined ? {} : { reason }),
      });
    if (!isComposed(engine)) result('impossible', 'dev/compose.yml does not have it');
    else if (!isMissing(engine)) result('was healthy');
    else
      await settled(home, engine).then(
        () => result('started'),
        (error: unknown) => result('failed', messageOf(error)),
      );
  }
  return results;
}

/** What it asks of others is asked in the catalogue's order, so that those are up by then. */
async function settled(home: Home, engine: Engine): Promise<void> {
  await engine.arrange?.(home);
  await awaitHealth(home, engine, engine.daemons.length === 0 ? 0 : startLimit);
}

export async function downComposed(home: Home, groups: readonly Group[], progress: Progress): Promise<void> {
  const all = allGroups.every((group) => groups.includes(group));
  const services = servicesOf(engines.filter(({ group }) => groups.includes(group)));
  await compose(home, all ? ['down'] : ['stop', ...services], progress);
}

export async function resetComposed(home: Home, groups: readonly Group[], progress: Progress): Promise<void> {
  if (!allGroups.every((group) => groups.includes(group)))
    throw new Error('in docker, engines are reset all together. Next step: npm run engines -- reset');
  await compose(home, ['down', '--volumes'], progress);
  await releaseSlot(home.dir, home.slot);
  await rm(home.dir, { recursive: true, force: true });
  progress.note('reset', `removed ${home.dir}`);
}

export async function logsComposed(home: Home, groups: readonly Group[], follow: boolean): Promise<void> {
  const services = servicesOf(engines.filter(({ group }) => groups.includes(group)));
  const command = ['logs', '--tail', '40', ...(follow ? ['--follow'] : []), ...services];
  const child = spawn('docker', words(command), { stdio: 'inherit', env: environment(home) });
  await new Promise((resolve) => child.once('exit', resolve));
}

async function compose(home: Home, command: readonly string[], progress: Progress): Promise<void> {
  const found = await tryRun('docker', ['compose', 'version']).catch(() => ({ code: 127 }));
  if (found.code !== 0)
    throw new Error('there is no `docker compose` here. Next step: install docker with Compose 2, then run this again');
  const task = progress.begin('docker', `docker compose ${command.join(' ')}`);
  try {
    await run('docker', words(command), { env: environment(home) });
    task.done('done');
  } catch (error) {
    task.failed();
    throw error;
  }
}
