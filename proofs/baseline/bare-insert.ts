import type pg from 'pg';

/** The same row as a note, inserted as plainly as it can be: one prepared statement, its own commit, no policy, no trigger. */
export const bareTable = `
  CREATE TABLE bare (tenant_id uuid NOT NULL, id uuid NOT NULL, title text NOT NULL, body text NOT NULL, status text NOT NULL,
    changes integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id))`;

const text = `INSERT INTO bare (tenant_id, id, title, body, status, created_at, updated_at) VALUES ($1, $2, $3, $4, 'open', $5, $5)`;

export async function bareInsert(
  pool: pg.Pool,
  tenantId: string,
  id: string,
  title: string,
  body: string,
  now: Date,
): Promise<void> {
  await pool.query({ name: 'bare', text, values: [tenantId, id, title, body, now] });
}
