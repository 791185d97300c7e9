import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Part } from '@wheelhouse/kit';
import { UsageError } from './usage.ts';

/** The shipped table, or the one of a file that exports `modules`: how tests and proofs mount what is not shipped. */
export async function loadTable(file: string | undefined): Promise<readonly Part[]> {
  // Loaded only where it is meant: whoever asks for help, or mounts another table, does not wait for all modules.
  if (file === undefined) return (await import('./modules.ts')).modules;
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError([`--modules: there is no file ${path}`]);
  const loaded: unknown = await import(pathToFileURL(path).href);
  const table = typeof loaded === 'object' && loaded !== null && 'modules' in loaded ? loaded.modules : undefined;
  if (!Array.isArray(table) || !table.every(isPart))
    throw new UsageError([`--modules: ${path} does not export \`modules\`, an array of modules`]);
  return table;
}

function isPart(value: unknown): value is Part {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'port' in value &&
    typeof value.port === 'number' &&
    (('routes' in value && typeof value.routes === 'function') || ('open' in value && typeof value.open === 'function'))
  );
}

/** In the table's order, whatever the order of the names. */
export function selectModules(table: readonly Part[], targets: readonly string[]): readonly Part[] {
  const names = table.map(({ name }) => name);
  const unknown = targets.filter((target) => target !== 'all' && !names.includes(target));
  if (unknown.length > 0) {
    const known =
      names.length === 0 ? 'the table of modules is empty' : `expected one of ${[...names, 'all'].join(', ')}`;
    throw new UsageError(unknown.map((target) => `--target: unknown module "${target}"; ${known}`));
  }
  return targets.includes('all') ? table : table.filter(({ name }) => targets.includes(name));
}
