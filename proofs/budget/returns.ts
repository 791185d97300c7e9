import type { OwnValkey } from '../../services/gateway/test/own-valkey.ts';

const everyMs = 500;

/**
 * When gateways came back to Valkey: each loads its script anew when it does. On a busy machine Valkey may be late
 * by itself, and a gateway keeps to its share for a moment; that window is not one that Valkey alone has counted.
 */
export class ReturnWatch {
  readonly #valkey: OwnValkey;
  readonly #moments: { readonly at: number; readonly loads: number }[] = [];
  #last: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(valkey: OwnValkey) {
    this.#valkey = valkey;
  }

  async begin(): Promise<void> {
    this.#last = await this.#loads();
    this.#timer = setInterval(() => void this.look().catch(() => undefined), everyMs);
  }

  async look(): Promise<void> {
    const loads = await this.#loads();
    // After a restart it counts from the beginning.
    const added = loads < (this.#last ?? 0) ? loads : loads - (this.#last ?? 0);
    if (added > 0) this.#moments.push({ at: Date.now() / 1_000, loads: added });
    this.#last = loads;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** How many came back in this time, in Unix seconds. */
  within(from: number, to: number): number {
    return this.#moments
      .filter(({ at }) => at >= from && at <= to + (2 * everyMs) / 1_000)
      .reduce((sum, { loads }) => sum + loads, 0);
  }

  async #loads(): Promise<number> {
    const stats = String(await this.#valkey.ask('INFO', 'commandstats'));
    return Number(/cmdstat_script\|load:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  }
}
