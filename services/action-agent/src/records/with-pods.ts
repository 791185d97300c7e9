import type { TenantDb } from '@wheelhouse/kit';
import { drainedPod } from './drain-pod.ts';
import { selectDrainPods } from './drain-store.ts';
import type { ActionRow } from './row.ts';

/** An action with the pods that it drains as they are now; once it has ended they stand in its row. */
export async function withPods<Row extends ActionRow | undefined>(db: TenantDb, row: Row): Promise<Row> {
  if (row?.details.drain === undefined || row.finished_at !== null) return row;
  const pods = (await selectDrainPods(db, row.id)).map(drainedPod);
  return { ...row, details: { ...row.details, pods } };
}
