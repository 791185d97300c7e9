import { expect, test } from 'vitest';
import { timedVerdictOf } from './timed.ts';

const outcome = (certain: boolean, timed: boolean, unclear?: string) =>
  timedVerdictOf({ certain }, { timed }, unclear, 'figure').outcome;

test('what hangs on time is void on a busy machine, whatever it shows', () => {
  expect(outcome(true, true, 'busy')).toBe('void');
  expect(outcome(true, false, 'busy')).toBe('void');
});

test('what must never happen is broken on a busy machine too', () => {
  expect(outcome(false, true, 'busy')).toBe('broken');
});

test('on a quiet machine every claim counts', () => {
  expect([outcome(true, true), outcome(true, false), outcome(false, true)]).toEqual(['held', 'broken', 'broken']);
});
