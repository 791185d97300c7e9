import { foreignAnswer } from './answer.ts';
import type { Granted } from './credentials.ts';
import type { ClientCredentials } from './options.ts';
import { request } from './request.ts';
import type { Transport } from './transport.ts';

const tokenPath = '/auth/oauth/token';

export async function askForToken(
  transport: Transport,
  { clientId, clientSecret, scopes }: ClientCredentials,
): Promise<Granted> {
  const { data, status, headers } = await request(transport, 'POST', tokenPath, {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: scopes?.join(' '),
    },
  });
  if (isGranted(data)) return data;
  const asked = { method: 'POST', path: tokenPath, idempotencyKey: undefined } as const;
  throw foreignAnswer(status, headers, asked, 'something without an access token');
}

function isGranted(data: unknown): data is Granted {
  return (
    typeof data === 'object' &&
    data !== null &&
    'access_token' in data &&
    typeof data.access_token === 'string' &&
    'expires_in' in data &&
    typeof data.expires_in === 'number'
  );
}
