import type { Log } from '@wheelhouse/kit';

const mostASecond = 5;

/**
 * Tells of requests that failed: each while they are few, above that how many more. A line costs as much as half a
 * request, and a module that is down under load would make the others pay for hundreds a second.
 */
export class SparingLog {
  readonly #log: Log;
  readonly #about: string;
  #second = 0;
  #told = 0;
  #untold = 0;

  constructor(log: Log, about: string) {
    this.#log = log;
    this.#about = about;
  }

  tell(line: (log: Log) => void): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#turn(second);
    if (this.#told < mostASecond) {
      this.#told += 1;
      line(this.#log);
    } else this.#untold += 1;
  }

  #turn(second: number): void {
    if (this.#untold > 0) this.#log.warn({ requests: this.#untold }, `${this.#about}: more than are logged one by one`);
    this.#second = second;
    this.#told = 0;
    this.#untold = 0;
  }
}
