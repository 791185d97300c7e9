import { describe, expect, test } from 'vitest';
import { ruleNames } from '../src/rules/index.ts';
import { judgeState } from './generated/judge.ts';
import { wrongJudges } from './generated/wrong-judges.ts';

const seeds = Array.from({ length: 500 }, (_, index) => index + 1);

describe('the health of generated clusters, in the middle of their day and with faults of every rule', () => {
  test('is 100 less what the guide says that each fault costs, tells each on its own object, and nothing else', () => {
    const judged = seeds.map((seed) => judgeState(seed));
    expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(new Set(judged.flatMap(({ injected }) => injected))).toEqual(new Set(ruleNames));
    expect(judged.some(({ meant }) => meant > 0)).toBe(true);
  });

  test.each(wrongJudges)('finds out who $name', ({ by, only }) => {
    expect(seeds.slice(0, 40).some((seed) => judgeState(seed, by, only).wrong.length > 0)).toBe(true);
  });
});
