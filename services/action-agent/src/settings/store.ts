import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** What a tenant decides about approvals, and the guards that keep automation in bounds. */
export interface TenantSettings extends Record<string, unknown> {
  /** Whether one may approve what oneself proposed. */
  readonly self_approval: boolean;
  /** Whether an approval must name the plan it approves (If-Match). */
  readonly plan_must_be_named: boolean;
  /** How long a pending action waits. */
  readonly pending_seconds: number;
  /** The guards; `guardWords` of the contracts says what each does. */
  readonly cooldown_seconds: number;
  readonly max_drains_per_cluster: number;
  readonly max_automated_per_hour: number;
  readonly max_cordoned_percent: number;
  readonly protected_namespaces: readonly string[];
  readonly protected_node_labels: readonly string[];
  readonly automated_scale_to_zero: boolean;
  readonly automated_unmanaged_pods: boolean;
  readonly dry_mode: boolean;
}

export const defaultSettings: TenantSettings = {
  self_approval: false,
  plan_must_be_named: false,
  pending_seconds: 24 * 60 * 60,
  cooldown_seconds: 300,
  max_drains_per_cluster: 1,
  max_automated_per_hour: 20,
  max_cordoned_percent: 10,
  protected_namespaces: ['kube-system', 'wheelhouse'],
  protected_node_labels: ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'],
  automated_scale_to_zero: false,
  automated_unmanaged_pods: false,
  dry_mode: false,
};

const columns = Object.keys(defaultSettings);

export async function tenantSettings(db: TenantDb): Promise<TenantSettings> {
  const [row] = await db.query<TenantSettings>(
    `SELECT ${columns.join(', ')} FROM action_agent.settings WHERE ${tenantFilter()}`,
  );
  return row ?? defaultSettings;
}

/** For a change of them; a lock of its own, because at first there is no row that could be locked. */
export async function lockedSettings(db: TenantDb): Promise<TenantSettings> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('settings ' || $1, 0))`, [db.tenantId]);
  return tenantSettings(db);
}

/** Keeps settings and autonomy as they are until the transaction ends; any number may hold them so at once. */
export async function holdSettings(db: TenantDb): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('settings ' || $1, 0))`, [db.tenantId]);
}

export async function saveSettings(db: TenantDb, settings: TenantSettings, now: Date): Promise<void> {
  const written = [...columns, 'updated_at'];
  const places = written.map((_, index) => `$${index + 2}`);
  await db.query(
    `INSERT INTO action_agent.settings (tenant_id, ${written.join(', ')}) VALUES ($1, ${places.join(', ')})
     ON CONFLICT (tenant_id) DO UPDATE SET ${written.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [db.tenantId, ...columns.map((column) => settings[column]), now],
  );
}
