/** At an address that has spent its budget, one is still asked about so often: somebody else there may have a good one. */
const spareEveryMs = 100;
const mostAddresses = 10_000;

/**
 * Credentials that nobody has shown before, by the addresses they come from. Each is charged to its address before
 * anyone is asked about it, and given back when it was good: made-up ones cost their address, not auth.
 */
export class Guesses {
  readonly #underWay = new Map<string, number>();
  readonly #spareAt = new Map<string, number>();

  /** Whether one more may be asked about; if so, `end` has to be called. */
  begin(address: string, left: number): boolean {
    const underWay = this.#underWay.get(address) ?? 0;
    if (underWay >= left && !this.#isSpare(address)) return false;
    this.#underWay.set(address, underWay + 1);
    return true;
  }

  end(address: string): void {
    const left = (this.#underWay.get(address) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(address);
    else this.#underWay.set(address, left);
  }

  #isSpare(address: string): boolean {
    const now = performance.now();
    if (now < (this.#spareAt.get(address) ?? 0)) return false;
    if (this.#spareAt.size >= mostAddresses) this.#spareAt.clear();
    this.#spareAt.set(address, now + spareEveryMs);
    return true;
  }
}
