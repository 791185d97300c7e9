import { expect, test } from 'vitest';
import { faultsOf, live } from './retry-window/alone.ts';
import { controls } from './retry-window/controls.ts';
import { drive, trafficFaults } from './retry-window/lane.ts';
import { ours, type Rules } from './retry-window/rules.ts';

/** On a virtual clock: deliveries alone at their endpoints, and many to one that is away, with the breaker. */
function play(rules: Rules, seeds: number) {
  const each = Array.from({ length: seeds }, (_, seed) => seed);
  const lives = each.map((seed) => live(rules, seed));
  const traffic = each.map((seed) => drive(rules, seed));
  return { lives, traffic, faults: new Set([...lives.flatMap(faultsOf), ...traffic.flatMap(trafficFaults)]) };
}

test('a delivery is retried for 24 hours, with the rest that was asked for, and held where it was never tried', () => {
  const { lives, traffic, faults } = play(ours, 250);
  expect(faults).toEqual(new Set());
  // Else nothing of the kind was tried.
  const ends = new Set(traffic.flatMap(({ deliveries }) => deliveries.map(({ state }) => state)));
  expect(ends).toEqual(new Set(['succeeded', 'exhausted', 'held']));
  expect(new Set(lives.map(({ end }) => end))).toEqual(new Set(['succeeded', 'exhausted', 'held']));
  expect(lives.some(({ attempts }) => attempts.some(({ retryAfter }) => (retryAfter ?? 0) > 0))).toBe(true);
});

test.each(Object.keys(controls))('rules that %s are found out', (name) => {
  expect(play(controls[name] ?? ours, 40).faults.size).toBeGreaterThan(0);
});
