import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleDownVerdict } from '../src/index.ts';
import { scaleDownCase } from './scale-down/cases.ts';
import { verdictOf } from './scale-down/oracle.ts';
import { wrongVerdicts } from './scale-down/wrong-verdicts.ts';

describe('generated scale-downs', () => {
  // The same in every run, so that what is found in them is found every time.
  const cases = fc.sample(scaleDownCase, { numRuns: 2_000, seed: 9 });
  const verdicts = cases.map(verdictOf);

  test('are judged as by the oracle, with the same figures: those, and 8,000 that nobody has seen before', () => {
    expect(cases.map(scaleDownVerdict)).toEqual(verdicts);
    const judgedAlike = fc.property(scaleDownCase, (seen) => {
      expect(scaleDownVerdict(seen)).toEqual(verdictOf(seen));
    });
    fc.assert(judgedAlike, { numRuns: 8_000 });
  });

  test('are allowed and refused about as often', () => {
    const allowed = verdicts.filter((verdict) => verdict.allowed).length / cases.length;
    expect(allowed).toBeGreaterThan(0.4);
    expect(allowed).toBeLessThan(0.65);
  });

  test.each([...wrongVerdicts])('find out, by allowed or refused alone, who %s', (_, wrong) => {
    expect(cases.some((seen, index) => wrong(seen).allowed !== verdicts[index]?.allowed)).toBe(true);
  });
});
