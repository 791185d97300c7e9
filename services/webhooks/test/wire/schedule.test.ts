import { deliveryFailures } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { failureWords } from '../../src/wire/failures.ts';
import { afterTurn, type LaneState, newLane } from '../../src/wire/lane-state.ts';
import { afterAttempt, lastTryEarlyMs, pastDeadline, retryWindowMs } from '../../src/wire/schedule.ts';

const middle = () => 0.5;
const failed = { failure: 'server_error', retryAfter: null } as const;
const at = (time: number) => ({ startedAt: time, endedAt: time });

describe('after an attempt', () => {
  test('that succeeded there is none', () => {
    const outcome = { failure: null, retryAfter: null, ...at(0) };
    expect(afterAttempt({ attemptCount: 1, deadlineAt: retryWindowMs }, outcome, middle)).toEqual({
      state: 'succeeded',
    });
  });

  test.each([
    [1, 10],
    [2, 25],
    [3, 62.5],
    [9, 15_258.789],
    [10, 21_600],
    [20, 21_600],
  ])('number %i that failed the next comes after %f seconds', (attemptCount, seconds) => {
    const step = afterAttempt({ attemptCount, deadlineAt: retryWindowMs }, { ...failed, ...at(0) }, middle);
    expect(step).toMatchObject({ state: 'pending', nextAttemptAt: expect.closeTo(seconds * 1_000, 0) });
  });

  test('a fifth is taken away or added by chance', () => {
    const next = (random: number) =>
      afterAttempt({ attemptCount: 1, deadlineAt: retryWindowMs }, { ...failed, ...at(0) }, () => random);
    expect(next(0)).toEqual({ state: 'pending', nextAttemptAt: 8_000 });
    expect(next(1)).toEqual({ state: 'pending', nextAttemptAt: 12_000 });
  });

  test('a rest that was asked for lengthens the step and never shortens it, up to the end', () => {
    const next = (retryAfter: number) =>
      afterAttempt({ attemptCount: 1, deadlineAt: retryWindowMs }, { ...failed, ...at(0), retryAfter }, middle);
    expect(next(1)).toEqual({ state: 'pending', nextAttemptAt: 10_000 });
    expect(next(3_600)).toEqual({ state: 'pending', nextAttemptAt: 3_600_000 });
    expect(next(1_000_000)).toEqual({ state: 'pending', nextAttemptAt: retryWindowMs - lastTryEarlyMs });
  });

  test('the last one is near the end, and after it there is none', () => {
    const deadlineAt = retryWindowMs;
    const late = deadlineAt - 3_600_000;
    const lastStart = deadlineAt - lastTryEarlyMs;
    expect(afterAttempt({ attemptCount: 12, deadlineAt }, { ...failed, ...at(late) }, middle)).toEqual({
      state: 'pending',
      nextAttemptAt: lastStart,
    });
    expect(afterAttempt({ attemptCount: 13, deadlineAt }, { ...failed, ...at(lastStart) }, middle)).toEqual({
      state: 'exhausted',
    });
  });

  test('that was told that nobody is there any more what waits is held', () => {
    const outcome = { failure: 'gone', retryAfter: null, ...at(0) } as const;
    const step = afterAttempt({ attemptCount: 1, deadlineAt: retryWindowMs }, outcome, middle);
    expect(step).toEqual({ state: 'held', reason: 'disabled' });
  });

  test('past the end it is exhausted only if it was tried', () => {
    expect([pastDeadline(0), pastDeadline(1)]).toEqual(['held', 'exhausted']);
  });
});

describe('a lane', () => {
  const good = { failure: null, answeredMs: 50 };
  const slow = { failure: null, answeredMs: 3_000 };
  const bad = { failure: 'server_error', answeredMs: 50 } as const;
  const turns = (lane: LaneState, ...rounds: readonly (readonly (typeof good | typeof bad)[])[]) =>
    rounds.reduce<LaneState>((state, outcomes) => afterTurn(state, outcomes, 1_000), lane);

  test('is slow with a window of one until it has answered quickly, then four', () => {
    expect(afterTurn(newLane, [good], 0)).toEqual({
      isFast: true,
      windowSize: 4,
      failures: 0,
      failingSince: null,
      probeAt: null,
    });
  });

  test('that answers quickly grows by one a clean round up to sixteen, and is halved by a failure among others', () => {
    const grown = turns(newLane, ...Array.from({ length: 30 }, () => [good]));
    expect(grown.windowSize).toBe(16);
    expect(turns(grown, [bad, good])).toMatchObject({ isFast: true, windowSize: 8, failures: 0 });
    expect(turns(grown, [bad, good], [bad, good], [bad, good])).toMatchObject({ windowSize: 4 });
  });

  test('that fails is slow with a window of one', () => {
    expect(turns(newLane, [good], [good], [good, bad])).toMatchObject({ isFast: false, windowSize: 1, failures: 1 });
  });

  test('that answers slowly is not a fast one and has at most four', () => {
    const grown = turns(newLane, ...Array.from({ length: 30 }, () => [slow]));
    expect(grown).toMatchObject({ isFast: false, windowSize: 4, failures: 0 });
  });

  test('is probed after five failures in a row, five seconds later and then twice as late up to 15 minutes', () => {
    let lane: LaneState = newLane;
    const waits: (number | null)[] = [];
    for (let now = 0; now < 14; now += 1) {
      const { probeAt, ...after } = afterTurn(lane, [bad], now);
      waits.push(probeAt === null ? null : probeAt - now);
      lane = after;
    }
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900].map((each) => each * 1_000);
    expect(waits).toEqual([null, null, null, null, ...seconds]);
    expect(lane).toMatchObject({ failures: 14, failingSince: 0 });
    expect(afterTurn(lane, [good], 99)).toMatchObject({
      failures: 0,
      failingSince: null,
      probeAt: null,
      windowSize: 4,
    });
  });

  test('whose whole window fails at once is probed after five seconds all the same', () => {
    const grown = turns(newLane, ...Array.from({ length: 30 }, () => [good]));
    expect(
      afterTurn(
        grown,
        Array.from({ length: 16 }, () => bad),
        0,
      ),
    ).toMatchObject({ failures: 5, probeAt: 5_000 });
  });

  test('stays as it is when nothing was sent', () => {
    const lane = { isFast: false, windowSize: 1, failures: 5, failingSince: 7 };
    expect(afterTurn(lane, [], 100)).toEqual({ ...lane, probeAt: 5_100 });
  });
});

test('every failure has words and a next step', () => {
  for (const failure of deliveryFailures) {
    const { message, remedy } = failureWords(failure, { status: 503, detail: null, retry_after: 7 });
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  }
});
