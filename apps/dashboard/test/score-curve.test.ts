import { describe, expect, it } from 'vitest';
import { curveOf, curveWords, knownWords, lineOf, marksOf, scoreAt, turnsOf } from '../src/design/score-curve.ts';

const start = Date.parse('2026-11-15T00:00:00Z');
const minute = 60_000;
const iso = (minutes: number) => new Date(start + minutes * minute).toISOString();

/** Pieces of five minutes over two hours: [minute, last, lowest within it]. */
function history(...points: readonly (readonly [at: number, last: number, min?: number])[]) {
  return {
    from: iso(0),
    to: iso(120),
    step_seconds: 300,
    data: points.map(([at, last, min = last]) => ({ at: iso(at), min, max: Math.max(last, min), last })),
  };
}
const every5 = (from: number, to: number, last: number) =>
  Array.from({ length: (to - from) / 5 }, (_, index) => [from + index * 5, last] as const);

describe('the curve of a score', () => {
  it.for([
    [100, [90, 95, 100]],
    [75, [70, 85, 100]],
    [70, [60, 80, 100]],
    [0, [0, 50, 100]],
  ] as const)('with %i as its lowest has an axis of %j', ([lowest, marks]) => {
    expect(marksOf(curveOf(history([0, 100], [5, lowest]), undefined))).toEqual(marks);
  });

  it('has no gap while there is a point every five minutes', () => {
    expect(curveOf(history(...every5(0, 120, 100)), undefined).gaps).toEqual([]);
  });

  it('has a gap where nobody looked, before, between and after what is known', () => {
    const { gaps } = curveOf(history(...every5(20, 40, 100), ...every5(60, 90, 82)), undefined);
    expect(gaps.map(({ from, to }) => [(from - start) / minute, (to - start) / minute])).toEqual([
      [0, 20],
      [40, 60],
      [90, 120],
    ]);
  });

  it('says nothing of a moment in a gap, and of others what the score was last known to be', () => {
    const curve = curveOf(history(...every5(0, 40, 100), ...every5(60, 120, 82)), undefined);
    expect(scoreAt(curve, start + 50 * minute)).toBeUndefined();
    expect(scoreAt(curve, start + 61 * minute)).toMatchObject({ score: 82, at: start + 65 * minute });
    expect(scoreAt(curve, start + 39 * minute)).toMatchObject({ score: 100 });
    expect(knownWords(curve, start + 50 * minute)).toContain('not observed');
  });

  it('ends with what is known now', () => {
    const curve = curveOf(history(...every5(0, 120, 100)), { score: 98, at: start + 121 * minute });
    expect(curve.to).toBe(start + 121 * minute);
    expect(curve.pieces.at(-1)).toMatchObject({ last: 98 });
    expect(curveWords(curve)).toContain('100 to 98');
  });

  it('takes nothing from a now that is older than the last point', () => {
    const curve = curveOf(history(...every5(0, 120, 100)), { score: 98, at: start + 60 * minute });
    expect(curve.pieces).toHaveLength(24);
  });

  it('breaks its line at a gap and keeps its moments rising', () => {
    const curve = curveOf(history(...every5(0, 40, 100), ...every5(60, 120, 82)), undefined);
    const [seconds, scores] = lineOf(curve);
    expect(scores.filter((score) => score === null)).toHaveLength(1);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(new Set(seconds).size).toBe(seconds.length);
  });

  it('says the lowest score, also of a dip that ended within its piece', () => {
    const curve = curveOf(history(...every5(0, 60, 100), [60, 100, 40], ...every5(65, 120, 100)), undefined);
    expect(curveWords(curve)).toContain('lowest 40');
    expect(turnsOf(curve)).toEqual([start + 5 * minute, start + 65 * minute, start + 120 * minute]);
  });

  it('is no curve without a single point, and says so', () => {
    const curve = curveOf(history(), undefined);
    expect(curveWords(curve)).toBe('Nothing was observed in this period.');
    expect(lineOf(curve)).toEqual([[], []]);
  });

  it('says that a score did not change', () => {
    expect(curveWords(curveOf(history(...every5(0, 120, 100)), undefined))).toBe('100 throughout');
  });
});
