import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published test vectors, as everybody else would read them. */
export interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly now: number;
  readonly header: string;
  readonly body: string;
  readonly verdict: 'accept' | 'refuse';
  readonly reason: string | null;
}

export const vectorsFile = join(import.meta.dirname, '../../../docs/reference/webhooks/vectors.json');

export const { vectors } = JSON.parse(readFileSync(vectorsFile, 'utf8')) as { readonly vectors: readonly Vector[] };
