import fc from 'fast-check';
import { budgetSelector } from './case-labels.ts';
import type { Budget } from '../../src/index.ts';

/** What a budget asks for, given the target of the scale-down. */
type Amount = (target: number) => Omit<Budget, 'name' | 'selector'>;

const number = fc.integer({ min: 0, max: 8 });

/** Written as one would, and sometimes as one would not ("00%"). */
const percentage = fc.oneof(
  fc.constantFrom('25%', '33%', '34%', '50%', '51%', '66%', '67%', '75%', '80%', '90%'),
  fc.constantFrom('0%', '0%', '00%', '1%', '99%', '100%', '101%', '150%', '050%'),
  fc.integer({ min: 0, max: 120 }).map((percent) => `${percent}%`),
);

const min =
  (minAvailable: number | string): Amount =>
  () => ({ minAvailable });
const max =
  (maxUnavailable: number | string): Amount =>
  () => ({ maxUnavailable });

/** About the target, where one pod more or less decides. */
const minAbout =
  (by: number): Amount =>
  (target) => ({ minAvailable: Math.max(0, target + by) });

/** The same as a percentage, with some pods of others beside it. */
const percentAbout =
  ([ready, all]: readonly [number, number]): Amount =>
  (target) => {
    const percent = (100 * (target + Math.min(ready, all))) / Math.max(1, target + all);
    return { minAvailable: `${Math.floor(percent)}%` };
  };

const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 3, arbitrary: number.map(min) },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 4 }).map(minAbout) },
  { weight: 4, arbitrary: percentage.map(min) },
  { weight: 6, arbitrary: fc.tuple(number, number).map(percentAbout) },
  { weight: 2, arbitrary: fc.constantFrom(0, '0%', '00%').map(max) },
  { weight: 2, arbitrary: fc.oneof(number, percentage).map(max) },
  { weight: 1, arbitrary: fc.constant<Amount>(() => ({})) },
);

const budget = fc.record({ selector: budgetSelector, amount });

/** Most namespaces have one budget or two. */
export const budgets = fc.oneof(
  { weight: 6, arbitrary: fc.array(budget, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(budget, { minLength: 2, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(budget, { maxLength: 5 }) },
);
