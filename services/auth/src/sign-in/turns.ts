import { refuse } from '@wheelhouse/kit';

/**
 * Lets a few at a time do what takes a core and much memory, and a bounded number wait for it. Who comes
 * after those is told to come again: a flood of sign-ins slows sign-ins, and nothing else.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, mostWaiting }: { readonly atOnce: number; readonly mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // A turn is handed on, not given back: nobody slips in before those who wait.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #begin(): Promise<void> | undefined {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#mostWaiting)
      refuse('unavailable', {
        message: 'Too many passwords are being checked right now. Try again in a few seconds.',
        headers: { 'retry-after': '3' },
      });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
