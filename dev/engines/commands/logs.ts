import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { engines } from '../catalogue/index.ts';
import { logFile } from '../runtime/daemon.ts';
import type { Group } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { logsComposed } from './composed.ts';

/** Shows the last lines of these engines' logs, and with `follow` what comes after them. */
export async function logs(home: Home, groups: readonly Group[], follow: boolean): Promise<void> {
  if (home.isComposed) return logsComposed(home, groups, follow);
  const files = engines
    .filter((engine) => groups.includes(engine.group))
    .flatMap((engine) => engine.daemons.map((daemon) => logFile(home, daemon.name)))
    .filter((path) => existsSync(path));
  if (files.length === 0) {
    console.log('no logs yet: nothing of this was started');
    return;
  }
  const tail = spawn('tail', [...(follow ? ['-F'] : []), '-n', '40', ...files], { stdio: 'inherit' });
  await new Promise((resolve) => tail.once('exit', resolve));
}
