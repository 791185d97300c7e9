/** Somebody who waits to be counted. */
export interface Charge {
  readonly charged: (admitted: boolean, remaining: number, resetsAt: number) => void;
}

/** What is counted together: the requests of one credential or of one address. */
export class Meter {
  readonly key: string;
  readonly limit: number;
  /** Those who wait for the next call to Valkey. */
  waiting: Charge[] = [];
  /** The end, in Unix seconds, of the window that `count` and `#least` are of. */
  window = 0;
  /** The greatest number Valkey has told of that window. */
  count = 0;
  /** The least that anyone was told to remain of it. */
  #least = 0;
  /** While Valkey cannot be asked: when shares were dealt, what is left of ours, and what Valkey was not told of. */
  dealt = 0;
  left = 0;
  owed = 0;

  constructor(key: string, limit: number) {
    this.key = key;
    this.limit = limit;
  }

  enter(window: number): void {
    if (this.window === window) return;
    this.window = window;
    this.count = 0;
    this.#least = this.limit;
  }

  heard(number: number, window: number): void {
    this.enter(window);
    if (number > this.count) this.count = number;
  }

  /** What remains, as it may be told: never more than before. */
  remaining(left: number): number {
    if (left < this.#least) this.#least = Math.max(0, left);
    return this.#least;
  }
}

const mostMeters = 100_000;

/** The meters in use. The longest made goes first when there are too many; Valkey remembers what it had counted. */
export class Meters {
  readonly #known = new Map<string, Meter>();

  of(key: string, limit: number): Meter {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= mostMeters) this.#known.delete(this.#known.keys().next().value ?? '');
    const made = new Meter(key, limit);
    this.#known.set(key, made);
    return made;
  }
}
