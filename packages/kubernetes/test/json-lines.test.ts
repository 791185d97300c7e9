import { expect, test } from 'vitest';
import { JsonLines } from '../src/client/json-lines.ts';

test('values come whole, wherever the bytes were torn', () => {
  const values = [{ a: 'ä€😀' }, [1, 2], 'three', { b: '\n' }];
  const bytes = Buffer.from(`${values.map((value) => JSON.stringify(value)).join('\n')}\n{"half":`);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = new JsonLines(100);
    const read: unknown[] = [];
    for (let from = 0; from < bytes.length; from += size)
      read.push(...lines.valuesIn(bytes.subarray(from, from + size)));
    expect(read).toEqual(values);
  }
});

test('a line that does not end is given up', () => {
  const lines = new JsonLines(10);
  const piece = Buffer.from('123456');
  expect([...lines.valuesIn(piece)]).toEqual([]);
  expect(() => [...lines.valuesIn(piece)]).toThrow('longer than 10 bytes');
});
