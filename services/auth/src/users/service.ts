import { type Clock, type MakeId, type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { deleteCredentials } from '../credentials/service.ts';
import { endLinks, forgetLinks } from '../links/make.ts';
import { normalEmail } from '../names.ts';
import { revoke } from '../revocations/store.ts';
import { lockPeople, powerOfCaller } from '../roles/caller.ts';
import { dropTotp } from '../second-factor/service.ts';
import { stopSessionsOf } from '../sessions/service.ts';
import { type Encounter, meet, refuseGrant, refuseLastOwner, refuseSelf, refuseStronger } from './rules.ts';
import type { ChangeUser, InviteUser } from './schema.ts';
import { userMachine } from './state.ts';
import {
  deleteUser,
  insertUser,
  selectFirstUsers,
  selectUser,
  selectUserByEmail,
  updatePassword,
  updateUser,
  type UserRow,
} from './store.ts';

interface Context {
  readonly makeId: MakeId;
  readonly clock: Clock;
}

/** Called with the user as it was found, before it is changed: If-Match. */
type Check = (row: UserRow) => void;

export async function existingUser(db: TenantDb, id: string): Promise<UserRow> {
  return (await selectUser(db, id)) ?? refuse('not_found');
}

/** Without asking whose right it is: for whoever has asked, and for the first owner of a tenant. */
export async function addInvited(
  db: TenantDb,
  { makeId, clock }: Context,
  invited: { readonly email: string; readonly name: string; readonly roleId: string },
): Promise<UserRow> {
  const id = makeId();
  const email = normalEmail(invited.email);
  const row = { id, email, name: invited.name.trim(), state: 'invited', role_id: invited.roleId } as const;
  if (!(await insertUser(db, row, clock.now())))
    refuse('already_exists', {
      message: `${email} is already a user of this tenant; GET /api/v1/users?q= finds them.`,
    });
  return existingUser(db, id);
}

/** Of a tenant into which nobody has come yet: from then on its owners are nobody else's business. */
export async function invitedOwner(db: TenantDb): Promise<UserRow> {
  await lockPeople(db);
  const [first, ...others] = await selectFirstUsers(db);
  if (first === undefined || others.length > 0 || first.state !== 'invited')
    refuse('invalid_state', { message: 'Someone has already joined this tenant. They can invite others.' });
  return first;
}

export async function hasUsers(db: TenantDb): Promise<boolean> {
  await lockPeople(db);
  return (await selectFirstUsers(db)).length > 0;
}

/** For whoever runs the installation: an owner as they were found, active again and without a second factor. */
export async function recoverableOwner(db: TenantDb, context: Context, email: string): Promise<UserRow> {
  await lockPeople(db);
  const owner = await selectUserByEmail(db, normalEmail(email));
  if (owner?.role_builtin !== 'owner')
    return refuse('not_found', { message: `No owner of this tenant has the email ${email}.` });
  if (owner.state !== 'active')
    await updateUser(
      db,
      owner.id,
      { state: userMachine.next(owner.state, owner.state === 'invited' ? 'join' : 'activate') },
      context.clock.now(),
    );
  if (owner.has_totp) await dropTotp(db, context, owner.id);
  return owner;
}

export async function invite(
  db: TenantDb,
  context: Context,
  principal: Principal,
  { email, name, role_id }: InviteUser,
): Promise<UserRow> {
  await lockPeople(db);
  await refuseGrant(db, await powerOfCaller(db, principal), role_id);
  return addInvited(db, context, { email, name, roleId: role_id });
}

export async function changeUser(
  db: TenantDb,
  { clock }: Context,
  principal: Principal,
  id: string,
  { name, role_id }: ChangeUser,
  check: Check,
): Promise<{ readonly before: UserRow; readonly after: UserRow }> {
  const { caller, target: before } = await meet(db, principal, id);
  check(before);
  const otherRole = role_id !== undefined && role_id.toLowerCase() !== before.role_id;
  if (otherRole) {
    await refuseGrant(db, caller, role_id);
    await refuseLastOwner(db, before);
  }
  await updateUser(
    db,
    id,
    { ...(name === undefined ? {} : { name: name.trim() }), ...(otherRole ? { role_id } : {}) },
    clock.now(),
  );
  const after = await existingUser(db, id);
  if (otherRole) await revoke(db, clock, { subjectId: id });
  return { before, after };
}

/** Their sessions and links end for good; their tokens sleep until they are active again. */
export async function suspendUser(db: TenantDb, { clock }: Context, principal: Principal, id: string) {
  const { target } = await meet(db, principal, id);
  refuseSelf(principal, id, 'suspend');
  const state = userMachine.next(target.state, 'suspend');
  await refuseLastOwner(db, target);
  await updateUser(db, id, { state }, clock.now());
  await endLinks(db, id, clock.now());
  await stopSessionsOf(db, clock, id);
  await revoke(db, clock, { subjectId: id });
  return existingUser(db, id);
}

export async function activateUser(db: TenantDb, { clock }: Context, principal: Principal, id: string) {
  const encounter = await meet(db, principal, id);
  const state = userMachine.next(encounter.target.state, 'activate');
  await refuseStronger(db, encounter);
  await updateUser(db, id, { state }, clock.now());
  return existingUser(db, id);
}

export async function removeUser(
  db: TenantDb,
  { clock }: Context,
  principal: Principal,
  id: string,
  check: Check,
): Promise<UserRow> {
  const { target } = await meet(db, principal, id);
  check(target);
  refuseSelf(principal, id, 'delete');
  await refuseLastOwner(db, target);
  await deleteCredentials(db, 'personal', id);
  await forgetLinks(db, id);
  // Late: from its revocations on, whoever revokes waits for us, and perhaps holds what we would wait for.
  await stopSessionsOf(db, clock, id);
  await deleteUser(db, id);
  await revoke(db, clock, { subjectId: id });
  return target;
}

/** Whether the caller may be shown a link by which this user's password is set. */
export async function meetForLink(
  db: TenantDb,
  principal: Principal,
  id: string,
  wanted: UserRow['state'],
): Promise<Encounter> {
  const encounter = await meet(db, principal, id);
  const { state, email } = encounter.target;
  if (state !== wanted)
    refuse('invalid_state', {
      message: `${email} is ${state}, but this link is only for users who are ${wanted}; ${instead[state]}.`,
    });
  await refuseStronger(db, encounter);
  return encounter;
}

const instead = {
  invited: 'use POST /api/v1/users/{id}/invite-link',
  active: 'use POST /api/v1/users/{id}/reset-link',
  suspended: 'activate them first',
} as const;

export function lockedUser(db: TenantDb, id: string): Promise<UserRow | undefined> {
  return selectUser(db, id, 'FOR UPDATE OF u');
}

/** They have proved who they are and chosen a password; an invited one is active from now on. */
export async function takePassword(
  db: TenantDb,
  clock: Clock,
  user: Pick<UserRow, 'id' | 'state'>,
  { hash, name }: { readonly hash: string; readonly name: string | undefined },
): Promise<void> {
  const now = clock.now();
  const { id } = user;
  await updatePassword(db, id, hash, now);
  const named = name === undefined ? {} : { name: name.trim() };
  if (user.state === 'invited')
    return updateUser(db, id, { ...named, state: userMachine.next(user.state, 'join') }, now);
  await updateUser(db, id, named, now);
  await stopSessionsOf(db, clock, id);
  await revoke(db, clock, { subjectId: id });
}
