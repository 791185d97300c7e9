import { expect, test } from 'vitest';
import { lengthOf } from '../src/design/clock.ts';

const minute = 60_000;

test('how long something planned takes is told to the minute, and never rounded down by a second', () => {
  expect(lengthOf(120 * minute - 20_000)).toBe('2 h');
  expect(lengthOf(90 * minute)).toBe('1 h 30 min');
  expect(lengthOf(45 * minute)).toBe('45 min');
  expect(lengthOf((7 * 1_440 + 1) * minute)).toBe('7 d 1 min');
  expect(lengthOf(1_000)).toBe('1 min');
});
