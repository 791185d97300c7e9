import { setTimeout as wait } from 'node:timers/promises';
import { Mortal } from './mortal.ts';
import type { Death } from './plan.ts';

export interface Past {
  readonly effects: readonly string[];
  readonly kills: number;
  readonly sleeps: number;
}

/** What a process is told of the time before it: since when nobody is up, and how long nobody was before that. */
export interface Lost {
  readonly fellAt: number;
  readonly lostMs: number;
}

type Environment = Readonly<Record<string, string>>;

export interface LivesOptions {
  readonly program: string;
  /** Of the first, and of the one that takes over while the first sleeps; then by turns. */
  readonly environments: readonly [Environment, Environment];
  /** By how much the clock of each life is ahead of the last one's. */
  readonly betweenLivesMs: number;
  /** Has the leases run out of whoever has fallen asleep, or was woken and ended. */
  readonly runOut: (of: Environment) => Promise<unknown>;
}

/** One that was woken has come to rest when it had no effect for so long. */
const quietMs = 1_000;
const longestAwakeMs = 60_000;

/**
 * Processes of one program that live one after the other: each kills itself where it was told to, and the next begins.
 * Or it falls asleep there: then another takes over, and both live when it is woken.
 */
export class Lives {
  readonly #options: LivesOptions;
  #mortal: Mortal;
  #sleeper: Mortal | undefined;
  /** Which of the two environments the present one has. */
  #place: 0 | 1 = 0;
  #count = 0;
  /** Since when nobody is up, and how long that was before; the first begins at once. */
  #fellAt = Date.now();
  #lostMs = 0;
  #kills = 0;
  #sleeps = 0;
  #effects: string[] = [];
  #following: readonly Death[] = [];
  #meanwhile: (() => Promise<unknown>) | undefined;
  #isArmed = () => {};
  #fell = Promise.withResolvers<void>();
  #takingOver: Promise<void> = Promise.resolve();
  /** When one that was woken last did something; undefined while it sleeps. */
  #stirredAt: number | undefined;
  #fault: Error | undefined;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.#mortal = this.#begin();
  }

  #begin(): Mortal {
    const { program, environments, betweenLivesMs } = this.#options;
    const mortal: Mortal = new Mortal({
      program,
      environment: environments[this.#place],
      args: () => {
        const death = this.#kills === 0 ? undefined : this.#following[this.#kills - 1];
        this.#count += 1;
        const lost = JSON.stringify({ fellAt: this.#fellAt, lostMs: this.#lostMs } satisfies Lost);
        return [String(this.#count * betweenLivesMs), death === undefined ? '' : JSON.stringify(death), lost];
      },
      hear: (line) => (mortal === this.#sleeper ? this.#hearSleeper(line) : this.#hear(line)),
      between: async (end) => {
        if (end !== 'SIGKILL') throw new Error(`a process ended by itself: ${end}`);
        this.#kills += 1;
        this.#fellAt = Date.now();
        await this.#meanwhile?.();
      },
    });
    return mortal;
  }

  #hear(line: string): void {
    if (line === 'armed') this.#isArmed();
    if (line === 'up') this.#lostMs += Date.now() - this.#fellAt;
    if (line.startsWith('effect ')) this.#effects.push(line.slice('effect '.length));
    if (line !== 'asleep') return;
    this.#sleeper = this.#mortal;
    this.#stirredAt = undefined;
    this.#takingOver = this.#takeOver().catch((error: unknown) => {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    });
  }

  #hearSleeper(line: string): void {
    if (line === 'awake' || line.startsWith('effect ')) this.#stirredAt = performance.now();
  }

  async #takeOver(): Promise<void> {
    this.#sleeps += 1;
    this.#fellAt = Date.now();
    const sleepers = this.environment;
    this.#place = this.#place === 0 ? 1 : 0;
    this.#mortal = this.#begin();
    // Whoever waits for an answer asks the other one.
    this.#fell.resolve();
    this.#fell = Promise.withResolvers();
    await this.#options.runOut(sleepers);
    await this.#meanwhile?.();
  }

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  /** How long nobody was up, in all. */
  get lostMs(): number {
    return this.#lostMs;
  }

  /** Of the present one. */
  get environment(): Environment {
    return this.#options.environments[this.#place];
  }

  /** One has ended by itself. */
  get fault(): Error | undefined {
    return this.#fault ?? this.#mortal.fault ?? this.#sleeper?.fault;
  }

  /** What was done since it was last armed. */
  get effects(): readonly string[] {
    return this.#effects;
  }

  /** Resolves when the present one falls asleep, and another is there to be asked. */
  get asleep(): Promise<void> {
    return this.#fell.promise;
  }

  /** Since it was last armed one has died or fallen asleep. What it dies of last shows a moment before it has died of it. */
  async hasFallen(withinMs = 1_000): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.#kills + this.#sleeps === 0 && performance.now() < until) await wait(20);
    return this.#kills + this.#sleeps > 0;
  }

  /** Wakes whoever sleeps beside the one that has taken over, has it do what it then does, and ends it. */
  async wake(): Promise<void> {
    await this.#takingOver;
    const sleeper = this.#sleeper;
    if (sleeper === undefined) return;
    await this.#mortal.ready();
    const since = performance.now();
    sleeper.wake();
    for (;;) {
      const now = performance.now();
      if (this.#stirredAt !== undefined && now - this.#stirredAt > quietMs) break;
      if (now - since > longestAwakeMs) throw new Error('one that was woken does not come to rest');
      await wait(20);
    }
    if (sleeper.fault !== undefined) throw sleeper.fault;
    await sleeper.close();
    this.#sleeper = undefined;
    await this.#options.runOut(this.#options.environments[this.#place === 0 ? 1 : 0]);
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
    const past = { effects: this.#effects, kills: this.#kills, sleeps: this.#sleeps };
    this.#effects = [];
    this.#kills = 0;
    this.#sleeps = 0;
    this.#following = deaths.slice(1);
    this.#meanwhile = meanwhile;
    return past;
  }

  async close(): Promise<void> {
    await this.#sleeper?.close();
    await this.#mortal.close();
  }
}
