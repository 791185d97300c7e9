import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleCli } from '../../cli-package/pack.ts';
import type { Home } from '../runtime/home.ts';

/**
 * The CLI as it is shipped, in one file: tests call it thousands of times, and to load it from its sources takes three
 * times as long.
 */
export function cliProgram({ dir }: Home): string {
  return join(dir, 'cli', 'wheelhouse.mjs');
}

/** Others may be calling it: it is replaced at once. */
export async function buildCliProgram(home: Home): Promise<void> {
  const made = join(home.dir, 'cli', `made-by-${process.pid}.mjs`);
  await bundleCli(made);
  await rename(made, cliProgram(home));
}
