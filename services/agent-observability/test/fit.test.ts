import { factsSchema } from '@wheelhouse/contracts';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../src/items/items.ts';
import { fit, mostBytes } from '../src/looking/fit.ts';
import { crashing, factsOf, pod } from './seen.ts';

/** An observation is at most 64 KiB, whatever a cluster has to say. */
const besides = (facts: Parameters<typeof itemsOf>[0]) => itemsOf(facts, '0190aaaa-0000-7000-8000-000000000001');
const bytes = (facts: Parameters<typeof itemsOf>[0]) =>
  Buffer.byteLength(JSON.stringify([facts, facts.not_visible, besides(facts)]));
const long = (length: number) => 'x'.repeat(length);
const partsOf = (facts: Parameters<typeof itemsOf>[0]) => facts.not_visible.map(({ part }) => part);

describe('what fits', () => {
  test('is left as it is', () => {
    expect(fit(crashing(), besides)).toEqual(crashing());
  });
});

describe('what does not', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${index} ${long(700)}`);
  const logs = ['a', 'b', 'c'].map((name) => ({ pod: name, container: 'web', lines }));
  const [warning] = crashing().warnings;
  if (warning === undefined) throw new Error('there is no warning');

  test('loses the beginning of its logs first, and says so', () => {
    const facts = fit({ ...crashing(), logs }, besides);
    expect(bytes(facts)).toBeLessThanOrEqual(mostBytes);
    expect(partsOf(facts)).toEqual(['logs']);
    expect(facts.logs.map((log) => log.lines.at(-1))).toEqual(logs.map(() => lines.at(-1)));
    expect({ ...facts, logs: [], not_visible: [] }).toEqual({ ...crashing(), logs: [] });
  });

  test('then warnings, and only then what rules look at', () => {
    const warnings = Array.from({ length: 20 }, () => ({ ...warning, message: long(4_000) }));
    const facts = fit({ ...crashing(), logs, warnings }, besides);
    expect(bytes(facts)).toBeLessThanOrEqual(mostBytes);
    expect(partsOf(facts)).toEqual(['logs', 'warnings']);
    expect(facts.warnings.length).toBeGreaterThan(0);
    expect(facts.pods).toEqual(crashing().pods);
  });

  test('is cut to its bound whatever it is made of, and stays what it is', () => {
    const words = long(4_000);
    const given = factsOf({
      ...crashing(),
      logs,
      warnings: Array.from({ length: 20 }, () => ({ ...warning, message: words })),
      issues: Array.from({ length: 20 }, () => ({ ...crashing().issues[0], message: words })) as never,
      changes: Array.from({ length: 20 }, () => ({ ...crashing().changes[0], manager: words })) as never,
      pods: Array.from({ length: 50 }, (_, index) => pod(`p-${index}`, { unschedulable: words })),
      pods_total: 400,
      not_visible: Array.from({ length: 100 }, () => ({ part: 'budgets' as const, why: words })),
    });
    const facts = fit(given, besides);
    expect(bytes(facts)).toBeLessThanOrEqual(mostBytes);
    expect(Value.Check(factsSchema, facts)).toBe(true);
    expect(facts.pods.length).toBeGreaterThan(0);
    expect(facts.pods_total).toBe(400);
    // Cut once more it is the same.
    expect(fit(facts, besides)).toEqual(facts);
  });
});
