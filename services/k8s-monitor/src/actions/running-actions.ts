import type { Database } from '@wheelhouse/kit';
import { issueKey } from '../rules/index.ts';
import { type RunningAction, selectRunning } from './store.ts';

/** What running actions are meant to cause. */
export interface Expectation {
  /** The action of each issue, by `issueKey`. */
  readonly issues: ReadonlyMap<string, string>;
  /** When time alone will end one of the actions. */
  readonly until: number | undefined;
}

/** Where two actions are meant to cause one issue it is the older one's: ids begin with their time. */
export function expectedAt(running: readonly RunningAction[], now: number): Expectation {
  const issues = new Map<string, string>();
  let until: number | undefined;
  for (const { action_id: id, expects, until: end } of running) {
    if (end.getTime() <= now) continue;
    until = Math.min(until ?? Infinity, end.getTime());
    for (const { reason, ...object } of expects) {
      const key = issueKey({ rule: reason, object });
      if (!issues.has(key)) issues.set(key, id);
    }
  }
  return { issues, until };
}

/** The running actions of one cluster: read when something of them changed, and not with every round. */
export class RunningActions {
  readonly #database: Database;
  readonly #tenantId: string;
  readonly #clusterId: string;
  #count: number | undefined;
  #known: readonly RunningAction[] | undefined;

  constructor(database: Database, tenantId: string, clusterId: string) {
    this.#database = database;
    this.#tenantId = tenantId;
    this.#clusterId = clusterId;
  }

  /** How often something has changed so far; answers whether that is news. */
  hear(count: number): boolean {
    if (count === this.#count) return false;
    this.#count = count;
    this.#known = undefined;
    return true;
  }

  async read(): Promise<readonly RunningAction[]> {
    if (this.#known !== undefined) return this.#known;
    const count = this.#count;
    const rows = await this.#database.tenant(this.#tenantId, (db) => selectRunning(db, this.#clusterId));
    // What changed meanwhile is read by the round that it asked for.
    if (count === this.#count) this.#known = rows;
    return rows;
  }
}
