import type { StreamEvent } from '@wheelhouse/kit';
import { type ActionRow, shown } from '../records/row.ts';

interface Followed {
  readonly current: () => Promise<ActionRow | undefined>;
  /** The next look at its version; undefined: it is not there, or nobody looks any more. */
  readonly look: () => Promise<number | undefined>;
  readonly resumeAfter: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * An action as it is, then each time it is another, and at last how it ended. Whoever resumes is told how it is as
 * well; only who has seen the end is told nothing more.
 */
export async function* actionChanges({ current, look, resumeAfter, signal }: Followed): AsyncGenerator<StreamEvent> {
  let seen: number | undefined;
  while (!signal.aborted) {
    const row = await current();
    if (row === undefined) return;
    const id = String(row.version);
    const hasEnded = row.finished_at !== null;
    if (hasEnded && id === resumeAfter) return;
    const data = shown(row);
    if (seen === undefined) yield { id, event: 'snapshot', data };
    else if (!hasEnded && row.version !== seen) yield { id, event: 'changed', data };
    if (hasEnded) {
      yield { id, event: 'ended', data };
      return;
    }
    seen = row.version;
    let version: number | undefined;
    do version = await look();
    while (!signal.aborted && version === seen);
  }
}
