import type { Clock } from '@wheelhouse/kit';

/** A clock that stands still until it is moved. */
export interface MovableClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export function movableClock(start = new Date('2026-01-01T00:00:00Z')): MovableClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
