import type { Log } from '@wheelhouse/kit';
import type { Head } from './chain.ts';

const everyMs = 60_000;

/**
 * Heads in the log are out of the database's reach: with one, `wheelhouse audit verify --head` finds that the
 * end of a trail was cut off. Each tenant's newest is told, at most once a minute.
 */
export class HeadLog {
  readonly #log: Log;
  readonly #untold = new Map<string, Head>();
  readonly #told = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(tenantId: string, head: Head): void {
    this.#untold.set(tenantId, head);
  }

  tell(now: number): void {
    for (const [tenantId, at] of this.#told) if (now - at >= everyMs) this.#told.delete(tenantId);
    for (const [tenantId, { seq, hash }] of this.#untold) {
      if (this.#told.has(tenantId)) continue;
      this.#log.info({ tenant_id: tenantId, seq, hash }, 'audit head');
      this.#told.set(tenantId, now);
      this.#untold.delete(tenantId);
    }
  }
}
