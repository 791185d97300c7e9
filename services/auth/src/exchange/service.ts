import { callersAudience, type ModuleContext, refuse, signAccessToken } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import type { LastUsed } from '../credentials/last-used.ts';
import { readSecret } from '../secrets/format.ts';
import { tenantSnapshot } from '../secrets/tenant-snapshot.ts';
import { findSecret } from '../secrets/store.ts';
import { holders, isExchanged } from './holder.ts';

/** What the gateway and modules work with; it never leaves the house. */
const longestSeconds = 60;

/** What a caller shows, for an access token of what they may do now. */
export async function exchange(
  { database, clock, accessSecrets }: ModuleContext<AuthSettings>,
  lastUsed: LastUsed,
  credential: string,
  address: string,
) {
  const secret = readSecret(credential);
  if (secret === undefined) return refuse('unauthenticated');
  const { kind, hash } = secret;
  if (!isExchanged(kind))
    return refuse('unauthenticated', {
      message:
        kind === 'service'
          ? 'a client secret is not a token: exchange it at /auth/oauth/token for an access token'
          : `this is a ${kind}, not a token`,
    });
  const found = await findSecret(database, kind, hash);
  if (found === undefined) return refuse('unauthenticated');
  const { tenantId, id } = found;
  const now = clock.now();
  const [{ tenantState, rev }, holder] = await database.tenant(tenantId, (db) =>
    Promise.all([tenantSnapshot(db), holders[kind](db, id, now)]),
  );
  if (tenantState !== 'active')
    return refuse('token_revoked', { message: 'this tenant has been stopped; its operator can start it again' });
  if (kind !== 'session') lastUsed.note(tenantId, { id, at: now, ip: address });
  const { clusterIds, cloudspaceIds, scopes, endsAt } = holder;
  const seconds = Math.min(longestSeconds, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  const access_token = await signAccessToken(
    {
      sub: holder.id,
      kind: holder.kind,
      tenant: tenantId,
      cid: id,
      scopes,
      ...(clusterIds === undefined ? {} : { cluster_ids: clusterIds }),
      ...(cloudspaceIds === undefined ? {} : { cloudspace_ids: cloudspaceIds }),
      rev,
    },
    { secrets: accessSecrets, audience: callersAudience, seconds, clock },
  );
  return {
    access_token,
    expires_in: seconds,
    revocations_seen: rev,
    principal: {
      kind: holder.kind,
      id: holder.id,
      tenant_id: tenantId,
      credential_id: id,
      scopes,
      cluster_ids: clusterIds ?? null,
      cloudspace_ids: cloudspaceIds ?? null,
    },
  };
}
