import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryRun } from '../engines/runtime/shell.ts';
import { type House, repository } from './house.ts';

export const vite = join(repository, 'node_modules/vite/bin/vite.js');
const page = 'apps/dashboard/dist/index.html';
/** What the page is made of; a change in any of them makes it out of date. */
const sources = ['apps/dashboard', 'packages/sdk/src', 'packages/contracts/src'];
const notSource = new Set(['dist', 'node_modules', 'test']);

/** Builds the page the gateway serves, if it is missing or older than its sources. */
export async function ensureDashboard(house: House, say: (line: string) => void): Promise<void> {
  const built = join(repository, page);
  const why = !existsSync(built)
    ? 'it was not built yet'
    : (await newest(sources.map((path) => join(repository, path)))) > (await stat(built)).mtimeMs
      ? 'its sources have changed'
      : undefined;
  if (why === undefined) return;
  const began = performance.now();
  say(`dashboard: building (${why})`);
  const result = await tryRun(process.execPath, [vite, 'build', 'apps/dashboard'], {
    cwd: repository,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const log = join(house.dir, 'dashboard-build.log');
  await writeFile(log, `${result.stdout}\n${result.stderr}`);
  if (result.code !== 0) {
    const said = (result.stderr || result.stdout).trim().split('\n').slice(0, 12).join('\n');
    throw new Error(`the dashboard could not be built (log: ${log}):\n${said}`);
  }
  say(`dashboard: built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function newest(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async (path) => {
      const facts = await stat(path).catch(() => undefined);
      if (facts === undefined) return 0;
      if (!facts.isDirectory()) return facts.mtimeMs;
      const names = (await readdir(path)).filter((name) => !notSource.has(name) && !name.startsWith('.'));
      return newest(names.map((name) => join(path, name)));
    }),
  );
  return Math.max(0, ...times);
}
