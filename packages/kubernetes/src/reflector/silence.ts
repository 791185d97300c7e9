import { ClusterUnreachable } from '../client/errors.ts';

/** Ends a watch that has told nothing for too long, or whose reflector is told to stop. */
export class Silence {
  readonly #over = new AbortController();
  readonly #limitMs: number;
  readonly #path: string;
  readonly #outer: AbortSignal;
  #last = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, path: string, outer: AbortSignal) {
    this.#limitMs = limitMs;
    this.#path = path;
    this.#outer = outer;
    if (outer.aborted) this.#stop();
    else outer.addEventListener('abort', this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(): void {
    this.broken();
    this.#wait(this.#limitMs);
  }

  broken(): void {
    this.#last = performance.now();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#stop);
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#last + this.#limitMs - performance.now();
      if (left > 0) return this.#wait(left);
      const text = `The watch of ${this.#path} sent nothing for ${this.#limitMs / 1000} s, not even a bookmark. It is restarted`;
      return this.#over.abort(new ClusterUnreachable('timeout', text));
    }, milliseconds).unref();
  }

  readonly #stop = (): void => this.#over.abort(this.#outer.reason);
}
