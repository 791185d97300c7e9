import { type Clock, etagOf, type MakeId, type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { deleteCredentials, issueCredential, liveCredentialsOf } from '../credentials/service.ts';
import { revoke } from '../revocations/store.ts';
import { refuseWider } from '../roles/caller.ts';
import { beyond, type Power, powerFrom } from '../roles/power.ts';
import type { ChangeAccount, CreateAccount, ServiceAccount } from './schema.ts';
import { type Account, deleteAccount, insertAccount, selectAccount, updateAccount } from './store.ts';

interface Maker {
  readonly makeId: MakeId;
  readonly clock: Clock;
}

/** A bound on what a leaked admin token can leave behind unseen; two are enough to rotate. */
const mostLiveSecrets = 5;

export async function createAccount(
  db: TenantDb,
  { makeId, clock }: Maker,
  principal: Principal,
  wanted: CreateAccount,
): Promise<Account> {
  const now = clock.now();
  const account: Account = {
    id: makeId(),
    name: wanted.name,
    description: wanted.description ?? '',
    state: 'active',
    scopes: wanted.scopes,
    cluster_ids: wanted.cluster_ids ?? null,
    cloudspace_ids: wanted.cloudspace_ids ?? null,
    created_by: principal.id,
    created_at: now,
    updated_at: now,
  };
  refuseToGrant(beyond(powerOf(principal), powerFrom(account)));
  await insertAccount(db, account).catch(nameTaken(account.name));
  return account;
}

export async function changeAccount(
  db: TenantDb,
  clock: Clock,
  principal: Principal,
  before: Account,
  wanted: ChangeAccount,
): Promise<Account> {
  const account: Account = { ...before, ...wanted, updated_at: clock.now() };
  const held = powerOf(principal);
  refuseWider(held, powerFrom(before), before.name);
  // What it had and the caller lacks may stay as it is. When anything grows, all of it must be the caller's to give:
  // a scope is worth more on more clusters.
  if (beyond(powerFrom(before), powerFrom(account)).length > 0) refuseToGrant(beyond(held, powerFrom(account)));
  await updateAccount(db, account).catch(nameTaken(account.name));
  // Its access tokens say what it could do until now.
  if (etagOf(powerFrom(before)) !== etagOf(powerFrom(account))) await revoke(db, clock, { subjectId: account.id });
  return account;
}

/** Suspending what is suspended is no fault: who asks wants it so. */
export async function setState(
  db: TenantDb,
  clock: Clock,
  principal: Principal,
  id: string,
  state: Account['state'],
): Promise<Account> {
  const before = await existing(selectAccount(db, id, 'FOR UPDATE'));
  refuseWider(powerOf(principal), powerFrom(before), before.name);
  if (before.state === state) return before;
  if (state === 'active') refuseToGrant(beyond(powerOf(principal), powerFrom(before)));
  const account = { ...before, state, updated_at: clock.now() };
  await updateAccount(db, account);
  if (state === 'suspended') await revoke(db, clock, { subjectId: id });
  return account;
}

export async function removeAccount(db: TenantDb, clock: Clock, principal: Principal, account: Account): Promise<void> {
  refuseWider(powerOf(principal), powerFrom(account), account.name);
  await deleteCredentials(db, 'service', account.id);
  await deleteAccount(db, account.id);
  await revoke(db, clock, { subjectId: account.id });
}

/** Who makes a secret can act as the account: that is a grant too. */
export async function createSecret(
  db: TenantDb,
  maker: Maker,
  principal: Principal,
  id: string,
  { name = 'secret', expires_in_days }: { readonly name?: string; readonly expires_in_days?: number },
) {
  const account = await existing(selectAccount(db, id, 'FOR UPDATE'));
  refuseToGrant(beyond(powerOf(principal), powerFrom(account)));
  if ((await liveCredentialsOf(db, 'service', id, maker.clock.now())) >= mostLiveSecrets)
    refuse('conflict', {
      message: `${account.name} has ${mostLiveSecrets} live secrets, which is the limit. Revoke one that is no longer used.`,
    });
  return issueCredential(db, maker, {
    kind: 'service',
    ownerId: id,
    name,
    // Its power is the account's, whatever that is when it is shown.
    scopes: [],
    expiresInDays: expires_in_days,
    createdBy: principal.id,
  });
}

export async function existing(row: Promise<Account | undefined>): Promise<Account> {
  return (await row) ?? refuse('not_found');
}

export function shown(account: Account): ServiceAccount {
  return {
    ...account,
    scopes: [...account.scopes],
    cluster_ids: account.cluster_ids && [...account.cluster_ids],
    cloudspace_ids: account.cloudspace_ids && [...account.cloudspace_ids],
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}

/** Whether the caller may take something from it. */
export async function mayAlter(db: TenantDb, principal: Principal, id: string): Promise<void> {
  const account = await existing(selectAccount(db, id));
  refuseWider(powerOf(principal), powerFrom(account), account.name);
}

function powerOf({ scopes, clusterIds, cloudspaceIds }: Principal): Power {
  return {
    scopes: [...scopes],
    clusterIds: clusterIds && [...clusterIds],
    cloudspaceIds: cloudspaceIds && [...cloudspaceIds],
  };
}

function refuseToGrant(lacking: readonly string[]): void {
  if (lacking.length > 0)
    refuse('forbidden', {
      message: `You cannot grant what you do not have yourself: ${lacking.join(', ')}. Use a credential that has it, or request less.`,
    });
}

const uniqueViolation = '23505';

function nameTaken(name: string): (error: Error & { readonly code?: string }) => never {
  return (error) => {
    if (error.code !== uniqueViolation) throw error;
    return refuse('already_exists', {
      message: `There is already a service account named ${name}. Choose another name.`,
    });
  };
}
