import type { SystemDb } from '../db/database.ts';

/** A role that owns tables or bypasses row-level security would make the second lock a picture of a lock. */
export async function whyRoleIsUnfit(db: SystemDb, schemas: readonly string[]): Promise<string | undefined> {
  const [role] = await db.query<{ name: string; super: boolean; bypass: boolean; owned: number }>(
    `SELECT current_user AS name, rolsuper AS super, rolbypassrls AS bypass,
       (SELECT count(*) FROM pg_class AS c WHERE c.relnamespace::regnamespace::text = ANY($1) AND pg_has_role(r.oid, c.relowner, 'USAGE')) AS owned
     FROM pg_roles AS r WHERE rolname = current_user`,
    [schemas],
  );
  if (role === undefined) return 'the database did not report the current role';
  if (role.super) return `${role.name} is a superuser`;
  if (role.bypass) return `${role.name} has BYPASSRLS`;
  if (role.owned > 0) return `${role.name} owns ${role.owned} tables; DATABASE_URL must use the app role`;
  return undefined;
}
