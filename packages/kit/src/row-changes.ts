import type { StreamEvent } from './http/stream.ts';

/** A row that is followed, each change of which has a number. */
export interface FollowedRow<Row extends { readonly version: number }> {
  readonly current: () => Promise<Row | undefined>;
  /** The next look at its version (see Followers); undefined: it is not there, or nobody looks any more. */
  readonly look: () => Promise<number | undefined>;
  readonly shown: (row: Row) => object;
  readonly hasEnded: (row: Row) => boolean;
  readonly resumeAfter: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * A row as it is, then each time it is another, and at last how it ended. Whoever resumes is told how it is as well;
 * only who has seen the end is told nothing more.
 */
export async function* rowChanges<Row extends { readonly version: number }>({
  current,
  look,
  shown,
  hasEnded,
  resumeAfter,
  signal,
}: FollowedRow<Row>): AsyncGenerator<StreamEvent> {
  let seen: number | undefined;
  while (!signal.aborted) {
    const row = await current();
    if (row === undefined) return;
    const [id, isOver, data] = [String(row.version), hasEnded(row), shown(row)];
    if (isOver && id === resumeAfter) return;
    if (seen === undefined) yield { id, event: 'snapshot', data };
    else if (!isOver && row.version !== seen) yield { id, event: 'changed', data };
    if (isOver) {
      yield { id, event: 'ended', data };
      return;
    }
    seen = row.version;
    let version: number | undefined;
    do version = await look();
    while (!signal.aborted && version === seen);
  }
}
