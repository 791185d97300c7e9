/** Time is handed in: domain code asks the clock it was given, tests give it one they move. */
export interface Clock {
  readonly now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };
