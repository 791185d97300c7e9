import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** A user as single sign-on looks at them. */
export interface PersonRow extends Record<string, unknown> {
  readonly id: string;
  readonly state: 'invited' | 'active' | 'suspended';
  readonly role_id: string;
  readonly sso_subject: string | null;
}

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly subject: string;
  readonly roleId: string;
}

/** Locked: their role and link are then written by this sign-in alone. */
export async function selectPerson(
  db: TenantDb,
  by: 'sso_subject' | 'email',
  value: string,
): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(
    `SELECT id, state, role_id, sso_subject FROM auth.users WHERE ${tenantFilter()} AND ${by} = $1 FOR NO KEY UPDATE`,
    [value],
  );
  return row;
}

export async function insertPerson(
  db: TenantDb,
  { id, email, name, subject, roleId }: NewPerson,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, sso_subject, last_login_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'active', $5, $6, $7, $7, $7)`,
    [db.tenantId, id, email, name, roleId, subject, now],
  );
}

/** Signed in: linked to the subject, active if only invited until now, and with the role their groups give. */
export async function updatePerson(
  db: TenantDb,
  id: string,
  { subject, roleId }: Pick<NewPerson, 'subject' | 'roleId'>,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE auth.users SET sso_subject = $2, role_id = $3, state = 'active', last_login_at = $4, updated_at = $4
     WHERE ${tenantFilter()} AND id = $1`,
    [id, subject, roleId, now],
  );
}
