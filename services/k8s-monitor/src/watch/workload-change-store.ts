import type { WorkloadChange } from '@wheelhouse/contracts';
import type { MakeId, TenantDb } from '@wheelhouse/kit';
import { asJson } from './as-json.ts';

const columns =
  'id, kind, namespace, name, change, images_before, images_after, replicas_before, replicas_after, manager, changed_at';
const asRows = `jsonb_to_recordset($3::jsonb) AS c (id uuid, kind text, namespace text, name text, change text, images_before text[],
  images_after text[], replicas_before integer, replicas_after integer, manager text, changed_at timestamptz)`;

/** For the page of a workload, in the order in which they are told. */
export async function insertWorkloadChanges(
  db: TenantDb,
  clusterId: string,
  changes: readonly WorkloadChange[],
  makeId: MakeId,
): Promise<void> {
  const rows = changes.map(({ object, change, images, replicas, manager, at }) => ({
    id: makeId(),
    ...object,
    change,
    images_before: images.before,
    images_after: images.after,
    replicas_before: replicas.before,
    replicas_after: replicas.after,
    manager,
    changed_at: at,
  }));
  await db.query(
    `INSERT INTO k8s_monitor.workload_changes (tenant_id, cluster_id, ${columns}) SELECT $1, $2, ${columns} FROM ${asRows}`,
    [db.tenantId, clusterId, asJson(rows)],
  );
}
