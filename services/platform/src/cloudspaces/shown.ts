import { twoPartEtag } from '../two-part-etag.ts';
import type { Cloudspace } from './schema.ts';
import type { CloudspaceRow } from './store.ts';

/** Never a password: only whose it is and since when. */
export function shownCloudspace(row: CloudspaceRow, appsTotal: number): Cloudspace {
  const { id, name, cluster_id, namespace, quota, pod_security, placement, registries, phase, reason, message } = row;
  return {
    id,
    name,
    cluster_id,
    namespace,
    quota,
    pod_security,
    placement,
    registries: [...registries],
    phase,
    reason,
    message,
    phase_since: row.phase_since.toISOString(),
    deadline_at: row.deadline_at?.toISOString() ?? null,
    apps_total: appsTotal,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function cloudspaceEtag(row: CloudspaceRow, appsTotal: number): string {
  return twoPartEtag(setOf(row), shownCloudspace(row, appsTotal));
}

/** What people set. */
export function setOf({ id, generation }: CloudspaceRow) {
  return { id, generation };
}
