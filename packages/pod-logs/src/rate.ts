/** At most so many in any second, not only in those of the clock. */
export class Rate {
  readonly #taken: Float64Array;
  #next = 0;

  constructor(most: number) {
    this.#taken = new Float64Array(most).fill(-Infinity);
  }

  /** Milliseconds until one more may be taken; 0 or less: now. */
  roomIn(now: number): number {
    return (this.#taken[this.#next] ?? 0) + 1000 - now;
  }

  take(now: number): void {
    this.#taken[this.#next] = now;
    this.#next = (this.#next + 1) % this.#taken.length;
  }
}

/**
 * How far the reading of a log falls behind its writing. The clocks of nodes may differ from ours by any amount, so an
 * age counts only against the least there was: who catches up is never behind.
 */
export class Lag {
  #least = Infinity;

  behind(writtenAt: number, now: number): number {
    const age = now - writtenAt;
    this.#least = Math.min(this.#least, age);
    return age - this.#least;
  }
}
