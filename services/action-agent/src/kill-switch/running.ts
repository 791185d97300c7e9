import type { TenantDb } from '@wheelhouse/kit';
import { tenantFilter } from '@wheelhouse/kit';
import { isStoppable, stoppedText } from '../guards/judge.ts';
import type { Telling } from '../records/events.ts';
import type { ActionRow } from '../records/row.ts';
import { selectActions } from '../records/store.ts';
import { endAction, refused } from '../records/transitions.ts';
import type { Engaged } from '../guards/kill-switch-store.ts';

/** What executes on these clusters, oldest first; undefined is all of the tenant's. */
export async function executing(
  db: TenantDb,
  clusterIds: readonly string[] | undefined,
  lock: 'FOR UPDATE' | '' = '',
): Promise<readonly ActionRow[]> {
  const open = await db.query<{ action_id: string }>(
    `SELECT action_id FROM action_agent.open_actions
     WHERE tenant_id = $1 AND state = 'executing' AND ($2::uuid[] IS NULL OR cluster_id = ANY($2)) ORDER BY action_id`,
    [db.tenantId, clusterIds ?? null],
  );
  return selectActions(db, `${tenantFilter()} AND id = ANY($1) AND status = 'executing' ORDER BY id ${lock}`, [
    open.map(({ action_id }) => action_id),
  ]);
}

/** Nothing of it was sent, so it ends here; a worker that has it in hand locks the row first and finds it ended. */
export function isUnsent({ action, effect }: Pick<ActionRow, 'action' | 'effect'>): boolean {
  return effect === 'not_sent' && isStoppable(action);
}

/** All are locked before any is ended, so that nobody waits for another in a circle. */
export async function stopUnsent(
  db: TenantDb,
  telling: Telling,
  engaged: Engaged,
  now: Date,
): Promise<readonly ActionRow[]> {
  const clusterIds = engaged.cluster_id === null ? undefined : [engaged.cluster_id];
  const unsent = (await executing(db, clusterIds, 'FOR UPDATE')).filter(isUnsent);
  for (const row of unsent) await endAction(db, telling, row, refused('kill_switch', stoppedText(engaged)), now);
  return unsent;
}
