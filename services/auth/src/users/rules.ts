import { type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { type CallerPower, lockPeople, powerOfCaller, refuseBeyond, refuseWider } from '../roles/caller.ts';
import { powerFrom, powerOfUser } from '../roles/power.ts';
import { roleById } from '../roles/service.ts';
import { hasOtherActiveOwner, selectUser, type UserRow } from './store.ts';

/** Whom a change is about, and what whoever asks for it may do: both read under the lock, so both as they are now. */
export interface Encounter {
  readonly caller: CallerPower;
  readonly target: UserRow;
}

/** Only owners change owners, and nobody changes whoever reaches more than they do. */
export async function meet(db: TenantDb, principal: Principal, userId: string): Promise<Encounter> {
  await lockPeople(db);
  const target = (await selectUser(db, userId, 'FOR UPDATE OF u')) ?? refuse('not_found');
  const caller = await powerOfCaller(db, principal);
  if (target.role_builtin === 'owner' && !caller.owner)
    refuse('forbidden', {
      message: `${target.email} is an owner, and only owners can change owners. Ask one of them.`,
    });
  const power = await powerOfUser(db, target.id);
  if (power !== undefined) refuseWider(caller, power, target.email);
  return { caller, target };
}

export function refuseSelf(principal: Principal, userId: string, what: string): void {
  if (principal.id === userId)
    refuse('forbidden', { message: `You cannot ${what} yourself. Ask another administrator to do it.` });
}

/** A tenant that nobody owns could never change its owners again. */
export async function refuseLastOwner(db: TenantDb, { id, email, state, role_builtin }: UserRow): Promise<void> {
  if (role_builtin !== 'owner' || state !== 'active' || (await hasOtherActiveOwner(db, id))) return;
  refuse('conflict', { message: `${email} is the last active owner of the tenant. Make another user an owner first.` });
}

/** Nobody grants what they lack, and only owners make owners. */
export async function refuseGrant(db: TenantDb, caller: CallerPower, roleId: string): Promise<void> {
  const role =
    (await roleById(db, roleId)) ??
    refuse('validation_failed', {
      message: 'role_id is not a role of this tenant; GET /api/v1/roles lists them.',
      details: [{ field: 'role_id', code: 'unknown', message: 'is not a role of this tenant' }],
    });
  if (role.builtin === 'owner' && !caller.owner)
    refuse('forbidden', { message: 'Only owners can make someone an owner. Ask one of them.' });
  refuseBeyond(caller, powerFrom(role), `The role ${role.name}`);
}

/** For steps by which the caller could come to act as this user, or give them back what they had. */
export async function refuseStronger(db: TenantDb, { caller, target }: Encounter): Promise<void> {
  const power = await powerOfUser(db, target.id);
  if (power !== undefined) refuseBeyond(caller, power, `The role ${target.role_name} of ${target.email}`);
}
