import { anyIdOf, anyOf, defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { BuiltinRole } from '../roles/builtin.ts';
import { type UserState, userStates } from './state.ts';

export interface UserRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: UserState;
  readonly role_id: string;
  readonly role_name: string;
  readonly role_builtin: BuiltinRole | null;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly has_sso: boolean;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `u.id, u.email, u.name, u.state, u.role_id, r.name AS role_name, r.builtin AS role_builtin,
    u.password_hash IS NOT NULL AS has_password, u.totp_confirmed_at IS NOT NULL AS has_totp,
    u.sso_subject IS NOT NULL AS has_sso, u.last_login_at, u.created_at, u.updated_at`;
const from = 'auth.users AS u JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id';
const selectFrom = `SELECT ${columns} FROM ${from}`;

export const users = defineList<UserRow>({
  name: 'users',
  from,
  alias: 'u',
  columns,
  counted: ['state'],
  reach: 'none',
  filters: {
    state: anyOf(userStates),
    role_id: anyIdOf('Ids of roles'),
    q: {
      schema: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: 'Part of the name or email',
      }),
      where:
        (text) =>
        ({ bind }) => {
          const pattern = bind(`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
          return `(u.email ILIKE ${pattern} OR u.name ILIKE ${pattern})`;
        },
    },
  },
});

export async function selectUser(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE OF u' | '' = '',
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(`${selectFrom} WHERE ${tenantFilter('u')} AND u.id = $1 ${lock}`, [id]);
  return row;
}

export async function selectUserByEmail(db: TenantDb, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(`${selectFrom} WHERE ${tenantFilter('u')} AND u.email = $1 FOR UPDATE OF u`, [
    email,
  ]);
  return row;
}

/** At most two: whether there is another than the first. */
export function selectFirstUsers(db: TenantDb): Promise<readonly UserRow[]> {
  return db.query<UserRow>(`${selectFrom} WHERE ${tenantFilter('u')} ORDER BY u.id LIMIT 2`);
}

/** False when the tenant has a user with this email. */
export async function insertUser(
  db: TenantDb,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'state' | 'role_id'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (tenant_id, email) DO NOTHING RETURNING id`,
    [db.tenantId, user.id, user.email, user.name, user.state, user.role_id, now],
  );
  return rows.length > 0;
}

export async function updateUser(
  db: TenantDb,
  id: string,
  { name, role_id, state }: Partial<Pick<UserRow, 'name' | 'role_id' | 'state'>>,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE auth.users SET name = coalesce($2, name), role_id = coalesce($3, role_id), state = coalesce($4, state), updated_at = $5
     WHERE ${tenantFilter()} AND id = $1`,
    [id, name ?? null, role_id ?? null, state ?? null, now],
  );
}

export async function updatePassword(db: TenantDb, id: string, hash: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE auth.users SET password_hash = $2, password_changed_at = $3, updated_at = $3 WHERE ${tenantFilter()} AND id = $1`,
    [id, hash, now],
  );
}

export async function deleteUser(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM auth.users WHERE ${tenantFilter()} AND id = $1`, [id]);
}

export async function hasOtherActiveOwner(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM auth.users AS u JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     WHERE ${tenantFilter('u')} AND r.builtin = 'owner' AND u.state = 'active' AND u.id <> $1 LIMIT 1`,
    [id],
  );
  return rows.length > 0;
}

export async function selectServiceAccountName(db: TenantDb, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(
    `SELECT name FROM auth.service_accounts WHERE ${tenantFilter()} AND id = $1`,
    [id],
  );
  return row?.name;
}
