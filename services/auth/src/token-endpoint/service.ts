import { type ModuleContext, refuse } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import type { LastUsed } from '../credentials/last-used.ts';
import { tokenOf } from '../credentials/token-of.ts';
import { type Power, powerFrom } from '../roles/power.ts';
import { readSecret } from '../secrets/format.ts';
import { tenantSnapshot } from '../secrets/tenant-snapshot.ts';
import { findSecret } from '../secrets/store.ts';
import { refuseClient, type TokenRequest } from './request.ts';
import { type ClientRow, selectClient } from './store.ts';

/** The one access token that callers hold themselves. */
const longestSeconds = 15 * 60;

export async function issueAccessToken(
  context: ModuleContext<AuthSettings>,
  lastUsed: LastUsed,
  { clientId, clientSecret, scopes: asked }: TokenRequest,
  address: string,
) {
  const { database, clock } = context;
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
    return refuse('invalid_grant', { message: 'The service account or its tenant is suspended.' });
  const power = powerFrom(client);
  const scopes = granted(power, asked);
  const { account_id, expires_at: endsAt } = client;
  const holder = {
    ...power,
    scopes,
    id: account_id,
    kind: 'service',
    tenantId,
    credentialId: id,
    endsAt,
    rev,
  } as const;
  const { token, seconds } = await tokenOf(context, holder, longestSeconds);
  lastUsed.note(tenantId, { id, at: now, ip: address });
  return { access_token: token, token_type: 'Bearer', expires_in: seconds, scope: scopes.join(' ') } as const;
}

/** Who shows a secret that was good may be told what became of it; a guess never comes this far. */
function ofGoodSecret(client: ClientRow | undefined, clientId: string, now: Date): ClientRow {
  if (client === undefined || client.account_id !== clientId.toLowerCase()) return refuseClient();
  if (client.revoked_at !== null) return refuseClient('This client secret has been revoked. Create a new one.');
  if (client.expires_at <= now) return refuseClient('This client secret has expired. Create a new one.');
  return client;
}

function granted({ scopes }: Power, asked: readonly string[] | undefined): readonly string[] {
  if (asked === undefined) return scopes;
  const lacking = asked.filter((scope) => !scopes.some((held) => held === scope));
  if (lacking.length > 0)
    refuse('invalid_scope', {
      message: `This service account has ${scopes.join(' ')}, but not: ${lacking.join(' ')}. Separate scopes with single spaces.`,
    });
  return asked;
}
