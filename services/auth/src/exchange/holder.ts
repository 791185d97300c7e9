import { refuse, type TenantDb } from '@wheelhouse/kit';
import { type Power, powerFrom, powerOfUser } from '../roles/power.ts';
import { sawSession } from '../sessions/seen.ts';
import { lacksSecondFactor, liveSession } from '../sessions/service.ts';
import { selectIngestToken, selectPersonalToken, selectReportingToken, type TokenRow } from './store.ts';

/** Who shows a credential, and what they may do with it now. */
export interface Holder extends Power {
  readonly kind: 'user' | 'session' | 'pipeline' | 'ingest';
  readonly id: string;
  /** Of an ingest token: the one thing it may send. */
  readonly purpose?: string;
  /** When the credential ends; what is given for it does not outlive it. */
  readonly endsAt: Date;
}

type HolderOf = (db: TenantDb, id: string, now: Date) => Promise<Holder>;

/** A token's power is its scopes as far as its user's role has them; the role's limits are its limits. */
const ofPersonalToken: HolderOf = async (db, id, now) => {
  const row = await selectPersonalToken(db, id);
  if (row === undefined) return refuse('unauthenticated');
  refuseEnded(row, now);
  if (row.user_state !== 'active')
    return refuse('token_revoked', {
      message: 'The user of this token is not active. An administrator can activate them.',
    });
  const { scopes, ...limits } = powerFrom(row);
  return {
    kind: 'user',
    id: row.owner_id,
    endsAt: row.expires_at,
    ...limits,
    scopes: scopes.filter((scope) => row.token_scopes.includes(scope)),
  };
};

const ofReportingToken: HolderOf = async (db, id, now) => {
  const row = await selectReportingToken(db, id);
  if (row === undefined) return refuse('unauthenticated');
  refuseEnded(row, now);
  return {
    kind: 'pipeline',
    id: row.owner_id,
    endsAt: row.expires_at,
    scopes: [],
    clusterIds: undefined,
    cloudspaceIds: undefined,
  };
};

/** It acts for nobody but itself. The cluster it is for is its limit, as a role has limits. */
const ofIngestToken: HolderOf = async (db, id, now) => {
  const row = await selectIngestToken(db, id);
  if (row === undefined) return refuse('unauthenticated');
  refuseEnded(row, now);
  return {
    kind: 'ingest',
    id,
    purpose: row.purpose,
    endsAt: row.expires_at,
    scopes: [],
    clusterIds: row.cluster_id === null ? undefined : [row.cluster_id],
    cloudspaceIds: undefined,
  };
};

const ofSession: HolderOf = async (db, id, now) => {
  const session = await liveSession(db, id, now);
  if (session === undefined) return refuse('token_expired', { message: 'The session has ended. Sign in again.' });
  const [power, lacking] = await Promise.all([
    powerOfUser(db, session.user_id),
    lacksSecondFactor(db, session),
    sawSession(db, session, now),
  ]);
  if (power?.state !== 'active')
    return refuse('token_revoked', { message: 'This user is not active. An administrator can activate them.' });
  const { clusterIds, cloudspaceIds } = power;
  return {
    kind: 'session',
    id: session.user_id,
    endsAt: session.expires_at,
    scopes: lacking ? [] : power.scopes,
    clusterIds,
    cloudspaceIds,
  };
};

/** What can be exchanged. A client secret cannot: it is shown at the token endpoint only. */
export const holders = {
  personal: ofPersonalToken,
  reporting: ofReportingToken,
  ingest: ofIngestToken,
  session: ofSession,
} as const;

export function isExchanged(kind: string): kind is keyof typeof holders {
  return Object.hasOwn(holders, kind);
}

function refuseEnded({ revoked_at, expires_at }: TokenRow, now: Date): void {
  if (revoked_at !== null) refuse('token_revoked');
  if (expires_at <= now) refuse('token_expired');
}
