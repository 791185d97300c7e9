import { type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { beyond, type Power, powerOfUser, wider } from './power.ts';
import { lockOwnerRole } from './store.ts';

/** What the caller can grant: what they can do themselves. */
export interface CallerPower extends Power {
  readonly owner: boolean;
}

/**
 * One change of users and roles at a time in a tenant: two owners who suspend each other would otherwise
 * both succeed, and a role could be taken from under a grant. Taken before anything is read.
 */
export const lockPeople = lockOwnerRole;

/** A person's is their role as it is now, within the scopes of the token they use; a service account's is its token. */
export async function powerOfCaller(db: TenantDb, principal: Principal): Promise<CallerPower> {
  const { kind, scopes, clusterIds, cloudspaceIds } = principal;
  if (kind !== 'user' && kind !== 'session')
    return {
      scopes: [...scopes],
      clusterIds: clusterIds && [...clusterIds],
      cloudspaceIds: cloudspaceIds && [...cloudspaceIds],
      owner: false,
    };
  const user = await powerOfUser(db, principal.id);
  if (user?.state !== 'active')
    refuse('forbidden', { message: 'Your user is no longer active. Ask another administrator.' });
  return { ...user, scopes: user.scopes.filter((scope) => scopes.has(scope)) };
}

/**
 * Nobody acts on somebody stronger: who is limited to some clusters does not suspend, demote or remove whoever is not.
 * Scopes do not count here: a token with fewer of them can still take power away.
 */
export function refuseWider(held: Power, theirs: Power, who: string): void {
  const places = wider(held, theirs);
  if (places.length > 0)
    refuse('forbidden', {
      message: `${who} reaches ${places.join(', ')}, which you do not reach yourself. Ask someone who does.`,
    });
}

/** Nobody grants what they lack. */
export function refuseBeyond(held: Power, wanted: Power, what: string): void {
  const lacking = beyond(held, wanted);
  if (lacking.length > 0)
    refuse('forbidden', {
      message: `${what} grants ${lacking.join(', ')}, which you do not have yourself. Ask someone who does.`,
    });
}
