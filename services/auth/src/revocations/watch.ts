import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Log } from '@wheelhouse/kit';
import { lastRevocation } from './store.ts';

/** The table is looked at this often, once for all who wait, and only while somebody does. */
const lookEveryMs = 100;

/** Tells those who wait that there is a revocation past the one they know of. */
export class RevocationWatch {
  readonly #database: Database;
  readonly #log: Log;
  readonly #waiting = new Map<() => void, number>();
  #looking = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves as soon as there may be news after `seq`, and when the time is up. */
  async newsAfter(seq: number, limitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      this.#waiting.set(done, seq);
      if (!this.#looking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#waiting.size > 0) {
      await wait(lookEveryMs);
      const last = await lastRevocation({ query: this.#database.look }).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'revocations cannot be read right now');
        return 0;
      });
      for (const [tell, seq] of this.#waiting) if (last > seq) tell();
    }
    this.#looking = false;
  }
}
