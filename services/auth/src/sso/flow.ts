import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import { buildAuthorizationUrl, calculatePKCECodeChallenge, type Configuration } from 'openid-client';
import type { AuthSettings } from '../config.ts';
import { hashOf } from '../secrets/format.ts';
import { tenantToSignInTo } from '../sign-in/tenant.ts';
import { openSecret, redirectUri } from './connection.ts';
import { type ConnectionRow, selectConnection } from './connection-store.ts';
import { type FlowRow, insertFlow, isActiveTenant, takeFlow } from './flow-store.ts';
import { type Identity, identityOf } from './identity.ts';
import type { Providers } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';
import { SignInRefused } from './refused.ts';
import { returnPath } from './return-to.ts';
import type { CallbackQuery, StartFlow } from './schema.ts';

type Context = ModuleContext<AuthSettings>;

/** Sealed with the flow. */
interface Proof {
  readonly verifier: string;
  readonly nonce: string;
  readonly returnTo: string;
}

const flowMs = 10 * 60_000;
const table = 'auth.sso_flows';

export interface Begun {
  readonly authorizationUrl: string;
  /** The cookie's value: only the browser that has it can come back with the code. */
  readonly browser: string;
}

export async function beginFlow(context: Context, providers: Providers, wanted: StartFlow): Promise<Begun> {
  const { database, settings, secrets, clock, makeId } = context;
  const tenantId = (await tenantToSignInTo(database, wanted.tenant))?.id;
  const connection = tenantId && (await database.tenant(tenantId, (db) => selectConnection(db)));
  // One answer for both: nobody learns here which tenants there are.
  if (!tenantId || !connection || !connection.enabled)
    return refuse('not_found', { message: 'Single sign-on is not available for this tenant.' });
  const configuration = await configurationOf(context, providers, tenantId, connection).catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    context.log.warn({ tenant_id: tenantId, reason: error.message }, 'an identity provider cannot be used');
    return refuse('upstream_error', { message: 'The identity provider is unavailable. Try again later.' });
  });
  const [state, browser, nonce, verifier] = [secret(), secret(), secret(), secret()];
  const proof: Proof = { verifier, nonce, returnTo: returnPath(wanted.return_to, settings.EXTERNAL_URL) };
  const id = makeId();
  await database.tenant(tenantId, (db) =>
    insertFlow(db, {
      id,
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      connection_version: connection.version,
      proof: secrets.seal({ tenantId, table, rowId: id }, JSON.stringify(proof)),
      expires_at: new Date(clock.now().getTime() + flowMs),
    }),
  );
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(settings.EXTERNAL_URL),
    scope: ['openid', ...connection.scopes].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { authorizationUrl: url.href, browser };
}

export interface Returned {
  readonly tenantId: string;
  readonly connection: ConnectionRow;
  readonly identity: Identity;
  readonly returnTo: string;
}

/** Who came back, and from which sign-in: it is used up by the asking, whatever comes of it. */
export async function returnFromProvider(
  context: Context,
  providers: Providers,
  query: CallbackQuery,
  browser: string | undefined,
): Promise<Returned> {
  const { database, settings, secrets } = context;
  const flow = await takenFlow(context, query.state, browser);
  const { tenant_id: tenantId } = flow;
  const connection = await database.tenant(tenantId, (db) => usableConnection(db, flow.connection_version));
  const proof: Proof = JSON.parse(secrets.open({ tenantId, table, rowId: flow.id }, flow.proof));
  const { verifier, nonce, returnTo } = proof;
  const configuration = await configurationOf(context, providers, tenantId, connection).catch((error: unknown) => {
    throw error instanceof ProviderFault ? new SignInRefused('sso_failed', error.message) : error;
  });
  const callback = new URL(redirectUri(settings.EXTERNAL_URL));
  for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, String(value));
  const checks = { state: query.state ?? '', nonce, verifier };
  const identity = await identityOf(configuration, callback, checks, connection.group_claim);
  return { tenantId, connection, identity, returnTo };
}

/** As it was when the provider was asked; one that changed meanwhile may have changed because of this. */
export async function unchangedConnection(db: TenantDb, before: ConnectionRow): Promise<void> {
  const now = await selectConnection(db, 'FOR SHARE');
  if (now?.version !== before.version)
    throw new SignInRefused('sso_expired', 'the connection was changed during the sign-in');
}

async function takenFlow(
  { database, clock }: Context,
  state: string | undefined,
  browser: string | undefined,
): Promise<FlowRow> {
  const flow = state === undefined ? undefined : await takeFlow(database, hashOf(state));
  if (flow === undefined) throw new SignInRefused('sso_expired', 'no such sign-in: already used, or never started');
  if (browser === undefined || !timingSafeEqual(hashOf(browser), flow.browser_hash))
    throw new SignInRefused('sso_expired', 'this sign-in was started in another browser');
  if (flow.expires_at <= clock.now()) throw new SignInRefused('sso_expired', 'the sign-in took longer than 10 minutes');
  return flow;
}

async function usableConnection(db: TenantDb, version: string): Promise<ConnectionRow> {
  const connection = (await isActiveTenant(db)) ? await selectConnection(db) : undefined;
  if (connection?.version !== version || !connection.enabled)
    throw new SignInRefused('sso_failed', 'single sign-on was changed or switched off, or the tenant is not active');
  return connection;
}

function configurationOf(
  { secrets }: Context,
  providers: Providers,
  tenantId: string,
  row: ConnectionRow,
): Promise<Configuration> {
  return providers.of(row.version, () => ({
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: openSecret(secrets, tenantId, row),
  }));
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
