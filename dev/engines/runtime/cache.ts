import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureHostPackages } from './host.ts';
import { withLock } from './lock.ts';
import type { Progress } from './progress.ts';

/** Outside every clone, so that a second clone finds what the first one built. */
export const cacheDir =
  process.env['WHEELHOUSE_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'wheelhouse');

/** How a thing in the cache is made. Everything that can change the result is in `inputs`. */
export interface Recipe {
  readonly name: string;
  /** For people: what is being made. */
  readonly title: string;
  readonly inputs: () => Promise<readonly string[]>;
  /** Makes the thing in `into`; `log` takes the output, `step` tells people how far it is. */
  readonly make: (into: string, log: (text: string) => void, step: (text: string) => void) => Promise<void>;
  /** Debian packages the host must have to make it. */
  readonly hostPackages?: readonly string[];
}

const underWay = new Map<string, Promise<string>>();

/** The folder that holds the recipe's result, made now if no clone on this machine has made it yet. */
export function obtain(recipe: Recipe, progress: Progress): Promise<string> {
  const known = underWay.get(recipe.name);
  if (known) return known;
  const made = makeOnce(recipe, progress);
  underWay.set(recipe.name, made);
  return made;
}

export async function cachedFolder(recipe: Recipe): Promise<string> {
  const hash = createHash('sha256');
  for (const input of await recipe.inputs()) hash.update(input).update('\0');
  return join(cacheDir, `${recipe.name}-${hash.digest('hex').slice(0, 16)}`);
}

export async function isCached(recipe: Recipe): Promise<boolean> {
  return existsSync(await cachedFolder(recipe));
}

async function makeOnce(recipe: Recipe, progress: Progress): Promise<string> {
  const folder = await cachedFolder(recipe);
  if (existsSync(folder)) return folder;
  const waiting = () => progress.note(recipe.name, `another clone is making ${recipe.title}; waiting for it`);
  return withLock(`${folder}.lock`, waiting, async () => {
    if (existsSync(folder)) return folder;
    const logPath = `${folder}.log`;
    const log = createWriteStream(logPath);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await ensureHostPackages(recipe.hostPackages ?? [], progress);
    const task = progress.begin(recipe.name, `making ${recipe.title}`, logPath);
    try {
      await recipe.make(unfinished, (text) => log.write(text), task.step);
      // The rename is the commit: a folder under its own name is always complete.
      await rename(unfinished, folder);
      task.done(`made ${recipe.title}`);
      return folder;
    } catch (error) {
      task.failed();
      throw new Error(
        `${recipe.title} could not be made (log: ${logPath}): ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    } finally {
      log.end();
    }
  });
}

/** What is in the cache, for `status`. */
export async function cacheEntries(): Promise<readonly string[]> {
  if (!existsSync(cacheDir)) return [];
  return (await readdir(cacheDir)).filter((name) => !/\.(lock|log)$/.test(name)).toSorted();
}
