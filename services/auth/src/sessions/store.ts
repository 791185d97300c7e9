import { defineList, type SystemDb, type TenantDb, tenantFilter, type Where } from '@wheelhouse/kit';
import { idleMs } from './lifetime.ts';

export interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly user_id: string;
  readonly method: 'password' | 'sso' | 'setup';
  readonly created_at: Date;
  readonly authenticated_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly address: string;
  readonly user_agent: string;
}

const columns =
  'id, user_id, method, created_at, authenticated_at, last_seen_at, expires_at, ended_at, address, user_agent';

export async function insertSession(
  db: TenantDb,
  session: {
    readonly id: string;
    readonly userId: string;
    readonly method: SessionRow['method'];
    readonly now: Date;
    readonly expiresAt: Date;
    readonly address: string;
    readonly userAgent: string;
    readonly mailDomain?: string;
  },
): Promise<void> {
  const { id, userId, method, now, expiresAt, address, userAgent, mailDomain } = session;
  await db.query(
    `INSERT INTO auth.sessions (tenant_id, ${columns.replace(', ended_at', '')}, mail_domain)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8, $9)`,
    [db.tenantId, id, userId, method, now, expiresAt, address, userAgent.slice(0, 300), mailDomain ?? null],
  );
}

export async function selectSession(db: TenantDb, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(`SELECT ${columns} FROM auth.sessions WHERE ${tenantFilter()} AND id = $1`, [
    id,
  ]);
  return row;
}

export const sessions = defineList<SessionRow>({ name: 'sessions', from: 'auth.sessions', columns, reach: 'none' });

/** Neither ended, nor ran out, nor lay idle too long. */
export function liveAt(now: Date): Where {
  return ({ bind }) =>
    `ended_at IS NULL AND expires_at > ${bind(now)} AND last_seen_at >= ${bind(new Date(now.getTime() - idleMs))}`;
}

export async function endSession(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(`UPDATE auth.sessions SET ended_at = $2 WHERE ${tenantFilter()} AND id = $1 AND ended_at IS NULL`, [
    id,
    now,
  ]);
}

/** All of a user but one, or all; which they were. */
export async function endSessionsOf(
  db: TenantDb,
  userId: string,
  but: string | undefined,
  now: Date,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `UPDATE auth.sessions SET ended_at = $3
     WHERE ${tenantFilter()} AND user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2::uuid RETURNING id`,
    [userId, but ?? null, now],
  );
  return rows.map(({ id }) => id);
}

export async function setAuthenticated(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(`UPDATE auth.sessions SET authenticated_at = $2 WHERE ${tenantFilter()} AND id = $1`, [id, now]);
}

/** The tenant asks everybody for a second factor, and this user has none yet. */
export async function selectLacksSecondFactor(db: TenantDb, userId: string): Promise<boolean> {
  const [row] = await db.query<{ lacks: boolean }>(
    `SELECT u.totp_confirmed_at IS NULL AND p.require_totp AS lacks
     FROM auth.users AS u JOIN auth.sign_in_policies AS p ON p.tenant_id = u.tenant_id
     WHERE ${tenantFilter('u')} AND u.id = $1`,
    [userId],
  );
  return row?.lacks ?? false;
}

export interface HolderRow extends Record<string, unknown> {
  readonly user_id: string;
  readonly email: string;
  readonly user_name: string;
  readonly role: string;
  readonly totp: boolean;
  readonly slug: string;
  readonly tenant_name: string;
}

/** Who holds a session, as they are told themselves. */
export async function selectHolder(db: TenantDb, userId: string): Promise<HolderRow | undefined> {
  const [row] = await db.query<HolderRow>(
    `SELECT u.id AS user_id, u.email, u.name AS user_name, r.name AS role, u.totp_confirmed_at IS NOT NULL AS totp,
       t.slug, t.name AS tenant_name
     FROM auth.users AS u
     JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     JOIN auth.tenants AS t ON t.id = u.tenant_id
     WHERE ${tenantFilter('u')} AND u.id = $1`,
    [userId],
  );
  return row;
}

export async function selectTenantIds(db: SystemDb): Promise<readonly string[]> {
  return (await db.query<{ id: string }>('SELECT id FROM auth.tenants')).map(({ id }) => id);
}

export async function deleteOldSessions(db: TenantDb, before: Date, most: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM auth.sessions WHERE ${tenantFilter()} AND id IN
       (SELECT id FROM auth.sessions WHERE ${tenantFilter()} AND expires_at < $1 ORDER BY expires_at LIMIT $2)
     RETURNING id`,
    [before, most],
  );
  return rows.map(({ id }) => id);
}
