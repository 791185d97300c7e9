import type { JobContext, ModuleContext } from '@wheelhouse/kit';
import { selectNote, updateNote } from './store.ts';

/** A reconciler: reads the note, does what is missing, and finds nothing to do when it is run again. */
export async function finishNote(
  { database, clock, emit }: ModuleContext,
  { tenantId, key, log }: JobContext,
): Promise<void> {
  await database.tenant(tenantId, async (db) => {
    const note = await selectNote(db, key, 'FOR UPDATE');
    if (note === undefined || note.status === 'done') return;
    await updateNote(db, key, { status: 'done' }, clock.now());
    await emit(db, 'internal.note_changed', { note_id: key });
    log.info({ note_id: key }, 'note finished');
  });
}
