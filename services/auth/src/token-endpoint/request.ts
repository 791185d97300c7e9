import { refuse } from '@wheelhouse/kit';
import type { Static } from 'typebox';
import type { tokenRequest } from './schema.ts';

/** A well-formed request for a token, by RFC 6749 sections 2.3.1, 4.4.2 and 5.2; not yet believed. */
export interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Undefined: all that the account has. */
  readonly scopes: readonly string[] | undefined;
}

export function refuseClient(message?: string): never {
  return refuse('invalid_client', {
    ...(message === undefined ? {} : { message }),
    headers: { 'www-authenticate': 'Basic realm="wheelhouse", charset="UTF-8"' },
  });
}

export function readTokenRequest(form: Static<typeof tokenRequest>, authorization: string | undefined): TokenRequest {
  const { grant_type, client_id, client_secret, scope } = withoutEmpty(form ?? {});
  if (grant_type === undefined)
    refuse('invalid_request', { message: 'The form must contain grant_type=client_credentials.' });
  if (grant_type !== 'client_credentials') refuse('unsupported_grant_type');
  const scopes = scope === undefined ? undefined : [...new Set(scope.split(' '))];
  if (authorization === undefined) return { ...clientOfForm(client_id, client_secret), scopes };
  const client = clientOfBasic(authorization);
  if (client_secret !== undefined)
    refuse('invalid_request', {
      message: 'The client secret was sent twice. Use either HTTP Basic or the form, not both.',
    });
  if (client_id !== undefined && client_id !== client.clientId)
    refuse('invalid_request', { message: 'client_id in the form differs from the one in HTTP Basic.' });
  return { ...client, scopes };
}

/** A field without a value counts as one that was not sent. */
function withoutEmpty<Fields extends Readonly<Record<string, string>>>(form: Fields): Partial<Fields> {
  const kept: Partial<Fields> = { ...form };
  for (const name in form) if (form[name] === '') delete kept[name];
  return kept;
}

type Client = Omit<TokenRequest, 'scopes'>;

function clientOfForm(clientId: string | undefined, clientSecret: string | undefined): Client {
  if (clientSecret === undefined)
    return refuseClient('No client secret was sent. Send client_id and client_secret, in the form or with HTTP Basic.');
  if (clientId === undefined)
    return refuse('invalid_request', { message: 'client_id is missing; send it with client_secret.' });
  return { clientId, clientSecret };
}

function clientOfBasic(authorization: string): Client {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined)
    return refuseClient(
      'Unsupported authentication scheme. Send the client credentials with HTTP Basic or in the form.',
    );
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const [clientId, clientSecret] = [formDecoded(id), formDecoded(secret)];
  if (clientId === undefined || clientSecret === undefined || clientId === '' || clientSecret === '')
    return refuseClient('HTTP Basic must contain client_id:client_secret, each form-encoded, in Base64.');
  return { clientId, clientSecret };
}

/** Both halves are form-encoded before they are joined. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
