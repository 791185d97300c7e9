import type { Clock, MakeId, TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { beyond, type Power, powerFrom } from '../roles/power.ts';
import { existingRole } from '../roles/service.ts';
import { type ConnectionRow, selectGroupRoles } from './connection-store.ts';
import { staysVerified } from './domain-store.ts';
import type { Identity } from './identity.ts';
import { domainOfEmail } from './mail-domains.ts';
import { insertPerson, type PersonRow, selectPerson, updatePerson } from './person-store.ts';
import { SignInRefused } from './refused.ts';

/** Who came in, and what that changed. */
export interface Admitted {
  readonly userId: string;
  /** Of the address they came with, which may be another than the one they have here. */
  readonly mailDomain: string;
  readonly made: boolean;
  readonly roleBefore: string | undefined;
  readonly roleAfter: string;
}

interface Context {
  readonly clock: Clock;
  readonly makeId: MakeId;
}

/** The user whom the provider's word stands for: known by subject, else by address, else made now. */
export async function admit(
  db: TenantDb,
  { clock, makeId }: Context,
  connection: ConnectionRow,
  identity: Identity,
): Promise<Admitted> {
  const mailDomain = domainOfEmail(identity.email);
  if (mailDomain === undefined || !(await staysVerified(db, mailDomain)))
    throw new SignInRefused('sso_not_allowed', 'the domain of the email address is not verified for this tenant');
  // With its issuer: another provider's subject of the same name is another person.
  const subject = `${connection.issuer}#${identity.subject}`;
  const person = (await selectPerson(db, 'sso_subject', subject)) ?? (await selectPerson(db, 'email', identity.email));
  if (person !== undefined) refuseUnfit(person, subject, connection);
  const roleId = await roleFor(db, connection, identity.groups, person);
  await refuseBeyondSetter(db, connection, roleId);
  const now = clock.now();
  const userId = person?.id ?? makeId();
  if (person === undefined) {
    await insertPerson(db, { id: userId, email: identity.email, name: identity.name, subject, roleId }, now);
    return { userId, mailDomain, made: true, roleBefore: undefined, roleAfter: roleId };
  }
  await updatePerson(db, userId, { subject, roleId }, now);
  if (roleId !== person.role_id && (await isLess(db, roleId, person.role_id)))
    await revoke(db, clock, { subjectId: userId });
  return { userId, mailDomain, made: false, roleBefore: person.role_id, roleAfter: roleId };
}

function refuseUnfit({ state, sso_subject: linked }: PersonRow, subject: string, { issuer }: ConnectionRow): void {
  if (state === 'suspended') throw new SignInRefused('sso_not_allowed', 'the user is suspended');
  // The address has been given to somebody else at the provider; the user's things are not theirs.
  if (linked !== null && linked !== subject && linked.startsWith(`${issuer}#`))
    throw new SignInRefused(
      'sso_not_allowed',
      'the email address belongs to a user who is a different person at the provider',
    );
}

/** The first group that gives one, else the default. Without groups to go by a user keeps theirs, and owners always do. */
async function roleFor(
  db: TenantDb,
  connection: ConnectionRow,
  groups: readonly string[],
  person: PersonRow | undefined,
): Promise<string> {
  const mapped = await selectGroupRoles(db, connection.id);
  if (person !== undefined && (mapped.length === 0 || (await existingRole(db, person.role_id)).builtin === 'owner'))
    return person.role_id;
  const roleId = mapped.find(({ group_name }) => groups.includes(group_name))?.role_id ?? connection.default_role_id;
  if (roleId === null)
    throw new SignInRefused('sso_no_role', 'none of their groups maps to a role, and there is no default role');
  return roleId;
}

/**
 * Whoever set the connection up chose whom to believe about who somebody is, so nobody comes in through it
 * with more than that person had: else an admin could point it at a provider of their own and be an owner.
 */
async function refuseBeyondSetter(db: TenantDb, connection: ConnectionRow, roleId: string): Promise<void> {
  const role = await existingRole(db, roleId);
  const set = powerFrom({
    scopes: connection.set_scopes,
    cluster_ids: connection.set_cluster_ids,
    cloudspace_ids: connection.set_cloudspace_ids,
  });
  const isOwners = role.builtin === 'owner' && !connection.set_by_owner;
  if (isOwners || beyond(set, powerFrom(role)).length > 0)
    throw new SignInRefused(
      'sso_not_allowed',
      `the role ${role.name} exceeds the permissions of whoever set up single sign-on; someone who has them can save the settings again`,
    );
}

async function isLess(db: TenantDb, roleId: string, thanRoleId: string): Promise<boolean> {
  const power = async (id: string): Promise<Power> => powerFrom(await existingRole(db, id));
  return beyond(await power(roleId), await power(thanRoleId)).length > 0;
}
