import { createServer } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';

/** A certified provider in this process, whose people are in a map. */
export interface HonestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** The interaction's address with who signs in. */
  readonly signsIn: (subject: string) => (address: URL) => URL;
  readonly stop: () => Promise<void>;
}

export async function startHonestProvider(redirectUri: string): Promise<HonestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const people: HonestProvider['people'] = new Map();
  const client = { client_id: 'wheelhouse', client_secret: 'a-client-secret-of-the-test' };
  const provider = new Provider(issuer, configuration(client, redirectUri, people));
  // It warns of development keys, which is what these are.
  provider.on('server_error', (_context, error) => process.stderr.write(`${String(error)}\n`));
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/interaction/')) {
      void provider.callback()(request, response);
      return;
    }
    void provider
      .interactionFinished(request, response, { login: { accountId: url.searchParams.get('as') ?? '' } })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    people,
    signsIn: (subject) => (url) => {
      if (url.pathname.startsWith('/interaction/')) url.searchParams.set('as', subject);
      return url;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configuration(
  client: { readonly client_id: string; readonly client_secret: string },
  redirectUri: string,
  people: HonestProvider['people'],
): Configuration {
  return {
    clients: [
      { ...client, redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 60, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    // The consent page is the company's own and was given once for all.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
}
