import { expect, test } from 'vitest';
import { workloadChangeWords } from '../src/index.ts';

const change = {
  change: 'template',
  images: { before: ['shop/web:8', 'envoy:1'], after: ['shop/web:9', 'envoy:1'] },
  replicas: { before: 3, after: 3 },
} as const;
const none = { before: [], after: [] };

test.each([
  [change, 'Image shop/web:8 → shop/web:9'],
  [{ ...change, images: { before: ['a:1', 'b:1'], after: ['a:2', 'b:2'] } }, 'Images a:1 → a:2, b:1 → b:2'],
  [{ ...change, images: { before: ['a:1'], after: ['a:1', 'b:1'] } }, 'Images changed from a:1 to a:1, b:1'],
  [{ ...change, images: { before: [], after: ['a:1'] } }, 'Images changed from none to a:1'],
  [{ ...change, images: { before: ['a:1'], after: ['a:1'] } }, 'Pod template changed, with the same images'],
  [{ ...change, change: 'created' as const }, 'Created with shop/web:9, envoy:1'],
  [{ ...change, change: 'created' as const, images: none }, 'Created'],
  [{ ...change, change: 'replicas' as const, replicas: { before: 3, after: 0 } }, 'Scaled from 3 to 0'],
  [
    { ...change, change: 'replicas' as const, replicas: { before: null, after: 5 } },
    'Scaled from an unknown number to 5',
  ],
  [{ ...change, change: 'restarted' as const }, 'Restarted, without another change'],
  [{ ...change, change: 'deleted' as const }, 'Deleted'],
])('a change is told in one line: %#', (told, words) => {
  expect(workloadChangeWords(told)).toBe(words);
});
