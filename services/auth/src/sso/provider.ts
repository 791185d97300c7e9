import { addressGuard, type Clock } from '@wheelhouse/kit';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import { guardedFetch } from './guarded-fetch.ts';
import { ProviderFault, whyOf } from './provider-fault.ts';

export interface ProviderAccess {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Providers {
  /** Asks the provider for its metadata and holds it against what we need; a ProviderFault says what is wrong. */
  readonly discover: (access: ProviderAccess) => Promise<Configuration>;
  /** The same, asked once an hour for each version of a connection; keys for tokens are kept with it. */
  readonly of: (version: string, access: () => ProviderAccess) => Promise<Configuration>;
}

const timeoutSeconds = 5;
const rememberMs = 60 * 60_000;
const mostRemembered = 500;
/** What only the provider can have signed: no `none`, and no secret that both sides know. */
const signatures = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export function providersFor(
  settings: { readonly EXTERNAL_URL: string; readonly SSO_ALLOWED_PRIVATE_CIDRS: readonly string[] },
  clock: Clock,
): Providers {
  const fetch = guardedFetch(addressGuard(settings.SSO_ALLOWED_PRIVATE_CIDRS));
  const plainAllowed = isPlainLoopback(new URL(settings.EXTERNAL_URL));
  const remembered = new Map<string, { readonly configuration: Promise<Configuration>; readonly until: number }>();

  async function discover({ issuer, clientId, clientSecret }: ProviderAccess): Promise<Configuration> {
    const server = issuerUrl(issuer, plainAllowed);
    const insecure = server.protocol === 'http:';
    const found = await discovery(server, clientId, undefined, None(), {
      [customFetch]: fetch,
      timeout: timeoutSeconds,
      execute: insecure ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      throw new ProviderFault(`its metadata could not be read: ${whyOf(error)}`);
    });
    const metadata = usable(found.serverMetadata(), issuer, insecure);
    const configuration = new Configuration(
      metadata,
      clientId,
      undefined,
      clientAuthentication(metadata, clientSecret),
    );
    configuration[customFetch] = fetch;
    configuration.timeout = timeoutSeconds;
    // Off by default: without it a token's signature is not looked at when it came over TLS.
    enableNonRepudiationChecks(configuration);
    if (insecure) allowInsecureRequests(configuration);
    return configuration;
  }

  return {
    discover,
    of: (version, access) => {
      const now = clock.now().getTime();
      const known = remembered.get(version);
      if (known !== undefined && known.until > now) return known.configuration;
      const configuration = discover(access());
      if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(version, { configuration, until: now + rememberMs });
      configuration.catch(() => remembered.delete(version));
      return configuration;
    },
  };
}

/** Plain http is for trying things out on one machine: installation and provider on loopback both. */
function issuerUrl(issuer: string, plainAllowed: boolean): URL {
  if (!URL.canParse(issuer)) throw new ProviderFault('it is not a URL; it must start with https://');
  const url = new URL(issuer);
  if (url.protocol !== 'https:' && !(plainAllowed && isPlainLoopback(url)))
    throw new ProviderFault('it must start with https://');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ProviderFault('it must not contain a user, query or fragment');
  // Given whole, the metadata's address is taken without its issuer being compared.
  if (url.pathname.includes('/.well-known/'))
    throw new ProviderFault('leave out the part that starts with /.well-known');
  return url;
}

function isPlainLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function usable(metadata: ServerMetadata, issuer: string, insecure: boolean): ServerMetadata {
  // To the letter: a provider for everybody ("common") names each person's own issuer, so anybody could be let in.
  if (metadata.issuer !== issuer)
    throw new ProviderFault(`its issuer is ${metadata.issuer.slice(0, 200)}; use exactly that`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = metadata[name];
    if (address === undefined || !URL.canParse(address)) throw new ProviderFault(`its metadata has no ${name}`);
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(insecure && isPlainLoopback(url)))
      throw new ProviderFault(`its ${name} does not start with https://`);
  }
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const taken = offered.filter((name) => signatures.includes(name));
  if (taken.length === 0)
    throw new ProviderFault(`it only signs with ${offered.join(', ')}; RS256 or ES256 is required`);
  return { ...metadata, id_token_signing_alg_values_supported: taken };
}

function clientAuthentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) {
  const basic = methods === undefined || methods.includes('client_secret_basic');
  return basic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
