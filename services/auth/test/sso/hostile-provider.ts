import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';

/** A provider that says what a test wants it to, true or not. */
export interface HostileProvider {
  readonly issuer: string;
  /** What its next ID token is; without anything said it is a good one. */
  next: Lie;
  /** How often a code was traded. */
  readonly trades: () => number;
  readonly key: KeyObject;
  readonly stop: () => Promise<void>;
}

export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject;
  readonly unsigned?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Done while we wait for the token. */
  readonly meanwhile?: () => Promise<unknown>;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startHostileProvider(clientId = 'wheelhouse'): Promise<HostileProvider> {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
  const state = { next: {} as Lie, trades: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/.well-known/openid-configuration')
      return json(response, { ...metadata(issuer), ...state.next.metadata });
    if (path === '/jwks') return json(response, { keys: [jwk] });
    if (path === '/large') return void response.writeHead(200).end('x'.repeat(1_000_000));
    if (path === '/redirect/.well-known/openid-configuration')
      return void response.writeHead(302, { location: `${issuer}/.well-known/openid-configuration` }).end();
    state.trades += 1;
    const { next } = state;
    void Promise.resolve(next.meanwhile?.()).then(() =>
      json(response, { access_token: 'a', token_type: 'Bearer', id_token: idToken(issuer, clientId, key, next) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    key,
    get next() {
      return state.next;
    },
    set next(lie) {
      state.next = lie;
    },
    trades: () => state.trades,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
}

function idToken(issuer: string, clientId: string, ownKey: KeyObject, lie: Lie): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', kid: 'k1', ...lie.header };
  const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 60, ...lie.claims };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  if (lie.unsigned === true) return `${signed}.`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), lie.key ?? ownKey).toString('base64url')}`;
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
