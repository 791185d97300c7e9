import { type AppRow, selectAppsOf } from '../apps/app-store.ts';
import { someNames } from '../some-names.ts';
import { isOurs, pathOf } from './apply.ts';
import type { CloudspaceWork } from './cloudspace-work.ts';
import { type NamespaceRead, whatStays } from './stuck.ts';
import { forget } from './transitions.ts';
import { Stopped } from './trouble.ts';
import { readObject } from './write-object.ts';

/** Deleting: its apps first, each by itself; then the namespace with all that is left in it; then the row. */
export async function remove(work: CloudspaceWork): Promise<void> {
  const { context, tenantId, row, signal } = work;
  const apps = await context.database.tenant(tenantId, (db) => selectAppsOf(db, row.id));
  if (apps.length > 0) throw new Stopped({ reason: 'stuck_terminating', known: namesOf(apps), isFinal: false });
  if (row.sent) {
    const client = await work.client();
    const path = pathOf(row.namespace);
    const seen = await readObject<NamespaceRead>(client, path, signal);
    // One that is not ours is not ours to delete: of ours nothing is left.
    if (seen !== undefined && isOurs(row.id, seen)) {
      const { uid, deletionTimestamp } = seen.metadata;
      if (deletionTimestamp === undefined) {
        await work.mustHold();
        await client.delete(path, { uid });
      }
      throw new Stopped({ reason: 'stuck_terminating', known: whatStays(seen), isFinal: false });
    }
  }
  await work.end((db, now) => forget(db, context, now));
}

/** What an app itself says of its deletion comes with its name. */
function namesOf(apps: readonly AppRow[]): string {
  const told = apps.map(({ name, state_message: why }) => ({ name: why === null ? name : `${name} (${why})` }));
  return `Its apps are still being deleted: ${someNames(told)}.`;
}
