import type { MaintenanceWindow } from './schema.ts';
import type { WindowRow } from '../windows/store.ts';

/** By the clock: what begins or ends within seconds may not have been written down yet. */
export function shownWindow(row: WindowRow, suppressed: number, now: Date): MaintenanceWindow {
  const { id, name, cluster_id, namespaces, nodes, reason, created_by } = row;
  return {
    id,
    name,
    cluster_id,
    namespaces: namespaces && [...namespaces],
    nodes: nodes && [...nodes],
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    reason,
    state: stateOf(row, now),
    suppressed,
    created_by,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function stateOf({ state, starts_at, ends_at }: WindowRow, now: Date): MaintenanceWindow['state'] {
  if (state === 'ended' || state === 'canceled') return state;
  if (ends_at <= now) return 'ended';
  return starts_at <= now ? 'active' : 'scheduled';
}
