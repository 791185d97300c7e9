import { engines, withNeeds } from '../catalogue/index.ts';
import { isCached, obtain } from '../runtime/cache.ts';
import { runningPid, startDaemon, stopDaemon } from '../runtime/daemon.ts';
import { commandOf, type Engine, type Group, type UpResult } from '../runtime/engine.ts';
import { awaitHealth, healthOf, messageOf } from '../runtime/health.ts';
import type { Home } from '../runtime/home.ts';
import { ensureHostPackages, requireRoot } from '../runtime/host.ts';
import { listenerOn } from '../runtime/proc.ts';
import type { Progress } from '../runtime/progress.ts';
import { upComposed } from './composed.ts';

const startLimit = 120_000;

/** Brings the engines of these groups up, each as soon as what it needs is there. */
export function up(home: Home, groups: readonly Group[], progress: Progress): Promise<readonly UpResult[]> {
  if (home.isComposed) return upComposed(home, groups, progress);
  return upOnly(home, withNeeds(groups), progress);
}

/** The same of single engines, in the catalogue's order: a cluster may do without those that act on what is written. */
export async function upOnly(home: Home, wanted: readonly Engine[], progress: Progress): Promise<readonly UpResult[]> {
  requireRoot();
  const waiting = new Set(wanted.map((engine) => engine.name));
  progress.left(() => [...waiting]);
  const results = new Map<string, Promise<UpResult>>();
  for (const engine of wanted) {
    const needs = engine.needs.flatMap((need) => results.get(need) ?? []);
    results.set(
      engine.name,
      bring(home, engine, needs, progress).finally(() => waiting.delete(engine.name)),
    );
  }
  return Promise.all(results.values());
}

async function bring(
  home: Home,
  engine: Engine,
  needs: readonly Promise<UpResult>[],
  progress: Progress,
): Promise<UpResult> {
  const began = performance.now();
  const result = (outcome: UpResult['outcome'], reason?: string): UpResult => ({
    engine,
    milliseconds: performance.now() - began,
    outcome,
    ...(reason === undefined ? {} : { reason }),
  });
  try {
    const health = await healthOf(home, engine);
    if (health.state === 'impossible') return result('impossible', health.reason);
    await install(engine, progress);
    const met = await Promise.all(needs);
    const unmet = met.find((need) => need.outcome === 'failed' || need.outcome === 'impossible');
    if (unmet) return result('failed', `it needs ${unmet.engine.name}, which is not up`);
    const renewed = met.some((need) => need.outcome === 'started' && engine.restartsWith?.includes(need.engine.name));
    if (!renewed && (await healthOf(home, engine)).state === 'healthy') {
      // Again, because an `up` that was killed may have got no further than healthy.
      await engine.settle?.(home);
      return result('was healthy');
    }
    const task = progress.begin(engine.name, `starting ${engine.title}`);
    try {
      await start(home, engine);
      task.done('healthy');
      return result('started');
    } catch (error) {
      task.failed();
      throw error;
    }
  } catch (error) {
    progress.note(engine.name, `FAILED: ${messageOf(error).split('\n')[0]}`);
    return result('failed', messageOf(error));
  }
}

async function install(engine: Engine, progress: Progress): Promise<void> {
  const missing = [];
  for (const recipe of engine.recipes) if (!(await isCached(recipe))) missing.push(recipe);
  if (engine.hostPackages !== undefined) await ensureHostPackages(engine.hostPackages, progress);
  await Promise.all(missing.map((recipe) => obtain(recipe, progress)));
}

async function start(home: Home, engine: Engine): Promise<void> {
  // What is half up (one daemon of several, or one that no longer answers) starts from the beginning.
  for (const daemon of engine.daemons.toReversed()) await stopDaemon(home, daemon);
  for (const port of engine.ports) {
    const holder = await listenerOn(home.port(port));
    if (holder !== undefined) {
      throw new Error(
        `port ${home.port(port)} (${port}) is taken by ${holder}. Next step: end it, or set ENGINES_PORT_BASE to a free range`,
      );
    }
  }
  await engine.prepare?.(home);
  await engine.arrange?.(home);
  for (const daemon of engine.daemons) {
    const command = await commandOf(home, daemon);
    const env = daemon.env?.(home);
    await startDaemon(home, env === undefined ? { ...daemon, command, env: {} } : { ...daemon, command, env });
  }
  await awaitHealth(home, engine, startLimit);
  await engine.settle?.(home);
}

/** Which of all engines have a process now, whatever their health. */
export async function runningEngines(home: Home): Promise<readonly Engine[]> {
  const running: Engine[] = [];
  for (const engine of engines) {
    for (const daemon of engine.daemons) {
      if (await runningPid(home, daemon.name)) {
        running.push(engine);
        break;
      }
    }
  }
  return running;
}
