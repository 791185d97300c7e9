import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Log, ModuleContext } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { setLastUsed, type Use } from './store.ts';

const writeEveryMs = 10_000;

/**
 * When and from where credentials were last used: remembered here and written together, because a write
 * for every use would cost more than the use. What a killed process had not written yet is lost.
 */
export class LastUsed {
  readonly #database: Database;
  readonly #log: Log;
  readonly #uses = new Map<string, Map<string, Use>>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  note(tenantId: string, use: Use): void {
    const ofTenant = this.#uses.get(tenantId) ?? new Map<string, Use>();
    this.#uses.set(tenantId, ofTenant.set(use.id, use));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(writeEveryMs, undefined, { signal }).catch(() => undefined);
      await this.write();
    }
  }

  async write(): Promise<void> {
    const tenants = [...this.#uses];
    this.#uses.clear();
    for (const [tenantId, uses] of tenants) {
      // In one order, so that two processes never wait for each other in a circle.
      const ordered = [...uses.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      await this.#database
        .tenant(tenantId, (db) => setLastUsed(db, ordered))
        .catch((error: unknown) => this.#log.warn({ err: error }, 'the last use of credentials could not be written'));
    }
  }
}

/** One for a feature; it writes for the last time when the process stops. */
export function lastUsedOf({ database, log, background }: ModuleContext<AuthSettings>): LastUsed {
  const lastUsed = new LastUsed(database, log);
  background((signal) => lastUsed.run(signal));
  return lastUsed;
}
