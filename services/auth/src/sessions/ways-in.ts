import type { Clock, TenantDb } from '@wheelhouse/kit';
import { forgetEnded } from './service.ts';
import { endBesideSso, endOfDomain, endOfSso } from './ways-in-store.ts';

/**
 * A way in that is closed takes along who came by it: the sessions that could not be begun anew end. Each tells which
 * they were.
 */

/** Passwords, as far as sign-in refuses them where single sign-on is required. */
export async function closePasswords(db: TenantDb, clock: Clock): Promise<readonly string[]> {
  return forgetEnded(db, clock, await endBesideSso(db, clock.now()));
}

/** The identity provider: a tenant has one. */
export async function closeSso(db: TenantDb, clock: Clock): Promise<readonly string[]> {
  return forgetEnded(db, clock, await endOfSso(db, clock.now()));
}

/** The identity provider, for those who came with an address of this domain. */
export async function closeDomain(db: TenantDb, clock: Clock, domain: string): Promise<readonly string[]> {
  return forgetEnded(db, clock, await endOfDomain(db, domain, clock.now()));
}
