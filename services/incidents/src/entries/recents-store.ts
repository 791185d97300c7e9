import { firstIdOf, idAt, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { NewEntry } from './entry.ts';

/** What happened this long before the first sign of an incident may have caused it. */
export const lookBackMs = 30 * 60_000;
/** Longer than that, because signs come late. */
export const keepRecentMs = 4 * 60 * 60_000;
const mostTold = 50;

export interface RecentPlace {
  readonly clusterId: string;
  readonly namespace: string | null;
  readonly groupKeys: readonly string[];
}

type Kept = Omit<NewEntry, 'at'> & { readonly at: string };

export async function insertRecent(db: TenantDb, place: RecentPlace, entry: NewEntry, which: number): Promise<void> {
  await db.query(
    `INSERT INTO incidents.recents (tenant_id, id, cluster_id, namespace, group_keys, entry) VALUES ($1, $2, $3, $4, $5, $6)`,
    [db.tenantId, idAt(entry.at, which), place.clusterId, place.namespace, place.groupKeys, JSON.stringify(entry)],
  );
}

interface Incident {
  readonly clusterId: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly groupKey: string;
  readonly since: Date;
}

/** The newest that happened in the namespace of an incident, or to what it is about. */
export async function recentBefore(
  db: TenantDb,
  { clusterId, namespace, groupKey, since }: Incident,
): Promise<readonly NewEntry[]> {
  const rows = await db.query<{ entry: Kept }>(
    `SELECT entry FROM incidents.recents WHERE ${tenantFilter()} AND cluster_id = $1 AND id >= $2
     AND ($3 <> '' AND namespace = $3 OR group_keys @> ARRAY[$4]) ORDER BY id DESC LIMIT $5`,
    [clusterId, firstIdOf(new Date(Math.max(0, since.getTime() - lookBackMs))), namespace, groupKey, mostTold],
  );
  return rows.map(({ entry }) => ({ ...entry, at: new Date(entry.at) })).toReversed();
}

export async function deleteRecentsBefore(db: TenantDb, before: Date): Promise<void> {
  await db.query(`DELETE FROM incidents.recents WHERE ${tenantFilter()} AND id < $1`, [firstIdOf(before)]);
}
