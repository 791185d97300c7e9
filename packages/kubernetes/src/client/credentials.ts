import type { ClusterAccess } from '../access/access.ts';

const trustedMs = 60_000;

/** The token to show: the same as long as it may be trusted to be the newest. */
export class Credentials {
  readonly #given: ClusterAccess['token'];
  #token: string | undefined;
  #readAt = 0;
  #reading: Promise<string> | undefined;

  constructor(given: ClusterAccess['token']) {
    this.#given = given;
  }

  async token(): Promise<string | undefined> {
    if (typeof this.#given !== 'function') return this.#given;
    if (this.#token === undefined) return this.#read(this.#given);
    if (performance.now() - this.#readAt < trustedMs) return this.#token;
    // The one at hand is good for longer than a file is away while it is replaced.
    return this.#read(this.#given).catch(() => this.#token);
  }

  /** The server refused this one: is there a newer? */
  async after(refused: string | undefined): Promise<string | undefined> {
    if (typeof this.#given !== 'function') return refused;
    if (this.#token !== refused) return this.#token;
    return this.#read(this.#given).catch(() => refused);
  }

  #read(ask: () => Promise<string>): Promise<string> {
    this.#reading ??= ask()
      .then((token) => {
        this.#token = token;
        this.#readAt = performance.now();
        return token;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}
