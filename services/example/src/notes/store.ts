import { type Filters, type PageRequest, pageWhere, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { ChangeNote, CreateNote } from './schema.ts';

export interface NoteRow extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly status: 'open' | 'done';
  readonly changes: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, title, body, status, created_at, updated_at,
  coalesce((SELECT changes FROM example.note_activity AS a WHERE a.tenant_id = n.tenant_id AND a.note_id = n.id), 0) AS changes`;

export function selectNotes(db: TenantDb, page: PageRequest, filters: Filters): Promise<readonly NoteRow[]> {
  const values: unknown[] = [];
  return db.query<NoteRow>(`SELECT ${columns} FROM example.notes AS n ${pageWhere(page, filters, values)}`, values);
}

export async function selectNote(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<NoteRow | undefined> {
  const [row] = await db.query<NoteRow>(
    `SELECT ${columns} FROM example.notes AS n WHERE ${tenantFilter()} AND id = $1 ${lock}`,
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
  { title, body, status }: ChangeNote,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE example.notes SET title = coalesce($2, title), body = coalesce($3, body), status = coalesce($4, status), updated_at = $5
     WHERE ${tenantFilter()} AND id = $1`,
    [id, title ?? null, body ?? null, status ?? null, now],
  );
}

export async function addActivity(db: TenantDb, noteId: string): Promise<void> {
  await db.query(
    `INSERT INTO example.note_activity AS a (tenant_id, note_id, changes) VALUES ($1, $2, 1)
     ON CONFLICT (tenant_id, note_id) DO UPDATE SET changes = a.changes + 1`,
    [db.tenantId, noteId],
  );
}
