import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { actorOf, type AuditRecord, type WriteAudit } from './audit.ts';
import type { Principal } from './principal.ts';

const minute = 60_000;
/** A bound on what a caller who varies everything can make us remember. */
const mostKinds = 10_000;

interface Refused {
  readonly tenantId: string;
  readonly record: Omit<AuditRecord, 'count'>;
  count: number;
}

export interface RefusalLedgerOptions {
  readonly database: Database;
  readonly write: WriteAudit;
  readonly clock: Clock;
  readonly log: Log;
}

/** Refusals of known principals, on their way to the audit trail: one entry per credential, route, code and minute. */
export class RefusalLedger {
  readonly #options: RefusalLedgerOptions;
  readonly #timer: NodeJS.Timeout;
  #seen = new Map<string, Refused>();
  #forgotten = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RefusalLedgerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), minute);
    this.#timer.unref();
  }

  add(principal: Principal, route: string, code: string, address: string, requestId: string): void {
    const { tenantId } = principal;
    if (tenantId === undefined || principal.kind === 'module') return;
    this.#count([tenantId, principal.credentialId, route, code].join(' '), 1, () => ({
      tenantId,
      record: {
        at: this.#options.clock.now().toISOString(),
        action: 'refused',
        route,
        actor: actorOf(principal),
        object_id: null,
        request_id: requestId,
        address,
        result: code,
        details: {},
      },
      count: 0,
    }));
  }

  /** One after the other: whoever waits for the last has waited for all. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #count(key: string, times: number, make: () => Refused): void {
    const known = this.#seen.get(key);
    if (known !== undefined) known.count += times;
    else if (this.#seen.size >= mostKinds) this.#forgotten += times;
    else {
      const made = make();
      made.count = times;
      this.#seen.set(key, made);
    }
  }

  async #write(): Promise<void> {
    const { database, write, log } = this.#options;
    const taken = this.#seen;
    this.#seen = new Map();
    if (this.#forgotten > 0)
      log.warn({ refusals: this.#forgotten }, 'more kinds of refusals than are counted; these are not in the trail');
    this.#forgotten = 0;
    for (const [key, refused] of taken) {
      const { tenantId, record, count } = refused;
      await database
        .tenant(tenantId, (db) => write(db, { ...record, count }))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'refusals wait to be written to the audit trail');
          this.#count(key, count, () => refused);
        });
    }
  }
}
