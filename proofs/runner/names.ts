import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');

/** Each file right under proofs/ is a safety proof, each right under proofs/timed/ a timed one. */
export function safetyProofs(): readonly string[] {
  return filesIn(folder);
}

export function timedProofs(): readonly string[] {
  return filesIn(join(folder, 'timed')).map((name) => `timed/${name}`);
}

export function fileOf(name: string): string {
  return join(folder, `${name}.ts`);
}

function filesIn(place: string): readonly string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
