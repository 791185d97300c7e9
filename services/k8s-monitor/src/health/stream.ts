import type { Clock, StreamEvent } from '@wheelhouse/kit';
import { healthOf } from './service.ts';
import type { HealthRow, Sign } from './store.ts';
import { stateOf } from './told.ts';

interface Followed {
  readonly read: () => Promise<readonly HealthRow[]>;
  /** The next look at all of the tenant's clusters. */
  readonly look: () => Promise<readonly Sign[]>;
  readonly isFollowed: (clusterId: string) => boolean;
  readonly isOfOne: boolean;
  readonly clock: Clock;
  readonly resumeAfter: string | undefined;
  readonly signal: AbortSignal;
}

/** The last event: there is nothing to follow any more. */
const removed = 'removed';

/**
 * Health as it is, then each time it is another. Whoever resumes is told how it is as well: that is all they have
 * missed, and a stream that said nothing until the next change would look like a dead one.
 */
export async function* healthChanges({
  read,
  look,
  isFollowed,
  isOfOne,
  clock,
  resumeAfter,
  signal,
}: Followed): AsyncGenerator<StreamEvent> {
  let id: string | undefined;
  while (!signal.aborted) {
    const rows = await read();
    const now = clock.now();
    if (rows.length === 0 && resumeAfter === removed) return;
    if (rows.length === 0 && id !== undefined) {
      yield { id: removed, event: removed, data: {} };
      return;
    }
    const data: unknown = JSON.parse(healthOf(rows, isOfOne, now));
    const state = stateOf(rows, now);
    if (state !== id) yield { id: state, event: id === undefined ? 'snapshot' : 'changed', data };
    id = state;
    let signs: readonly Sign[];
    do {
      signs = (await look()).filter((sign) => isFollowed(sign.cluster_id));
    } while (!signal.aborted && stateOf(signs, clock.now()) === id);
  }
}
