import type { Clock, Handle, SystemDb, TenantDb } from '@wheelhouse/kit';

/**
 * Whatever lessens power writes here, in its own transaction: access tokens issued until then are
 * refused by every process, and their credential, if it still has any power, is exchanged anew.
 */
export interface Revoked {
  /** One credential or session. */
  readonly credentialId?: string;
  /** Everything a user or service account holds. Neither: everything of the tenant. */
  readonly subjectId?: string;
  /** Another tenant than the transaction's: when the operator stops it. */
  readonly tenantId?: string;
}

export interface Revocation {
  readonly seq: number;
  readonly at: string;
  readonly tenant_id: string;
  readonly credential_id: string | null;
  readonly subject_id: string | null;
}

interface RevocationRow extends Omit<Revocation, 'at'>, Record<string, unknown> {
  readonly at: Date;
}

/** Any number will do, as long as only this takes it. */
const orderLock = 7_201_441;

/** As late in its transaction as can be: everyone who revokes waits for the end of it. */
export async function revoke(db: TenantDb, clock: Clock, ...revoked: readonly Revoked[]): Promise<void> {
  if (revoked.length === 0) return;
  // Numbers are given out and committed in one order: a follower that has seen n has seen all before it.
  await db.query('SELECT pg_advisory_xact_lock($1)', [orderLock]);
  await db.query(
    `INSERT INTO auth.revocations (seq, at, tenant_id, credential_id, subject_id)
     SELECT nextval('auth.revocations_seq'), $1, r.tenant_id, r.credential_id, r.subject_id
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS r (tenant_id, credential_id, subject_id)`,
    [
      clock.now(),
      revoked.map(({ tenantId }) => tenantId ?? db.tenantId),
      revoked.map(({ credentialId }) => credentialId ?? null),
      revoked.map(({ subjectId }) => subjectId ?? null),
    ],
  );
}

/** The number of the last one; 0 before the first. Never less than it was: the last one is never pruned. */
export async function lastRevocation(db: Handle): Promise<number> {
  const [row] = await db.query<{ seq: number }>('SELECT coalesce(max(seq), 0)::bigint AS seq FROM auth.revocations');
  return row?.seq ?? 0;
}

export async function revocationsAfter(db: SystemDb, seq: number, most: number): Promise<readonly Revocation[]> {
  const rows = await db.query<RevocationRow>(
    'SELECT seq, at, tenant_id, credential_id, subject_id FROM auth.revocations WHERE seq > $1 ORDER BY seq LIMIT $2',
    [seq, most],
  );
  return rows.map(shown);
}

export async function revocationsSince(db: SystemDb, since: Date): Promise<readonly Revocation[]> {
  const rows = await db.query<RevocationRow>(
    'SELECT seq, at, tenant_id, credential_id, subject_id FROM auth.revocations WHERE at >= $1 ORDER BY seq',
    [since],
  );
  return rows.map(shown);
}

/** All but the last: what new access tokens carry as seen must not fall behind what followers remember. */
export async function pruneRevocations(db: SystemDb, before: Date): Promise<number> {
  const gone = await db.query(
    `DELETE FROM auth.revocations WHERE at < $1 AND seq < (SELECT max(seq) FROM auth.revocations) RETURNING seq`,
    [before],
  );
  return gone.length;
}

function shown({ at, ...rest }: RevocationRow): Revocation {
  return { ...rest, at: at.toISOString() };
}
