import { windowSeconds } from './scripts.ts';
import type { Told } from './valkey.ts';

const lengthMs = windowSeconds * 1_000;

/** The present window: as Valkey told it, carried on by our own clock while it cannot be asked. */
export class WindowClock {
  #ends: number;
  #endsAt: number;

  constructor() {
    const now = Date.now();
    this.#ends = (Math.floor(now / lengthMs) + 1) * windowSeconds;
    this.#endsAt = performance.now() + this.#ends * 1_000 - now;
  }

  /** The window's end in Unix seconds, which is also its name. */
  get ends(): number {
    return this.#ends;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  set({ windowEnds, leftMs }: Told): void {
    this.#ends = windowEnds;
    this.#endsAt = performance.now() + leftMs;
  }

  goOn(): void {
    const passed = Math.floor((performance.now() - this.#endsAt) / lengthMs) + 1;
    this.#ends += passed * windowSeconds;
    this.#endsAt += passed * lengthMs;
  }
}
