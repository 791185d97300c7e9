import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proofNames } from './names.ts';
import type { Proof } from './proof.ts';

const promises = readFileSync(join(import.meta.dirname, '../../docs/promises.md'), 'utf8');
const rows = new Map(
  [...promises.matchAll(/^\| `([a-z0-9-]+)` \| (.+?) \|/gm)].map(([, name = '', promise = '']) => [name, promise]),
);

test('every proof is a row of docs/promises.md, and every row a proof', () => {
  expect([...rows.keys()].toSorted()).toEqual(proofNames());
});

test.for(proofNames())('%s says the same promise in both places', async (name) => {
  const { proof } = (await import(join(import.meta.dirname, '..', `${name}.ts`))) as { proof: Proof };
  expect(rows.get(name)).toBe(proof.promise);
});
