/** So many at a time of each cluster in this process; others wait, first come, first served. */
export class Turns {
  readonly #most: number;
  readonly #busy = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined: none came within this time. */
  async within<T>(milliseconds: number, cluster: string, work: () => Promise<T>): Promise<T | undefined> {
    const at = this.#busy.get(cluster) ?? { taken: 0, waiting: [] };
    this.#busy.set(cluster, at);
    if (at.taken < this.#most) at.taken += 1;
    else if (!(await waited(at.waiting, milliseconds))) return undefined;
    try {
      return await work();
    } finally {
      const next = at.waiting.shift();
      // Whoever waits has the place now, and it stays taken.
      if (next !== undefined) next();
      else at.taken -= 1;
      if (at.taken === 0) this.#busy.delete(cluster);
    }
  }
}

function waited(waiting: (() => void)[], milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const turn = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      resolve(false);
    }, milliseconds);
    waiting.push(turn);
  });
}
