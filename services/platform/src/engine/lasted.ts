/** How long each of several things has been seen without a break. */
export class Lasted<Key> {
  readonly #since = new Map<Key, number>();

  /** All that is seen now. */
  see(keys: Iterable<Key>, now: number): void {
    const seen = new Set(keys);
    for (const key of this.#since.keys()) if (!seen.has(key)) this.#since.delete(key);
    for (const key of seen) if (!this.#since.has(key)) this.#since.set(key, now);
  }

  ms(key: Key, now: number): number {
    const since = this.#since.get(key);
    return since === undefined ? 0 : now - since;
  }
}
