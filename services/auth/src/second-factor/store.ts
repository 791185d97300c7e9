import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface FactorRow extends Record<string, unknown> {
  readonly email: string;
  readonly totp_secret: string | null;
  readonly totp_confirmed_at: Date | null;
  readonly totp_last_step: number | null;
}

/** Locked: of two calls with one code, the second finds its step taken. */
export async function lockFactor(db: TenantDb, userId: string): Promise<FactorRow | undefined> {
  const [row] = await db.query<FactorRow>(
    `SELECT email, totp_secret, totp_confirmed_at, totp_last_step FROM auth.users
     WHERE ${tenantFilter()} AND id = $1 FOR UPDATE`,
    [userId],
  );
  return row;
}

/** Sealed, and of no effect until it is confirmed. */
export async function setSecret(db: TenantDb, userId: string, sealed: string): Promise<void> {
  await db.query(
    `UPDATE auth.users SET totp_secret = $2, totp_confirmed_at = NULL, totp_last_step = NULL
     WHERE ${tenantFilter()} AND id = $1`,
    [userId, sealed],
  );
}

export async function confirmSecret(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db.query(`UPDATE auth.users SET totp_confirmed_at = $2, updated_at = $2 WHERE ${tenantFilter()} AND id = $1`, [
    userId,
    now,
  ]);
}

export async function takeStep(db: TenantDb, userId: string, step: number): Promise<void> {
  await db.query(`UPDATE auth.users SET totp_last_step = $2 WHERE ${tenantFilter()} AND id = $1`, [userId, step]);
}

export async function dropSecret(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.users SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = NULL, updated_at = $2
     WHERE ${tenantFilter()} AND id = $1`,
    [userId, now],
  );
}

export async function insertCodes(
  db: TenantDb,
  userId: string,
  codes: readonly { readonly id: string; readonly hash: Buffer }[],
): Promise<void> {
  await db.query(
    `INSERT INTO auth.recovery_codes (tenant_id, id, user_id, hash)
     SELECT $1, c.id, $2, c.hash FROM unnest($3::uuid[], $4::bytea[]) AS c (id, hash)`,
    [db.tenantId, userId, codes.map(({ id }) => id), codes.map(({ hash }) => hash)],
  );
}

export async function deleteCodes(db: TenantDb, userId: string): Promise<void> {
  await db.query(`DELETE FROM auth.recovery_codes WHERE ${tenantFilter()} AND user_id = $1`, [userId]);
}

/** True for the first who shows it. */
export async function takeCode(db: TenantDb, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(
    `UPDATE auth.recovery_codes SET used_at = $3
     WHERE ${tenantFilter()} AND user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING id`,
    [userId, hash, now],
  );
  return rows.length > 0;
}
