import type { SystemDb, TenantDb } from '@wheelhouse/kit';

export interface SetupLinkRow extends Record<string, unknown> {
  readonly id: string;
  /** Whose owner it makes; null: it makes the installation's first tenant. */
  readonly tenant_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly claimed_at: Date | null;
}

const columns = 'id, tenant_id, created_at, expires_at, claimed_at';

/** Any number will do, as long as only this takes it: one link is made at a time, across all replicas. */
const setupLock = 7_201_442;

export async function lockSetup(db: SystemDb | TenantDb): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [setupLock]);
}

export async function hasTenants(db: SystemDb | TenantDb): Promise<boolean> {
  return (await db.query('SELECT 1 FROM auth.tenants LIMIT 1')).length > 0;
}

export async function selectLiveLink(db: SystemDb | TenantDb, now: Date): Promise<SetupLinkRow | undefined> {
  const [row] = await db.query<SetupLinkRow>(
    `SELECT ${columns} FROM auth.setup_links WHERE claimed_at IS NULL AND expires_at > $1 ORDER BY id DESC LIMIT 1`,
    [now],
  );
  return row;
}

export async function selectLink(db: SystemDb, hash: Buffer): Promise<SetupLinkRow | undefined> {
  const [row] = await db.query<SetupLinkRow>(`SELECT ${columns} FROM auth.setup_links WHERE hash = $1`, [hash]);
  return row;
}

/** Earlier ones end: there is one live link at most. */
export async function replaceLink(
  db: SystemDb,
  link: {
    readonly id: string;
    readonly hash: Buffer;
    readonly tenantId: string | undefined;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { id, hash, tenantId, now, expiresAt } = link;
  await db.query('UPDATE auth.setup_links SET expires_at = $1 WHERE claimed_at IS NULL AND expires_at > $1', [now]);
  await db.query(
    'INSERT INTO auth.setup_links (id, hash, tenant_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [id, hash, tenantId ?? null, now, expiresAt],
  );
}

/** True for the first who claims it, in that claim's own transaction. */
export async function claimLink(db: TenantDb, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    'UPDATE auth.setup_links SET claimed_at = $2 WHERE id = $1 AND claimed_at IS NULL AND expires_at > $2 RETURNING id',
    [id, now],
  );
  return rows.length > 0;
}
