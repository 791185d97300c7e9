import type { AuditedCall } from '../agent/audit-log.ts';

/** What a drain asked of the API server, by its audit log. */
export interface Calls {
  /** The most evictions that were unanswered at one moment. */
  readonly atOnce: number;
  readonly evictions: number;
  /** All others. */
  readonly others: number;
}

export function callsIn(calls: readonly AuditedCall[]): Calls {
  const evictions = calls.filter(isEviction);
  return { atOnce: mostAtOnce(evictions), evictions: evictions.length, others: calls.length - evictions.length };
}

export function isEviction({ verb, objectRef }: AuditedCall): boolean {
  return verb === 'create' && objectRef?.resource === 'pods' && objectRef.subresource === 'eviction';
}

/** One that was answered in the microsecond in which the next came in was answered before it. */
function mostAtOnce(calls: readonly AuditedCall[]): number {
  const moments = calls
    .flatMap(({ requestReceivedTimestamp, stageTimestamp }) => [
      { at: requestReceivedTimestamp, more: 1 },
      { at: stageTimestamp, more: -1 },
    ])
    .toSorted((one, other) => (one.at === other.at ? one.more - other.more : one.at < other.at ? -1 : 1));
  let [open, most] = [0, 0];
  for (const { more } of moments) {
    open += more;
    most = Math.max(most, open);
  }
  return most;
}
