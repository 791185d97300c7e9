import { setTimeout as wait } from 'node:timers/promises';
import { etagOf, type StreamEvent } from '@wheelhouse/kit';
import type { Note } from './schema.ts';

const askEveryMs = 250;

/**
 * A note as it changes: first as it is, then each time it is another one, until it is done. The id is the
 * note's validator, so a client that resumes is sent nothing it has seen.
 */
export async function* noteChanges(
  read: () => Promise<Note>,
  seen: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  for (let last = seen; ; ) {
    const note = await read();
    const id = etagOf(note).replaceAll('"', '');
    if (id !== last) {
      yield { id, event: last === undefined ? 'snapshot' : note.status === 'done' ? 'done' : 'changed', data: note };
      last = id;
    }
    if (note.status === 'done') return;
    await wait(askEveryMs, undefined, { signal });
  }
}
