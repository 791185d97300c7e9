import { type Keyring, type MakeId, type Principal, Refusal, refuse, type TenantDb } from '@wheelhouse/kit';
import { type CallerPower, powerOfCaller, refuseBeyond } from '../roles/caller.ts';
import { powerFrom } from '../roles/power.ts';
import { existingRole } from '../roles/service.ts';
import {
  type ConnectionRow,
  type GroupRole,
  saveConnection,
  selectConnection,
  selectGroupRoles,
} from './connection-store.ts';
import { deleteFlowsOf } from './flow-store.ts';
import type { ProviderAccess } from './provider.ts';
import type { Connection, PutConnection } from './schema.ts';

const table = 'auth.sso_connections';
const defaultScopes = ['email', 'profile'];
const defaultGroupClaim = 'groups';

export async function existingConnection(db: TenantDb, lock: 'FOR UPDATE' | '' = ''): Promise<ConnectionRow> {
  return (
    (await selectConnection(db, lock)) ??
    refuse('not_found', { message: 'Single sign-on is not set up. Set it up with PUT /api/v1/sso.' })
  );
}

export function redirectUri(externalUrl: string): string {
  return `${externalUrl.replace(/\/$/, '')}/api/auth/sso/callback`;
}

export async function shownConnection(db: TenantDb, row: ConnectionRow, externalUrl: string): Promise<Connection> {
  const { id, issuer, client_id, scopes, group_claim, default_role_id, enabled, created_at, updated_at } = row;
  const groups = await selectGroupRoles(db, id);
  return {
    id,
    issuer,
    client_id,
    scopes: [...scopes],
    group_claim,
    default_role_id,
    enabled,
    group_roles: Object.fromEntries(groups.map(({ group_name, role_id }) => [group_name, role_id])),
    redirect_uri: redirectUri(externalUrl),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function openSecret(secrets: Keyring, tenantId: string, row: ConnectionRow): string {
  return secrets.open({ tenantId, table, rowId: row.id }, row.client_secret);
}

/** What the provider is asked with: the secret given, or the one kept while it goes to the same place. */
export function accessFor(
  secrets: Keyring,
  tenantId: string,
  wanted: PutConnection,
  before: ConnectionRow | undefined,
): ProviderAccess {
  const { issuer, client_id: clientId, client_secret: given } = wanted;
  if (given !== undefined) return { issuer, clientId, clientSecret: given };
  // Kept for another issuer, it would be sent to whomever the caller names.
  if (before === undefined || before.issuer !== issuer || before.client_id !== clientId)
    return refuse('validation_failed', {
      message: 'client_secret is missing: a new issuer or client_id requires its secret.',
      details: [{ field: 'client_secret', code: 'required', message: 'is required with a new issuer or client_id' }],
    });
  return { issuer, clientId, clientSecret: openSecret(secrets, tenantId, before) };
}

export interface PutContext {
  readonly secrets: Keyring;
  readonly makeId: MakeId;
  readonly now: Date;
  readonly principal: Principal;
}

/** Writes what was found good. Sign-ins under way were begun with what is no longer so, and end. */
export async function putConnection(
  db: TenantDb,
  { secrets, makeId, now, principal }: PutContext,
  wanted: PutConnection,
  { clientSecret }: ProviderAccess,
  before: ConnectionRow | undefined,
): Promise<ConnectionRow> {
  const power = await powerOfCaller(db, principal);
  const groupRoles = Object.entries(wanted.group_roles ?? {}).map(
    ([group_name, role_id]): GroupRole => ({ group_name, role_id }),
  );
  const default_role_id = wanted.default_role_id ?? null;
  for (const { group_name, role_id } of groupRoles)
    await refuseUngrantable(db, power, role_id, `group_roles.${group_name}`);
  if (default_role_id !== null) await refuseUngrantable(db, power, default_role_id, 'default_role_id');
  const id = before?.id ?? makeId();
  const row: ConnectionRow = {
    id,
    version: makeId(),
    issuer: wanted.issuer,
    client_id: wanted.client_id,
    client_secret: secrets.seal({ tenantId: db.tenantId, table, rowId: id }, clientSecret),
    scopes: [...new Set(wanted.scopes ?? defaultScopes)].filter((scope) => scope !== 'openid'),
    group_claim: wanted.group_claim ?? defaultGroupClaim,
    default_role_id,
    enabled: wanted.enabled,
    set_by: principal.id,
    set_by_owner: power.owner,
    set_scopes: power.scopes,
    set_cluster_ids: power.clusterIds ?? null,
    set_cloudspace_ids: power.cloudspaceIds ?? null,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
  await saveConnection(db, row, groupRoles);
  await deleteFlowsOf(db);
  return row;
}

async function refuseUngrantable(db: TenantDb, power: CallerPower, roleId: string, field: string): Promise<void> {
  const role = await existingRole(db, roleId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return refuse('validation_failed', {
      message: `${field}: there is no role ${roleId}.`,
      details: [{ field, code: 'unknown_role', message: 'is not a role of this tenant' }],
    });
  });
  if (role.builtin === 'owner')
    refuse('validation_failed', {
      message: `${field}: single sign-on cannot make anyone an owner; only owners can.`,
      details: [{ field, code: 'owner', message: 'must not be the owner role' }],
    });
  refuseBeyond(power, powerFrom(role), `The role ${role.name}`);
}
