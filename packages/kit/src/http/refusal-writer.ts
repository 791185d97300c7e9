import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { WriteAudit } from './audit.ts';
import type { RefusalLedgerOptions, RefusalTold } from './refusal-ledger.ts';

/** The way of a module with a database: through its outbox, each in its tenant's transaction. */
export function refusalWriter(database: Database, write: WriteAudit, log: Log): RefusalLedgerOptions['write'] {
  return async (told) => {
    const waiting: RefusalTold[] = [];
    for (const one of told) {
      await database
        .tenant(one.tenantId, (db) => write(db, one.record))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'refusals could not be written to the audit trail yet');
          waiting.push(one);
        });
    }
    return waiting;
  };
}
