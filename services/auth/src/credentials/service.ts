import { type IngestPurpose, uuidSchema } from '@wheelhouse/contracts';
import { type Clock, defineList, exactly, type MakeId, refuse, type TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { issueSecret } from '../secrets/format.ts';
import { forgetSecrets, rememberSecret } from '../secrets/store.ts';
import {
  columns,
  countLive,
  type Credential,
  type CredentialKind,
  type CredentialRow,
  deleteCredentialsOf,
  insertCredential,
  selectCredential,
  setRevoked,
} from './store.ts';

/** Personal tokens, secrets of service accounts, reporting and ingest tokens: shown once, kept as a hash, always with an end. */
export interface NewCredential {
  readonly kind: CredentialKind;
  /** The user, service account or pipeline it acts for; of an ingest token its tenant. */
  readonly ownerId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** When it ends, or in how many days. */
  readonly expiresAt?: Date;
  readonly expiresInDays?: number | undefined;
  readonly createdBy: string | null;
  /** Of an ingest token, and of no other. */
  readonly ingest?: { readonly purpose: IngestPurpose; readonly clusterId: string | null };
}

export interface Maker {
  readonly makeId: MakeId;
  readonly clock: Clock;
}

const usualDays = 90;
export const dayMs = 24 * 60 * 60_000;

export async function issueCredential(
  db: TenantDb,
  { makeId, clock }: Maker,
  { kind, ownerId, name, scopes, expiresAt, expiresInDays = usualDays, createdBy, ingest }: NewCredential,
): Promise<{ readonly shown: ShownCredential; readonly secret: string }> {
  const { secret, hash, prefix, lastFour } = issueSecret(kind);
  const now = clock.now();
  const row = {
    id: makeId(),
    kind,
    owner_id: ownerId,
    name,
    scopes,
    purpose: ingest?.purpose ?? null,
    cluster_id: ingest?.clusterId ?? null,
    prefix,
    last_four: lastFour,
    created_at: now,
    expires_at: expiresAt ?? new Date(now.getTime() + expiresInDays * dayMs),
  };
  await insertCredential(db, { ...row, created_by: createdBy });
  await rememberSecret(db, kind, row.id, hash);
  return { shown: shown({ ...row, revoked_at: null, last_used_at: null, last_used_ip: null }), secret };
}

const ofOneOwner = {
  name: 'credentials',
  from: 'auth.credentials',
  columns,
  reach: 'none',
} as const;

/** What one owner has, also what has ended. One owner has few: they are counted, not kept count of. */
export const credentials = defineList<CredentialRow>(ofOneOwner);
export const pipelineCredentials = defineList<CredentialRow>({
  ...ofOneOwner,
  filters: { pipeline_id: { ...exactly(uuidSchema, 'owner_id'), required: true } },
});
/** What senders of signals show. One for a single cluster is seen by roles that reach it, any other by those that reach all. */
export const signalCredentials = defineList<CredentialRow>({
  ...ofOneOwner,
  name: 'signal_credentials',
  only: `kind = 'ingest' AND purpose = 'signals'`,
  reach: { cluster: 'cluster_id' },
});

export function ownedBy(kind: CredentialKind, ownerId: string): Readonly<Record<string, string>> {
  return { kind, owner_id: ownerId };
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

export function shown(row: Credential) {
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
