import {
  type Clock,
  type Cursors,
  type MakeId,
  type Page,
  pageOf,
  pageRequest,
  refuse,
  type TenantDb,
} from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { issueSecret } from '../secrets/format.ts';
import { forgetSecrets, rememberSecret } from '../secrets/store.ts';
import {
  countCredentials,
  countLive,
  type Credential,
  type CredentialKind,
  deleteCredentialsOf,
  insertCredential,
  selectCredential,
  selectCredentials,
  setRevoked,
} from './store.ts';

/** Personal tokens, secrets of service accounts and reporting tokens: shown once, kept as a hash, always with an end. */
export interface NewCredential {
  readonly kind: CredentialKind;
  /** The user, service account or pipeline it acts for. */
  readonly ownerId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresInDays: number | undefined;
  readonly createdBy: string | null;
}

export interface Maker {
  readonly makeId: MakeId;
  readonly clock: Clock;
}

const usualDays = 90;
const dayMs = 24 * 60 * 60_000;

export async function issueCredential(
  db: TenantDb,
  { makeId, clock }: Maker,
  { kind, ownerId, name, scopes, expiresInDays = usualDays, createdBy }: NewCredential,
): Promise<{ readonly shown: ShownCredential; readonly secret: string }> {
  const { secret, hash, prefix, lastFour } = issueSecret(kind);
  const now = clock.now();
  const row = {
    id: makeId(),
    kind,
    owner_id: ownerId,
    name,
    scopes,
    prefix,
    last_four: lastFour,
    created_at: now,
    expires_at: new Date(now.getTime() + expiresInDays * dayMs),
  };
  await insertCredential(db, { ...row, created_by: createdBy });
  await rememberSecret(db, kind, row.id, hash);
  return { shown: shown({ ...row, revoked_at: null, last_used_at: null, last_used_ip: null }), secret };
}

/** What one owner has, also what has ended: newest first. */
export async function credentialsOf(
  db: TenantDb,
  cursors: Cursors,
  query: { readonly limit?: number; readonly cursor?: string },
  kind: CredentialKind,
  ownerId: string,
): Promise<Page<ShownCredential>> {
  const filters = { kind: [kind], owner_id: [ownerId] };
  const page = pageRequest('credentials', db.tenantId, query, filters, cursors);
  const [rows, total] = await Promise.all([selectCredentials(db, page, filters), countCredentials(db, kind, ownerId)]);
  const { data, ...rest } = pageOf(rows, page, total, cursors);
  return { data: data.map(shown), ...rest };
}

export const liveCredentialsOf = countLive;

/** Of this kind and, where the caller says whose, of this owner; any other is not there. Revoking twice is revoking. */
export async function revokeCredential(
  db: TenantDb,
  clock: Clock,
  id: string,
  expected: { readonly kind: CredentialKind; readonly ownerId?: string; readonly by: string | null },
): Promise<{ readonly name: string }> {
  const row = await selectCredential(db, expected.kind, id, 'FOR UPDATE');
  if (row === undefined || (expected.ownerId !== undefined && row.owner_id !== expected.ownerId)) {
    return refuse('not_found');
  }
  if (row.revoked_at === null) {
    // Its hash stays: who shows it is told that it was revoked, not that it never was.
    await setRevoked(db, id, expected.by, clock.now());
    await revoke(db, clock, { credentialId: id });
  }
  return { name: row.name };
}

/** Together with its owner, for whom the caller revokes. */
export async function deleteCredentials(db: TenantDb, kind: CredentialKind, ownerId: string): Promise<void> {
  for (const id of await deleteCredentialsOf(db, kind, ownerId)) await forgetSecrets(db, id);
}

export type ShownCredential = ReturnType<typeof shown>;

function shown(row: Credential) {
  const { id, name, scopes, prefix, last_four, last_used_ip } = row;
  return {
    id,
    name,
    scopes,
    prefix,
    last_four,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
