import { etagOf, type Reach, refuse } from '@wheelhouse/kit';
import type { ActionRow } from '../records/row.ts';

/** An action that this caller may see; any other is as if it were not there. */
export function inReach(reach: Reach, row: ActionRow | undefined): ActionRow {
  if (row === undefined) return refuse('not_found');
  reach.mustReachCluster(row.cluster_id);
  return row;
}

/** While it waits for approval it is its plan that must not change. */
export function actionEtag({ id, version, status, plan }: ActionRow): string {
  return status === 'pending_approval' && plan !== null ? plan.etag : etagOf([id, version]);
}
