import { type ActionKind, autonomyLevels, type AutonomyLevel } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { wholeTenant } from './kill-switch-store.ts';

/** What a tenant has set of each kind; what is not there is not set. */
export type Levels = Readonly<Partial<Record<ActionKind, AutonomyLevel>>>;

export interface AutonomyRow extends Record<string, unknown> {
  /** The nil UUID: of the whole tenant. */
  readonly cluster_id: string;
  readonly levels: Levels;
}

export function selectAutonomy(db: TenantDb): Promise<readonly AutonomyRow[]> {
  return db.query<AutonomyRow>(
    `SELECT cluster_id, levels FROM action_agent.autonomy WHERE ${tenantFilter()} ORDER BY cluster_id`,
  );
}

export async function saveAutonomy(db: TenantDb, { cluster_id, levels }: AutonomyRow): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.autonomy (tenant_id, cluster_id, levels) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, cluster_id) DO UPDATE SET levels = excluded.levels`,
    [db.tenantId, cluster_id, JSON.stringify(levels)],
  );
}

/** The stricter of what is set for the tenant and for the cluster; null: neither is. */
export function stricter(
  one: AutonomyLevel | null | undefined,
  other: AutonomyLevel | null | undefined,
): AutonomyLevel | null {
  const ranks = [one, other].map((level) => (level ? autonomyLevels.indexOf(level) : -1));
  return autonomyLevels[Math.max(...ranks)] ?? null;
}

export async function autonomyOf(db: TenantDb, clusterId: string, kind: ActionKind): Promise<AutonomyLevel | null> {
  const rows = await selectAutonomy(db);
  const levelIn = (id: string) => rows.find(({ cluster_id }) => cluster_id === id)?.levels[kind];
  return stricter(levelIn(wholeTenant), levelIn(clusterId));
}
