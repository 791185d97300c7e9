import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** A session is seen with every request; that it was is written once a minute. */
const writeEveryMs = 60_000;

export async function sawSession(
  db: TenantDb,
  { id, last_seen_at }: { readonly id: string; readonly last_seen_at: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - last_seen_at.getTime() < writeEveryMs) return;
  await db.query(
    `UPDATE auth.sessions SET last_seen_at = $2 WHERE ${tenantFilter()} AND id = $1 AND last_seen_at < $2`,
    [id, now],
  );
}
