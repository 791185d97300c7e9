import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { CallModule } from '../http/module-call.ts';
import type { Log } from '../log.ts';

/** What a module's schema needs done from time to time. Each may be stopped anywhere, and be done by two at once. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** When it is tried again after it failed. */
  readonly againMs: number;
  readonly run: (house: House) => Promise<void>;
}

export interface House {
  readonly schema: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly call: CallModule;
  /** Of the module; false: the signal ended first. */
  readonly onTenantDeleted: (tenantId: string, signal: AbortSignal) => Promise<boolean>;
}
