import { setTimeout as wait } from 'node:timers/promises';
import { Mortal } from './mortal.ts';
import type { Death } from './plan.ts';

export interface Past {
  readonly effects: readonly string[];
  readonly kills: number;
}

export interface LivesOptions {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  /** By how much the clock of each life is ahead of the last one's. */
  readonly betweenLivesMs: number;
}

/** Processes of one program that live one after the other: each kills itself where it was told to, and the next begins. */
export class Lives {
  readonly #mortal: Mortal;
  #count = 0;
  #kills = 0;
  #effects: string[] = [];
  #following: readonly Death[] = [];
  #meanwhile: (() => Promise<unknown>) | undefined;
  #isArmed = () => {};

  constructor({ program, environment, betweenLivesMs }: LivesOptions) {
    this.#mortal = new Mortal({
      program,
      environment,
      args: () => {
        const death = this.#kills === 0 ? undefined : this.#following[this.#kills - 1];
        this.#count += 1;
        return [String(this.#count * betweenLivesMs), ...(death === undefined ? [] : [JSON.stringify(death)])];
      },
      hear: (line) => {
        if (line === 'armed') this.#isArmed();
        if (line.startsWith('effect ')) this.#effects.push(line.slice('effect '.length));
      },
      between: async (end) => {
        if (end !== 'SIGKILL') throw new Error(`a process ended by itself: ${end}`);
        this.#kills += 1;
        await this.#meanwhile?.();
      },
    });
  }

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  /** One has ended by itself. */
  get fault(): Error | undefined {
    return this.#mortal.fault;
  }

  /** What was done since it was last armed. */
  get effects(): readonly string[] {
    return this.#effects;
  }

  /** Since it was last armed. What it dies of last shows a moment before it has died of it. */
  async hasDied(): Promise<boolean> {
    for (let waits = 0; waits < 50 && this.#kills === 0; waits += 1) await wait(20);
    return this.#kills > 0;
  }

  /**
   * Sets the deaths of the life that is ready next and of those that follow it, and what is done after each of them;
   * answers what there was since the last time.
   */
  async arm(deaths: readonly Death[] = [], meanwhile?: () => Promise<unknown>): Promise<Past> {
    // One that was about to die may do so before it hears of it; then its successor is told.
    for (let isArmed = false; !isArmed; ) {
      await this.#mortal.ready();
      const { promise, resolve } = Promise.withResolvers<boolean>();
      this.#isArmed = () => resolve(true);
      const over = this.#mortal.over().then(() => false);
      this.#mortal.send(deaths.slice(0, 1));
      isArmed = await Promise.race([promise, over]);
    }
    const past = { effects: this.#effects, kills: this.#kills };
    this.#effects = [];
    this.#kills = 0;
    this.#following = deaths.slice(1);
    this.#meanwhile = meanwhile;
    return past;
  }

  close(): Promise<void> {
    return this.#mortal.close();
  }
}
