import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Log } from '@wheelhouse/kit';
import { selectSigns, type Sign } from './store.ts';

/** The table is looked at this often, once for all who follow, and only while somebody does. */
const lookEveryMs = 250;

interface Waiting {
  readonly tenantId: string;
  readonly tell: (signs: readonly Sign[]) => void;
}

/** Tells those who follow how their tenant's clusters are marked, look after look. */
export class HealthNews {
  readonly #database: Database;
  readonly #log: Log;
  readonly #waiting = new Set<Waiting>();
  #looking = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves with the next look; without anything when the signal ends. */
  next(tenantId: string, signal: AbortSignal): Promise<readonly Sign[]> {
    return new Promise((resolve) => {
      const done = (signs: readonly Sign[]) => {
        signal.removeEventListener('abort', end);
        this.#waiting.delete(waiting);
        resolve(signs);
      };
      const end = () => done([]);
      const waiting = { tenantId, tell: done };
      if (signal.aborted) return resolve([]);
      signal.addEventListener('abort', end);
      this.#waiting.add(waiting);
      if (!this.#looking) void this.#look();
    });
  }

  /** Until nobody waits; whoever is told and waits again begins it anew. */
  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#waiting.size > 0) {
      await wait(lookEveryMs);
      const asking = [...this.#waiting];
      const tenants = [...new Set(asking.map(({ tenantId }) => tenantId))];
      try {
        const signs = Map.groupBy(await selectSigns({ query: this.#database.look }, tenants), (one) => one.tenant_id);
        for (const { tenantId, tell } of asking) tell(signs.get(tenantId) ?? []);
      } catch (error) {
        this.#log.warn({ err: error }, 'changes of health cannot be read right now');
      }
    }
    this.#looking = false;
  }
}
