import { etagOf, type Principal, mustReachCluster, refuse } from '@wheelhouse/kit';
import type { ActionRow } from '../records/row.ts';

/** An action that this caller may see; any other is as if it were not there. */
export function inReach(principal: Principal, row: ActionRow | undefined): ActionRow {
  if (row === undefined) return refuse('not_found');
  mustReachCluster(principal, row.cluster_id);
  return row;
}

/** While it waits for approval it is its plan that must not change. */
export function actionEtag({ id, version, status, plan }: ActionRow): string {
  return status === 'pending_approval' && plan !== null ? plan.etag : etagOf([id, version]);
}
