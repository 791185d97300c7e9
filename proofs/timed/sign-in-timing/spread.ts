import { median, quantile } from '../../runner/figures.ts';

/** Times of several things, one of each in every turn. */
export type Turns = readonly (readonly number[])[];

export function mediansOf(turns: Turns): readonly number[] {
  return (turns[0] ?? []).map((_, thing) => median(turns.map((turn) => turn[thing] ?? Number.NaN)));
}

/** The greatest median over the least. */
export function spreadOf(turns: Turns): number {
  const medians = mediansOf(turns);
  return Math.max(...medians) / Math.min(...medians);
}

/**
 * What spread the same times show when nothing tells the things apart: with their names dealt anew in every
 * turn. 19 of 20 deals show less. On a busy machine this alone may be more than a bar.
 */
export function spreadByChance(turns: Turns): number {
  const spreads = Array.from({ length: 400 }, () => spreadOf(turns.map(shuffled)));
  return quantile(spreads, 0.95);
}

export function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
