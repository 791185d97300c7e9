import { callersAudience, type ModuleContext, refuse, signAccessToken } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import type { LastUsed } from '../credentials/last-used.ts';
import { type Power, powerFrom } from '../roles/power.ts';
import { readSecret } from '../secrets/format.ts';
import { tenantSnapshot } from '../secrets/tenant-snapshot.ts';
import { findSecret } from '../secrets/store.ts';
import { refuseClient, type TokenRequest } from './request.ts';
import { type ClientRow, selectClient } from './store.ts';

/** The one access token that callers hold themselves. */
const longestSeconds = 15 * 60;

export async function issueAccessToken(
  { database, clock, accessSecrets }: ModuleContext<AuthSettings>,
  lastUsed: LastUsed,
  { clientId, clientSecret, scopes: asked }: TokenRequest,
  address: string,
) {
  const secret = readSecret(clientSecret);
  if (secret?.kind !== 'service') return refuseClient();
  const found = await findSecret(database, 'service', secret.hash);
  if (found === undefined) return refuseClient();
  const { tenantId, id } = found;
  const now = clock.now();
  const [{ tenantState, rev }, row] = await database.tenant(tenantId, (db) =>
    Promise.all([tenantSnapshot(db), selectClient(db, id)]),
  );
  const client = ofGoodSecret(row, clientId, now);
  if (client.state !== 'active' || tenantState !== 'active')
    return refuse('invalid_grant', { message: 'the service account, or its tenant, is suspended' });
  const power = powerFrom(client);
  const scopes = granted(power, asked);
  // Never longer than the secret it was got with.
  const seconds = Math.min(longestSeconds, Math.ceil((client.expires_at.getTime() - now.getTime()) / 1000));
  const { clusterIds, cloudspaceIds } = power;
  const access_token = await signAccessToken(
    {
      sub: client.account_id,
      kind: 'service',
      tenant: tenantId,
      cid: id,
      scopes,
      ...(clusterIds === undefined ? {} : { cluster_ids: clusterIds }),
      ...(cloudspaceIds === undefined ? {} : { cloudspace_ids: cloudspaceIds }),
      rev,
    },
    { secrets: accessSecrets, audience: callersAudience, seconds, clock },
  );
  lastUsed.note(tenantId, { id, at: now, ip: address });
  return { access_token, token_type: 'Bearer', expires_in: seconds, scope: scopes.join(' ') } as const;
}

/** Who shows a secret that was good may be told what became of it; a guess never comes this far. */
function ofGoodSecret(client: ClientRow | undefined, clientId: string, now: Date): ClientRow {
  if (client === undefined || client.account_id !== clientId.toLowerCase()) return refuseClient();
  if (client.revoked_at !== null) return refuseClient('this client secret has been revoked; create a new one');
  if (client.expires_at <= now) return refuseClient('this client secret has expired; create a new one');
  return client;
}

function granted({ scopes }: Power, asked: readonly string[] | undefined): readonly string[] {
  if (asked === undefined) return scopes;
  const lacking = asked.filter((scope) => !scopes.some((held) => held === scope));
  if (lacking.length > 0)
    refuse('invalid_scope', {
      message: `this service account has ${scopes.join(' ')}, separated by single spaces, and not: ${lacking.join(' ')}`,
    });
  return asked;
}
