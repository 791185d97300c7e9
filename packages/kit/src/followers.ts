import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './db/database.ts';
import { tenantFilter } from './db/tenant-filter.ts';
import type { Log } from './log.ts';

/** What somebody follows. */
export interface Followed {
  readonly tenantId: string;
  readonly id: string;
}

/** One look at all that is followed; answers what was seen of each. */
export type Look<Seen> = (asked: readonly Followed[]) => Promise<(one: Followed) => Seen | undefined>;

interface Waiting<Seen> extends Followed {
  readonly tell: (seen: Seen | undefined) => void;
}

const lookEveryMs = 250;

/** For streams: what is followed is looked at four times a second, once for all who follow, and only while somebody does. */
export class Followers<Seen> {
  readonly #look: Look<Seen>;
  readonly #log: Log;
  readonly #waiting = new Set<Waiting<Seen>>();
  #isLooking = false;

  constructor(log: Log, look: Look<Seen>) {
    this.#look = look;
    this.#log = log;
  }

  /** Resolves with the next look; with undefined when the signal ends, or what is followed is not there. */
  next(followed: Followed, signal: AbortSignal): Promise<Seen | undefined> {
    return new Promise((resolve) => {
      const tell = (seen: Seen | undefined) => {
        signal.removeEventListener('abort', end);
        this.#waiting.delete(waiting);
        resolve(seen);
      };
      const end = () => tell(undefined);
      const waiting = { ...followed, tell };
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener('abort', end);
      this.#waiting.add(waiting);
      if (!this.#isLooking) void this.#lookOn();
    });
  }

  /** Until nobody waits; whoever is told and waits again begins it anew. */
  async #lookOn(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      await wait(lookEveryMs);
      const asking = [...this.#waiting];
      try {
        const seen = await this.#look(asking);
        for (const waiting of asking) waiting.tell(seen(waiting));
      } catch (error) {
        this.#log.warn({ err: error }, 'followed objects cannot be read right now');
      }
    }
    this.#isLooking = false;
  }
}

/** Of rows whose every change has a number, in a column `version`. */
export function rowFollowers(
  { database, log }: { readonly database: Database; readonly log: Log },
  table: string,
): Followers<number> {
  return new Followers(log, async (asked) => {
    const sql = `SELECT id, version FROM ${table} WHERE ${tenantFilter()} AND id = ANY($1::uuid[])`;
    const tenants = [...Map.groupBy(asked, ({ tenantId }) => tenantId)];
    const rows = await Promise.all(
      tenants.map(([tenantId, those]) => {
        const ids = [...new Set(those.map(({ id }) => id))];
        return database.tenant(tenantId, (db) => db.query<{ id: string; version: number }>(sql, [ids]));
      }),
    );
    const versions = new Map(rows.flat().map(({ id, version }) => [id, version]));
    return ({ id }) => versions.get(id);
  });
}
