/** One signal for one attempt: it ends when the caller's does, or when the server is silent for too long. */
export class Patience {
  readonly #over = new AbortController();
  readonly #limitMs: number;
  readonly #caller: AbortSignal | undefined;
  readonly #stop = () => this.#over.abort(this.#caller?.reason);

  constructor(limitMs: number, caller: AbortSignal | undefined) {
    this.#limitMs = limitMs;
    this.#caller = caller;
    // No AbortSignal.any: it would stay with a signal that outlives many calls.
    caller?.addEventListener('abort', this.#stop);
    if (caller?.aborted === true) this.#stop();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Waits for what the server does next. While the caller is busy, nobody's patience runs out. */
  async during<T>(step: Promise<T>): Promise<T> {
    const silence = setTimeout(
      () => this.#over.abort(new Error(`the server was silent for ${this.#limitMs} ms`)),
      this.#limitMs,
    );
    try {
      return await step;
    } finally {
      clearTimeout(silence);
    }
  }

  end(): void {
    this.#caller?.removeEventListener('abort', this.#stop);
  }
}

/** What a promise brings, unless the caller gives up first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const aborted = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted === true) aborted();
  });
}
