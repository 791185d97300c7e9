import { once } from 'node:events';
import { createServer } from 'node:http';

/** As much of an identity provider as a connection to it is checked for when it is saved. */
export interface PaperProvider {
  readonly issuer: string;
  readonly stop: () => void;
}

export async function startProvider(): Promise<PaperProvider> {
  const server = createServer((_request, response) => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider does not listen');
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
