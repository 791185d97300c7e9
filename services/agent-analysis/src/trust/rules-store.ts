import type { BuiltInRuleName } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** What a tenant has decided about a rule, and whether it asks again by itself. */
export interface RuleState {
  readonly enabled: boolean;
  readonly paused_since: Date | null;
  readonly paused_because: string | null;
  /** Verdicts from before no longer count for pausing. */
  readonly resumed_at: Date | null;
}

export const usualState: RuleState = { enabled: true, paused_since: null, paused_because: null, resumed_at: null };

type Row = RuleState & { readonly rule: BuiltInRuleName } & Record<string, unknown>;

/** Those that differ from the usual. */
export async function ruleStates(db: TenantDb): Promise<ReadonlyMap<BuiltInRuleName, RuleState>> {
  const rows = await db.query<Row>(
    `SELECT rule, enabled, paused_since, paused_because, resumed_at FROM agent_analysis.rule_states WHERE ${tenantFilter()}`,
  );
  return new Map(rows.map(({ rule, ...state }) => [rule, state]));
}

export async function ruleState(db: TenantDb, rule: BuiltInRuleName): Promise<RuleState> {
  return (await ruleStates(db)).get(rule) ?? usualState;
}

export async function saveRuleState(db: TenantDb, rule: BuiltInRuleName, state: RuleState): Promise<void> {
  await db.query(
    `INSERT INTO agent_analysis.rule_states (tenant_id, rule, enabled, paused_since, paused_because, resumed_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, rule) DO UPDATE SET enabled = excluded.enabled, paused_since = excluded.paused_since,
       paused_because = excluded.paused_because, resumed_at = excluded.resumed_at`,
    [db.tenantId, rule, state.enabled, state.paused_since, state.paused_because, state.resumed_at],
  );
}

export interface TenantSettings extends Record<string, unknown> {
  /** The least confidence with which anything runs by itself. */
  readonly auto_from: number;
}

export const defaultSettings: TenantSettings = { auto_from: 0.8 };

export async function tenantSettings(db: TenantDb): Promise<TenantSettings> {
  const [row] = await db.query<TenantSettings>(`SELECT auto_from FROM agent_analysis.settings WHERE ${tenantFilter()}`);
  return row ?? defaultSettings;
}

/** For a change of them; a lock of its own, because at first there is no row that could be locked. */
export async function lockedSettings(db: TenantDb): Promise<TenantSettings> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('settings ' || $1, 0))`, [db.tenantId]);
  return tenantSettings(db);
}

export async function saveSettings(db: TenantDb, { auto_from: autoFrom }: TenantSettings, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO agent_analysis.settings (tenant_id, auto_from, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id) DO UPDATE SET auto_from = excluded.auto_from, updated_at = excluded.updated_at`,
    [db.tenantId, autoFrom, now],
  );
}
