import { expect, test } from 'vitest';
import { withinBudget } from '../src/needs/budget.ts';

const everySecond = { everyMs: 1_000 };

test('within the budget, every source is read as often as it asks', () => {
  expect(withinBudget([everySecond], 60).map(({ everyMs }) => everyMs)).toEqual([1_000]);
});

test('beyond it, all wait longer alike, and together cost no more than the budget', () => {
  const intervals = withinBudget([everySecond, everySecond, { everyMs: 4_000 }], 45).map(({ everyMs }) => everyMs);
  expect(intervals).toEqual([3_000, 3_000, 12_000]);
  expect(intervals.reduce((sum, ms) => sum + 60_000 / ms, 0)).toBeLessThanOrEqual(45);
});
