import type { Database } from '@wheelhouse/kit';
import { pruneHandOvers } from '../hand-over/service.ts';
import { forgetSecrets } from '../secrets/store.ts';
import { deleteOldSessions, selectTenantIds } from './store.ts';

const keepMs = 30 * 24 * 60 * 60_000;
const atOnce = 200;

/** What the audit trail says of a session outlives it. With them go the codes that were made in one and never used. */
export async function pruneSessions(database: Database, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - keepMs);
  for (const tenantId of await database.system(selectTenantIds)) {
    await database.tenant(tenantId, (db) => pruneHandOvers(db, now));
    let gone = atOnce;
    while (gone === atOnce && !signal.aborted)
      gone = await database.tenant(tenantId, async (db) => {
        const ids = await deleteOldSessions(db, before, atOnce);
        for (const id of ids) await forgetSecrets(db, id);
        return ids.length;
      });
  }
}
