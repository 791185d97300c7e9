import type { Clock, Database, Keyring } from '@wheelhouse/kit';
import { chained, emptyChain, type Head } from './chain.ts';
import { deletePending, insertEntries, lockHead, markDue, moveHead, selectPending, takeDue } from './store.ts';

const mostAtOnce = 1_000;

export interface Sealer {
  readonly database: Database;
  readonly secrets: Keyring;
  readonly clock: Clock;
}

/** Puts what waits at the end of the tenant's chain. Answers the new head, or undefined when nothing waited. */
export function sealTenant({ database, secrets, clock }: Sealer, tenantId: string): Promise<Head | undefined> {
  return database.tenant(tenantId, async (db) => {
    await takeDue(db);
    const head = await lockHead(db, emptyChain);
    const pending = await selectPending(db, mostAtOnce);
    const entries = chained(tenantId, head, pending, secrets, clock);
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    await insertEntries(db, entries);
    await deletePending(db, pending);
    await moveHead(db, last);
    if (pending.length === mostAtOnce) await markDue(db, clock.now());
    return { seq: last.seq, id: last.id, hash: last.hash };
  });
}
