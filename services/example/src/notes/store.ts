import { anyOf, defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { type ChangeNote, type CreateNote, noteStatuses } from './schema.ts';

export interface NoteRow extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly status: 'open' | 'done';
  readonly pinned: boolean;
  readonly changes: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = 'id, title, body, status, pinned, changes, created_at, updated_at';

export const notes = defineList<NoteRow>({
  name: 'notes',
  from: 'example.notes',
  columns,
  counted: ['status'],
  reach: 'none',
  filters: { status: anyOf(noteStatuses) },
});

export async function selectNote(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<NoteRow | undefined> {
  const [row] = await db.query<NoteRow>(
    `SELECT ${columns} FROM example.notes WHERE ${tenantFilter()} AND id = $1 ${lock}`,
    [id],
  );
  return row;
}

export async function insertNote(db: TenantDb, id: string, { title, body }: CreateNote, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO example.notes (tenant_id, id, title, body, status, created_at, updated_at) VALUES ($1, $2, $3, $4, 'open', $5, $5)`,
    [db.tenantId, id, title, body, now],
  );
}

export async function updateNote(
  db: TenantDb,
  id: string,
  { title, body, status, pinned }: ChangeNote,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE example.notes SET title = coalesce($2, title), body = coalesce($3, body), status = coalesce($4, status),
       pinned = coalesce($5, pinned), updated_at = $6
     WHERE ${tenantFilter()} AND id = $1`,
    [id, title ?? null, body ?? null, status ?? null, pinned ?? null, now],
  );
}

export async function countChange(db: TenantDb, id: string): Promise<void> {
  await db.query(`UPDATE example.notes SET changes = changes + 1 WHERE ${tenantFilter()} AND id = $1`, [id]);
}
