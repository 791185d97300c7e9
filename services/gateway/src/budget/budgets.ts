import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@wheelhouse/kit';
import { budgetsShared } from './metrics.ts';
import type { Charge, Meter } from './meter.ts';
import { goneAfterSeconds } from './scripts.ts';
import type { Heard, Told, Valkey } from './valkey.ts';
import { WindowClock } from './window-clock.ts';

/** Nobody waits longer for Valkey. */
const patienceMs = 25;
/** Unless our own timer comes so late: then it has a little longer. */
const heldUpMs = 5;
const graceMs = 10;
/**
 * Under load calls go no closer together: what comes meanwhile shares the next one. A call costs both sides as much as
 * two requests, most of it for waking each other.
 */
const gatherMs = 5;
const beatMs = 1_000;
const probeMs = 100;
/** Meters told in one call; Valkey does nothing else meanwhile. */
const toldAtOnce = 1_000;
const late = 'Valkey does not respond in time';

/**
 * Fixed windows of a minute, counted exactly in Valkey. While it is away or slow each gateway lets in its share of
 * what was left, and tells it on return. A Valkey that comes back without what it had counted of this window is not
 * believed before the next: the shares last so long, so that nobody is given a budget twice.
 */
export class Budgets {
  readonly #valkey: Valkey;
  readonly #log: Log;
  readonly #window = new WindowClock();
  #batch: Meter[] = [];
  #scheduled = false;
  #flushed = 0;
  #trouble: string | undefined = 'Valkey has not been contacted yet';
  #complained = false;
  #sharedSince = 0;
  #gateways = 1;
  /** Which memory of Valkey's has counted for us, and the last window in which it did. */
  #memory = 0;
  #countedIn = 0;
  /** Grows whenever shares are to be dealt anew: with every window and every loss. */
  #deals = 1;
  /** The meters of this window with something that Valkey was not told. */
  readonly #owing = new Set<Meter>();
  #beating: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(valkey: Valkey, log: Log) {
    this.#valkey = valkey;
    this.#log = log;
    budgetsShared.set(0);
  }

  async open(): Promise<void> {
    await this.#valkey.open();
    await Promise.race([this.#beat(), wait(beatMs, undefined, { ref: false })]);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#beating);
    this.#valkey.close();
  }

  /** Whether Valkey counts; false while each gateway keeps a share. */
  get isShared(): boolean {
    return this.#trouble === undefined;
  }

  /** Why Valkey does not count right now. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  get gateways(): number {
    return this.#gateways;
  }

  /** What is left of it, as far as is known here. */
  left(meter: Meter): number {
    if (this.#window.isOver) this.#goOn();
    if (this.isShared) return meter.window === this.#window.ends ? meter.limit - meter.count : meter.limit;
    return meter.dealt === this.#deals ? meter.left : Math.ceil(meter.limit / this.#gateways);
  }

  charge(meter: Meter, who: Charge): void {
    if (this.#window.isOver) this.#goOn();
    if (!this.isShared) {
      this.#chargeHere(meter, who);
      return;
    }
    // Spent is spent until the window ends: a flood of refused requests is not Valkey's to count.
    if (meter.window === this.#window.ends && meter.count >= meter.limit) {
      who.charged(false, 0, meter.window);
      return;
    }
    if (meter.waiting.push(who) > 1) return;
    this.#batch.push(meter);
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (performance.now() - this.#flushed >= gatherMs) setImmediate(this.#flush);
    else setTimeout(this.#flush, gatherMs);
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    const asked = performance.now();
    this.#flushed = asked;
    const meters = this.#batch;
    this.#batch = [];
    const waiting = meters.map((meter) => meter.waiting);
    for (const meter of meters) meter.waiting = [];
    if (!this.isShared) {
      this.#settleHere(meters, waiting);
      return;
    }
    let settled = false;
    const giveUp = (why = late) => {
      if (settled) return;
      settled = true;
      clearTimeout(limit);
      this.#lose(why);
      this.#settleHere(meters, waiting);
    };
    let limit = setTimeout(() => {
      // When we ourselves were held up, its answer lies in our socket, or it was asked only just now.
      const isLate = performance.now() - asked > patienceMs + heldUpMs;
      if (isLate) limit = setTimeout(giveUp, graceMs);
      else setImmediate(giveUp);
    }, patienceMs);
    const numbers = waiting.map((those) => those.length);
    this.#count(meters, numbers).then(
      (told) => {
        if (settled) {
          this.#countedLate(meters, numbers, told);
          return;
        }
        settled = true;
        clearTimeout(limit);
        this.#take(told);
        meters.forEach((meter, index) =>
          settle(meter, waiting[index] ?? [], told.numbers[index] ?? 0, told.windowEnds),
        );
      },
      (error: unknown) => giveUp(this.#valkey.whyOf(error)),
    );
  };

  async #count(meters: readonly Meter[], numbers: readonly number[]): Promise<Told> {
    const told = await this.#valkey.charge(
      meters.map(({ key }) => key),
      numbers.map(String),
    );
    this.#countedIn = told.windowEnds;
    return told;
  }

  /** Whom we let in meanwhile is owed by now; who was refused, or came in an earlier window, should not count. */
  #countedLate(meters: readonly Meter[], numbers: readonly number[], { windowEnds }: Told): void {
    if (this.#window.isOver) this.#goOn();
    if (windowEnds !== this.#window.ends) return;
    meters.forEach((meter, index) => this.#owe(meter, -(numbers[index] ?? 0)));
    // Its answer may be read together with that to the beat, and after it: then it was told of them on our return.
    if (this.isShared) this.#tellOwed();
  }

  #settleHere(meters: readonly Meter[], waiting: readonly (readonly Charge[])[]): void {
    meters.forEach((meter, index) => {
      for (const who of waiting[index] ?? []) this.#chargeHere(meter, who);
    });
  }

  #chargeHere(meter: Meter, who: Charge): void {
    const { ends } = this.#window;
    if (meter.dealt !== this.#deals) {
      meter.dealt = this.#deals;
      meter.enter(ends);
      meter.left = Math.floor(Math.max(0, meter.limit - meter.count) / this.#gateways);
    }
    const admitted = meter.left > 0;
    if (admitted) {
      meter.left -= 1;
      this.#owe(meter, 1);
    }
    // If the others were asked as much, so much is left of the whole.
    who.charged(admitted, meter.remaining(meter.left * this.#gateways), ends);
  }

  #owe(meter: Meter, number: number): void {
    meter.owed += number;
    this.#owing.add(meter);
  }

  #take(told: Told): void {
    const isOther = told.windowEnds !== this.#window.ends;
    this.#window.set(told);
    if (isOther) this.#beginWindow();
  }

  #goOn(): void {
    this.#window.goOn();
    this.#beginWindow();
  }

  #beginWindow(): void {
    this.#deals += 1;
    for (const meter of this.#owing) meter.owed = 0;
    this.#owing.clear();
  }

  #lose(why: string): void {
    if (this.#closed) return;
    const { isShared } = this;
    this.#trouble = why;
    // Once for each time that it is away, from the start on.
    if (!this.#complained)
      this.#log.warn({ gateways: this.#gateways }, `${why}; each gateway enforces its share of the budgets by itself`);
    this.#complained = true;
    if (!isShared) return;
    budgetsShared.set(0);
    this.#deals += 1;
    this.#again(probeMs);
  }

  #again(inMs: number): void {
    clearTimeout(this.#beating);
    if (!this.#closed) this.#beating = setTimeout(() => void this.#beat(), inMs).unref();
  }

  async #beat(): Promise<void> {
    // That it hangs is noticed while nobody asks, too.
    const hanging = setTimeout(() => this.#lose(late), beatMs).unref();
    try {
      const began = performance.now();
      const heard = await this.#valkey.beat(this.#memory, this.#countedIn);
      const isSlow = performance.now() - began > patienceMs;
      if (!this.isShared && isSlow) this.#lose(late);
      else this.#hear(heard);
    } catch (error) {
      this.#lose(this.#valkey.whyOf(error));
    }
    clearTimeout(hanging);
    this.#again(this.isShared ? beatMs : probeMs);
  }

  #hear(heard: Heard): void {
    // After a time away not all have been seen again.
    const isSettled = this.isShared && performance.now() - this.#sharedSince > goneAfterSeconds * 1_000;
    if (isSettled || heard.gateways > this.#gateways) this.#gateways = heard.gateways;
    this.#memory = heard.memory;
    if (!this.isShared) this.#take(heard);
    if (heard.forgot) this.#lose('Valkey has lost part of the counts of this window');
    else if (!this.isShared) this.#return();
  }

  #return(): void {
    this.#valkey.load();
    // Whatever is charged from now on comes after it, on the same connection.
    this.#tellOwed();
    this.#trouble = undefined;
    this.#complained = false;
    budgetsShared.set(1);
    this.#sharedSince = performance.now();
    this.#log.info('budgets are counted in Valkey');
  }

  #tellOwed(): void {
    const owing = [...this.#owing].filter(({ owed }) => owed !== 0);
    this.#owing.clear();
    for (let from = 0; from < owing.length; from += toldAtOnce) this.#tell(owing.slice(from, from + toldAtOnce));
  }

  #tell(meters: readonly Meter[]): void {
    const { ends } = this.#window;
    const numbers = meters.map(({ owed }) => owed);
    for (const meter of meters) {
      meter.heard(meter.count + meter.owed, ends);
      meter.owed = 0;
    }
    this.#count(meters, numbers).then(
      (told) => {
        if (told.windowEnds !== ends) this.#countedLate(meters, numbers, told);
        else meters.forEach((meter, index) => meter.heard(told.numbers[index] ?? 0, ends));
      },
      () => {
        if (ends === this.#window.ends) meters.forEach((meter, index) => this.#owe(meter, numbers[index] ?? 0));
      },
    );
  }
}

/** The number told is that of the last who waited. */
function settle(meter: Meter, waiting: readonly Charge[], number: number, windowEnds: number): void {
  meter.heard(number, windowEnds);
  let position = number - waiting.length;
  for (const who of waiting) {
    position += 1;
    who.charged(position <= meter.limit, meter.remaining(meter.limit - position), windowEnds);
  }
}
