import type { SystemDb } from '../db/database.ts';

/** When chores are due, in the module's own table: a restart neither forgets one nor repeats it. */
export async function dueDates(db: SystemDb, schema: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.query<{ chore: string; due_at: Date }>(`SELECT chore, due_at FROM ${schema}.housekeeping`);
  return new Map(rows.map(({ chore, due_at }) => [chore, due_at]));
}

/** Before it is begun: one that never ends well is not begun again at once. */
export async function noteBegun(db: SystemDb, schema: string, chore: string, dueAgain: Date): Promise<void> {
  await db.query(
    `INSERT INTO ${schema}.housekeeping (chore, due_at) VALUES ($1, $2) ON CONFLICT (chore) DO UPDATE SET due_at = $2`,
    [chore, dueAgain],
  );
}

export async function noteDone(db: SystemDb, schema: string, chore: string, now: Date, dueAgain: Date): Promise<void> {
  await db.query(`UPDATE ${schema}.housekeeping SET done_at = $2, due_at = $3 WHERE chore = $1`, [
    chore,
    now,
    dueAgain,
  ]);
}
