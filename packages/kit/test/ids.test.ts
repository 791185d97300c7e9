import { describe, expect, test } from 'vitest';
import { firstIdOf, makeIds, timeOfId } from '../src/index.ts';

describe('ids', () => {
  test('sort as they were made, also many within a millisecond', () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const makeId = makeIds({ now: () => new Date(now) });
    const made = Array.from({ length: 20_000 }, (_, index) => {
      if (index % 7_000 === 6_999) now += 1;
      return makeId();
    });
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  test('do not go backwards with the clock', () => {
    let now = 2_000;
    const makeId = makeIds({ now: () => new Date(now) });
    const before = makeId();
    now = 1_000;
    expect(makeId() > before).toBe(true);
  });

  test('are UUIDs of version 7 that tell their time', () => {
    const moment = new Date('2026-11-15T05:00:00.123Z');
    const id = makeIds({ now: () => moment })();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(id)).toEqual(moment);
    expect(firstIdOf(moment) <= id && id < firstIdOf(new Date(moment.getTime() + 1))).toBe(true);
  });
});
