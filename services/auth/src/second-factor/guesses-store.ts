import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export async function insertGuess(db: TenantDb, id: string, userId: string, now: Date): Promise<void> {
  await db.query('INSERT INTO auth.second_factor_guesses (tenant_id, id, user_id, at) VALUES ($1, $2, $3, $4)', [
    db.tenantId,
    id,
    userId,
    now,
  ]);
}

/** When the newest but `beyond` was made; undefined when there are no more than those. */
export async function selectGuess(db: TenantDb, userId: string, beyond: number): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(
    `SELECT at FROM auth.second_factor_guesses WHERE ${tenantFilter()} AND user_id = $1
     ORDER BY at DESC OFFSET $2 LIMIT 1`,
    [userId, beyond],
  );
  return row?.at;
}

export async function deleteGuessesBefore(db: TenantDb, userId: string, before: Date): Promise<void> {
  await db.query(`DELETE FROM auth.second_factor_guesses WHERE ${tenantFilter()} AND user_id = $1 AND at <= $2`, [
    userId,
    before,
  ]);
}

export async function deleteGuesses(db: TenantDb, userId: string): Promise<void> {
  await db.query(`DELETE FROM auth.second_factor_guesses WHERE ${tenantFilter()} AND user_id = $1`, [userId]);
}
