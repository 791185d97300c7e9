import { type Clock, refuse, type TenantDb } from '@wheelhouse/kit';
import { closePasswords } from '../sessions/ways-in.ts';
import { ssoIsOn } from '../sso/status.ts';
import { policyOf, savePolicy, type SignInPolicy } from './policy.ts';
import type { ChangeOwnTenant } from './schema.ts';
import { selectTenant, updateTenantName } from './store.ts';

export interface OwnTenant extends SignInPolicy {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export async function readOwn(db: TenantDb, lock: 'FOR NO KEY UPDATE' | '' = ''): Promise<OwnTenant> {
  const { id, slug, name } = (await selectTenant(db, db.tenantId, lock)) ?? refuse('not_found');
  const { require_totp, require_sso } = await policyOf(db);
  return { id, slug, name, require_totp, require_sso };
}

export interface Changed {
  readonly before: OwnTenant;
  readonly after: OwnTenant;
  /** The sessions that its people may no longer have. */
  readonly ended: readonly string[];
}

export async function changeOwn(
  db: TenantDb,
  clock: Clock,
  { name, ...policy }: ChangeOwnTenant,
  check: (own: OwnTenant) => void,
): Promise<Changed> {
  const before = await readOwn(db, 'FOR NO KEY UPDATE');
  check(before);
  const after = { ...before, ...policy, name: name?.trim() ?? before.name };
  const closesPasswords = after.require_sso && !before.require_sso;
  if (closesPasswords && !(await ssoIsOn(db)))
    refuse('conflict', { message: 'No one but owners could sign in. Set up single sign-on first, then require it.' });
  if (after.name !== before.name) await updateTenantName(db, db.tenantId, after.name, clock.now());
  await savePolicy(db, after, clock.now());
  return { before, after, ended: closesPasswords ? await closePasswords(db, clock) : [] };
}
