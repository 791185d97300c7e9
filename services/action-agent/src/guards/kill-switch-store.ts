import type { Actor } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** In place of a cluster: the whole tenant. */
export const wholeTenant = '00000000-0000-0000-0000-000000000000';

export interface Engaged {
  /** Null: of the whole tenant. */
  readonly cluster_id: string | null;
  readonly engaged_at: Date;
  readonly engaged_by: Actor;
  readonly reason: string | null;
}

type Row = Omit<Engaged, 'cluster_id'> & { readonly cluster_id: string } & Record<string, unknown>;

/** The tenant's own first. */
export async function selectEngaged(db: TenantDb): Promise<readonly Engaged[]> {
  const rows = await db.query<Row>(
    `SELECT cluster_id, engaged_at, engaged_by, reason FROM action_agent.kill_switches
     WHERE ${tenantFilter()} ORDER BY cluster_id`,
  );
  return rows.map((row) => ({ ...row, cluster_id: row.cluster_id === wholeTenant ? null : row.cluster_id }));
}

/** What stops actions on a cluster; null: nothing does. */
export async function engagedFor(db: TenantDb, clusterId: string): Promise<Engaged | null> {
  const all = await selectEngaged(db);
  return all.find(({ cluster_id }) => cluster_id === null || cluster_id === clusterId) ?? null;
}

/** Whether it was not engaged before; who engages it again changes nothing. */
export async function engage(db: TenantDb, { cluster_id, engaged_at, engaged_by, reason }: Engaged): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO action_agent.kill_switches (tenant_id, cluster_id, engaged_at, engaged_by, reason)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING cluster_id`,
    [db.tenantId, cluster_id ?? wholeTenant, engaged_at, JSON.stringify(engaged_by), reason],
  );
  return rows.length > 0;
}

/** Whether it was engaged. */
export async function release(db: TenantDb, clusterId: string | null): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM action_agent.kill_switches WHERE ${tenantFilter()} AND cluster_id = $1 RETURNING cluster_id`,
    [clusterId ?? wholeTenant],
  );
  return rows.length > 0;
}
