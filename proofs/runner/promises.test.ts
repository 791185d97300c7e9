import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, safetyProofs, timedProofs } from './names.ts';
import type { Proof } from './proof.ts';

const promises = readFileSync(join(import.meta.dirname, '../../docs/promises.md'), 'utf8');
const rows = new Map(
  [...promises.matchAll(/^\| `([a-z0-9/-]+)` \| (.+?) \|/gm)].map(([, name = '', promise = '']) => [name, promise]),
);
const names = [...safetyProofs(), ...timedProofs()];

test('every proof is a row of docs/promises.md, and every row a proof', () => {
  expect([...rows.keys()].toSorted()).toEqual(names.toSorted());
});

test.for(names)('%s says the same promise in both places', async (name) => {
  const { proof } = (await import(fileOf(name))) as { proof: Proof };
  expect(rows.get(name)).toBe(proof.promise);
});
