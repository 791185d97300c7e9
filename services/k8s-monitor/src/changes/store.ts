import { uuidSchema } from '@wheelhouse/contracts';
import { defineList, type Filter, firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { WorkloadChange } from './schema.ts';

export interface ChangeRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly kind: WorkloadChange['object']['kind'];
  readonly namespace: string;
  readonly name: string;
  readonly change: WorkloadChange['change'];
  readonly images_before: readonly string[];
  readonly images_after: readonly string[];
  readonly replicas_before: number | null;
  readonly replicas_after: number | null;
  readonly manager: string | null;
  readonly changed_at: Date;
}

const columns =
  'id, cluster_id, kind, namespace, name, change, images_before, images_after, replicas_before, replicas_after, manager, changed_at';

/** Whose list it is, is settled before: see `within` of its route. */
const cluster: Filter = {
  schema: Type.With(uuidSchema, { description: 'Required if there are several clusters' }),
  where: () => undefined,
};

export const changes = defineList<ChangeRow>({
  name: 'workload_changes',
  from: 'k8s_monitor.workload_changes',
  columns,
  reach: { cluster: 'cluster_id' },
  filters: { cluster_id: cluster },
});

const mostNewest = 10;

export function selectNewestChanges(
  db: TenantDb,
  clusterId: string,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
): Promise<readonly ChangeRow[]> {
  return db.query<ChangeRow>(
    `SELECT ${columns} FROM k8s_monitor.workload_changes
     WHERE ${tenantFilter()} AND cluster_id = $1 AND kind = $2 AND namespace = $3 AND name = $4 ORDER BY id DESC LIMIT ${mostNewest}`,
    [clusterId, kind, namespace, name],
  );
}

/** Those told since then, the newest first. One may be told late, and then lies further back. */
export function selectChangesSince(
  db: TenantDb,
  clusterId: string,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
  since: Date,
  most: number,
): Promise<readonly ChangeRow[]> {
  return db.query<ChangeRow>(
    `SELECT ${columns} FROM k8s_monitor.workload_changes
     WHERE ${tenantFilter()} AND cluster_id = $1 AND kind = $2 AND namespace = $3 AND name = $4 AND id >= $5 AND changed_at >= $6
     ORDER BY changed_at DESC, id DESC LIMIT $7`,
    // An API server's clock may be ahead of ours.
    [clusterId, kind, namespace, name, firstIdOf(new Date(since.getTime() - slackMs)), since, most],
  );
}

const slackMs = 10 * 60_000;
