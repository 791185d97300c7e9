import { setTimeout as wait } from 'node:timers/promises';
import { type Database, eventIdOf, makeIds, outbox, systemClock } from '@wheelhouse/kit';
import type { Subscriber } from './subscribers.ts';

/** An event whose transaction was confirmed. */
export interface Emitted {
  readonly eventId: string;
  readonly to: Subscriber;
  /** When it was confirmed, in milliseconds since 1970. */
  readonly at: number;
}

const againAfterMs = 250;
/** More than that wait for the database: what is due is written as soon as it may be. */
const mostAtOnce = 8;
const tickMs = 5;

/** Writes events as a module does, each in a transaction of its own, whatever becomes of those before. */
export class Source {
  readonly #database: Database;
  readonly #makeId = makeIds(systemClock);
  readonly #emitted: Emitted[] = [];
  #begun = 0;
  #underWay = 0;
  #failed = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  get emitted(): readonly Emitted[] {
    return this.#emitted;
  }

  /** How often a transaction was not confirmed; it is written again under another id, since it may be there all the same. */
  get failed(): number {
    return this.#failed;
  }

  /** At a rate, until told that it is enough; the subscribers in turn. */
  async flow(
    subscribers: readonly Subscriber[],
    perSecond: number,
    isEnough: (begun: number) => boolean,
  ): Promise<void> {
    const began = performance.now();
    const before = this.#begun;
    while (!isEnough(this.#begun - before)) {
      const due = ((performance.now() - began) / 1_000) * perSecond;
      while (this.#begun - before < due && this.#underWay < mostAtOnce && !isEnough(this.#begun - before))
        void this.#begin(subscribers);
      await wait(tickMs);
    }
    while (this.#underWay > 0) await wait(tickMs);
  }

  async #begin(subscribers: readonly Subscriber[]): Promise<void> {
    const to = subscribers[this.#begun % subscribers.length];
    this.#begun += 1;
    if (to === undefined) return;
    this.#underWay += 1;
    for (;;) {
      try {
        const id = this.#makeId();
        await writeEvent(this.#database, to, id);
        this.#emitted.push({ eventId: eventIdOf(id), to, at: performance.timeOrigin + performance.now() });
        break;
      } catch {
        this.#failed += 1;
        await wait(againAfterMs);
      }
    }
    this.#underWay -= 1;
  }
}

export function writeEvent(database: Database, { tenantId, clusterId }: Subscriber, id: string): Promise<string> {
  const emit = outbox('platform', () => id, systemClock);
  return database.tenant(tenantId, (db) =>
    emit(
      db,
      'cluster.phase_changed',
      {
        cluster_id: clusterId,
        name: 'prod-eu',
        from: 'Installing',
        to: 'Ready',
        reason: 'nodes_ready',
        message: 'All 12 nodes are ready and the agent has all the permissions it needs.',
        url: `https://wheelhouse.example.test/clusters/${clusterId}`,
      },
      { clusterId },
    ),
  );
}
