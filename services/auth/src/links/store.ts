import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { LinkKind } from './schema.ts';

/** A link, whom it is for, and where. */
export interface LinkRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: LinkKind;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly tenant_slug: string;
  readonly tenant_name: string;
  readonly tenant_state: string;
}

export async function insertLink(
  db: TenantDb,
  link: Pick<LinkRow, 'id' | 'kind' | 'user_id' | 'expires_at'> & { readonly created_by: string | null },
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO auth.links (tenant_id, id, kind, user_id, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [db.tenantId, link.id, link.kind, link.user_id, link.created_by, now, link.expires_at],
  );
}

export async function selectLink(db: TenantDb, id: string): Promise<LinkRow | undefined> {
  const [row] = await db.query<LinkRow>(
    `SELECT l.id, l.kind, l.expires_at, l.used_at, l.user_id, u.email, u.name,
       t.slug AS tenant_slug, t.name AS tenant_name, t.state AS tenant_state
     FROM auth.links AS l JOIN auth.users AS u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
     JOIN auth.tenants AS t ON t.id = l.tenant_id
     WHERE ${tenantFilter('l')} AND l.id = $1`,
    [id],
  );
  return row;
}

/** False when it was used or ended before. */
export async function useLink(db: TenantDb, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    `UPDATE auth.links SET used_at = $2 WHERE ${tenantFilter()} AND id = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING id`,
    [id, now],
  );
  return rows.length > 0;
}

/** They are as good as expired: who opens one is told so. */
export async function expireLinks(db: TenantDb, userId: string, kinds: readonly LinkKind[], now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.links SET expires_at = $3
     WHERE ${tenantFilter()} AND user_id = $1 AND kind = ANY($2) AND used_at IS NULL AND expires_at > $3`,
    [userId, kinds, now],
  );
}

/** Those of a user that expired before. */
export async function deleteLinks(db: TenantDb, userId: string, before: Date | 'infinity'): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM auth.links WHERE ${tenantFilter()} AND user_id = $1 AND expires_at < $2 RETURNING id`,
    [userId, before],
  );
  return rows.map(({ id }) => id);
}
