import type { Log } from '../log.ts';

type Line = Parameters<Log['info']>;

/**
 * The log of one request, whose lines carry its id. Making a child costs as much as a small request's
 * validation, and most requests log nothing: it is made for the first line.
 */
class RequestLog {
  readonly #parent: Log;
  readonly #bindings: object;
  #child: Log | undefined;

  constructor(parent: Log, bindings: object) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #log(): Log {
    this.#child ??= this.#parent.child(this.#bindings);
    return this.#child;
  }
  get level(): string {
    return this.#parent.level;
  }
  child(...given: Parameters<Log['child']>): Log {
    return this.#log.child(...given);
  }
  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }
  error(...line: Line): void {
    this.#log.error(...line);
  }
  warn(...line: Line): void {
    this.#log.warn(...line);
  }
  info(...line: Line): void {
    this.#log.info(...line);
  }
  debug(...line: Line): void {
    this.#log.debug(...line);
  }
  trace(...line: Line): void {
    this.#log.trace(...line);
  }
  silent(...line: Line): void {
    this.#log.silent(...line);
  }
}

export function requestLog(parent: Log, bindings: object): Log {
  return new RequestLog(parent, bindings);
}
