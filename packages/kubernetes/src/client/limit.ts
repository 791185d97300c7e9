/** How long a call is waited for: until its time is up or whoever asked gives up, whichever comes first. */
export class Limit {
  readonly #ended = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, late: () => Error, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.#ended.abort(late()), milliseconds).unref();
    if (outer?.aborted === true) this.#end();
    else outer?.addEventListener('abort', this.#end, { once: true });
  }

  readonly #end = (): void => this.#ended.abort(this.#outer?.reason);

  /** Why it is over, once it is. */
  get reason(): unknown {
    return this.#ended.signal.reason;
  }

  /** What has begun may take as long as it likes. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of timer and signal; the last thing done with it. */
  done(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#end);
  }

  /** Runs when it ends; the answer takes that back. */
  onEnd(listener: () => void): () => void {
    const { signal } = this.#ended;
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
    return () => signal.removeEventListener('abort', listener);
  }

  /** The promise, unless the limit ends before it. */
  within<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const off = this.onEnd(() => reject(this.reason));
      const settled =
        <A>(settle: (answer: A) => void) =>
        (answer: A) => {
          off();
          settle(answer);
        };
      promise.then(settled(resolve), settled(reject));
    });
  }
}
