import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Each file right under proofs/ is a proof; the runner and baselines lie in folders. */
export function proofNames(): readonly string[] {
  return readdirSync(join(import.meta.dirname, '..'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
