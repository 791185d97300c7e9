import { type ModuleContext, refuse } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import type { LastUsed } from '../credentials/last-used.ts';
import { tokenOf } from '../credentials/token-of.ts';
import { readSecret } from '../secrets/format.ts';
import { tenantSnapshot } from '../secrets/tenant-snapshot.ts';
import { findSecret } from '../secrets/store.ts';
import { holders, isExchanged } from './holder.ts';

/** What the gateway and modules work with; it never leaves the house. */
const longestSeconds = 60;

/** What a caller shows, for an access token of what they may do now. */
export async function exchange(
  context: ModuleContext<AuthSettings>,
  lastUsed: LastUsed,
  credential: string,
  address: string,
) {
  const { database, clock } = context;
  const secret = readSecret(credential);
  if (secret === undefined) return refuse('unauthenticated');
  const { kind, hash } = secret;
  if (!isExchanged(kind))
    return refuse('unauthenticated', {
      message:
        kind === 'service'
          ? 'A client secret is not a token. Exchange it for an access token at /auth/oauth/token.'
          : `This is a ${kind}, not a token.`,
    });
  const found = await findSecret(database, kind, hash);
  if (found === undefined) return refuse('unauthenticated');
  const { tenantId, id } = found;
  const now = clock.now();
  const [{ tenantState, rev }, holder] = await database.tenant(tenantId, (db) =>
    Promise.all([tenantSnapshot(db), holders[kind](db, id, now)]),
  );
  if (tenantState !== 'active')
    return refuse('token_revoked', { message: 'This tenant is suspended. Its operator can activate it again.' });
  if (kind !== 'session') lastUsed.note(tenantId, { id, at: now, ip: address });
  const { token, seconds } = await tokenOf(context, { ...holder, tenantId, credentialId: id, rev }, longestSeconds);
  return {
    access_token: token,
    expires_in: seconds,
    revocations_seen: rev,
    principal: {
      kind: holder.kind,
      id: holder.id,
      tenant_id: tenantId,
      credential_id: id,
      scopes: holder.scopes,
      purpose: holder.purpose ?? null,
      cluster_ids: holder.clusterIds ?? null,
      cloudspace_ids: holder.cloudspaceIds ?? null,
    },
  };
}
