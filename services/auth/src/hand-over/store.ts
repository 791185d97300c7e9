import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface HandOverRow extends Record<string, unknown> {
  readonly id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly challenge: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_in_days: number | null;
  readonly expires_at: Date;
}

const columns = 'id, user_id, session_id, challenge, name, scopes, expires_in_days, expires_at';

export async function insertHandOver(db: TenantDb, row: HandOverRow): Promise<void> {
  await db.query(
    `INSERT INTO auth.token_hand_overs (tenant_id, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      db.tenantId,
      row.id,
      row.user_id,
      row.session_id,
      row.challenge,
      row.name,
      row.scopes,
      row.expires_in_days,
      row.expires_at,
    ],
  );
}

/** Taken by whoever comes first, and gone for everybody after. */
export async function takeHandOver(db: TenantDb, id: string): Promise<HandOverRow | undefined> {
  const [row] = await db.query<HandOverRow>(
    `DELETE FROM auth.token_hand_overs WHERE ${tenantFilter()} AND id = $1 RETURNING ${columns}`,
    [id],
  );
  return row;
}

/** Those nobody came for; which they were. */
export async function deleteHandOvers(db: TenantDb, before: Date): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM auth.token_hand_overs WHERE ${tenantFilter()} AND expires_at <= $1 RETURNING id`,
    [before],
  );
  return rows.map(({ id }) => id);
}
