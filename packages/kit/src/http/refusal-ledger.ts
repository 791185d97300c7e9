import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { actorOf, type AuditRecord } from './audit.ts';
import type { Principal } from './principal.ts';

const minute = 60_000;
/** A bound on what a caller who varies everything can make us remember. */
const mostKinds = 10_000;

interface Refused {
  readonly tenantId: string;
  readonly record: Omit<AuditRecord, 'count'>;
  count: number;
}

/** Refusals of one kind in one minute. */
export interface RefusalTold {
  readonly tenantId: string;
  readonly record: AuditRecord;
}

export interface RefusalLedgerOptions {
  /** Writes them, each of its own; answers those that must wait, after saying why in the log. */
  readonly write: (told: readonly RefusalTold[]) => Promise<readonly RefusalTold[]>;
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
    const record = {
      at: this.#options.clock.now().toISOString(),
      action: 'refused',
      route,
      actor: actorOf(principal),
      object_id: null,
      request_id: requestId,
      address,
      result: code,
      details: {},
    };
    this.#count(keyOf(tenantId, record), 1, () => ({ tenantId, record, count: 0 }));
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
    const { write, log } = this.#options;
    const taken = this.#seen;
    this.#seen = new Map();
    if (this.#forgotten > 0)
      log.warn(
        { refusals: this.#forgotten },
        'too many distinct refusals to count; these are missing from the audit trail',
      );
    this.#forgotten = 0;
    const told = [...taken.values()].map(({ tenantId, record, count }) => ({ tenantId, record: { ...record, count } }));
    if (told.length === 0) return;
    for (const { tenantId, record } of await write(told)) {
      const { count, ...rest } = record;
      this.#count(keyOf(tenantId, record), count, () => ({ tenantId, record: rest, count: 0 }));
    }
  }
}

function keyOf(tenantId: string, { actor, route, result }: Omit<AuditRecord, 'count'>): string {
  return [tenantId, actor.credential_id, route, result].join(' ');
}
