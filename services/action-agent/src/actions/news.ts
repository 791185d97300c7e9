import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Log } from '@wheelhouse/kit';
import { selectVersions } from '../records/store.ts';

/** The actions that are followed are looked at this often, once for all who follow, and only while somebody does. */
const lookEveryMs = 250;

interface Waiting {
  readonly tenantId: string;
  readonly actionId: string;
  readonly tell: (version: number | undefined) => void;
}

/** Tells those who follow actions at which version they are, look after look. */
export class ActionNews {
  readonly #database: Database;
  readonly #log: Log;
  readonly #waiting = new Set<Waiting>();
  #looking = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves with the next look; without anything when the signal ends, or the action is not there. */
  next(tenantId: string, actionId: string, signal: AbortSignal): Promise<number | undefined> {
    return new Promise((resolve) => {
      const tell = (version: number | undefined) => {
        signal.removeEventListener('abort', end);
        this.#waiting.delete(waiting);
        resolve(version);
      };
      const end = () => tell(undefined);
      const waiting = { tenantId, actionId, tell };
      if (signal.aborted) return resolve(undefined);
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
      const tenants = Map.groupBy(this.#waiting, ({ tenantId }) => tenantId);
      await Promise.all([...tenants].map(([tenantId, waiting]) => this.#tell(tenantId, waiting)));
    }
    this.#looking = false;
  }

  async #tell(tenantId: string, waiting: readonly Waiting[]): Promise<void> {
    const ids = [...new Set(waiting.map(({ actionId }) => actionId))];
    try {
      const rows = await this.#database.tenant(tenantId, (db) => selectVersions(db, ids));
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      for (const { actionId, tell } of waiting) tell(versions.get(actionId));
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of actions cannot be read right now');
    }
  }
}
