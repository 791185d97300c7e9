import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withNeeders } from '../catalogue/index.ts';
import { processesOf, runningPid, stopDaemon } from '../runtime/daemon.ts';
import { type Engine, type Group, groups as allGroups } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import type { Progress } from '../runtime/progress.ts';
import { releaseSlot } from '../runtime/slots.ts';
import { downComposed, resetComposed } from './composed.ts';

/** Stops these engines and all that need them, last started first. Leaves no process, mount, device or cgroup. */
export async function down(home: Home, groups: readonly Group[], progress: Progress): Promise<void> {
  if (home.isComposed) return downComposed(home, groups, progress);
  const going = withNeeders(groups).toReversed();
  // Engines of one rank need nothing of each other, so they end side by side.
  const ended = new Map<string, Promise<void>>();
  for (const engine of going) {
    const needers = going
      .filter((other) => other.needs.includes(engine.name))
      .map((other) => ended.get(other.name) ?? Promise.resolve());
    ended.set(
      engine.name,
      Promise.all(needers).then(() => stop(home, engine, progress)),
    );
  }
  await Promise.all(ended.values());
}

async function stop(home: Home, engine: Engine, progress: Progress): Promise<void> {
  const traces = await Promise.all(
    engine.daemons.map(
      async ({ name }) => (await runningPid(home, name)) !== undefined || (await processesOf(home, name)).length > 0,
    ),
  );
  const task = traces.includes(true) ? progress.begin(engine.name, `stopping ${engine.title}`) : undefined;
  for (const daemon of engine.daemons.toReversed()) await stopDaemon(home, daemon);
  await engine.cleanUp?.(home);
  task?.done('stopped');
}

/** Stops these engines and deletes their data; of all engines, the whole folder and its slot. */
export async function reset(home: Home, groups: readonly Group[], progress: Progress): Promise<void> {
  if (home.isComposed) return resetComposed(home, groups, progress);
  await down(home, groups, progress);
  if (allGroups.every((group) => groups.includes(group))) {
    await releaseSlot(home.dir, home.slot);
    await rm(home.dir, { recursive: true, force: true });
    progress.note('reset', `removed ${home.dir}`);
    return;
  }
  for (const engine of withNeeders(groups)) {
    for (const folder of engine.data) await rm(join(home.dir, folder), { recursive: true, force: true });
    progress.note(engine.name, 'data removed');
  }
}
