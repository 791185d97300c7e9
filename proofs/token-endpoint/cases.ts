import { issueSecret } from '../../services/auth/src/secrets/format.ts';

/** A request to the token endpoint and what RFC 6749 has it answered with. */
export interface TokenCase {
  readonly name: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Of a refusal. */
  readonly code?: string;
  /** Of a token. */
  readonly scope?: string;
}

export interface Client {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Clients {
  /** With the scopes read and deploy. */
  readonly good: Client;
  readonly revoked: Client;
  readonly suspended: Client;
}

const grant_type = 'client_credentials';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const encoded = (fields: object) => new URLSearchParams(Object.entries(fields)).toString();
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const asHeader = ({ client_id, client_secret }: Client) => basic(`${client_id}:${client_secret}`);

export function tokenCases({ good, revoked, suspended }: Clients): readonly TokenCase[] {
  const { client_id, client_secret } = good;
  const typo = client_secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const cases: readonly (Omit<TokenCase, 'body'> & { readonly fields: object | string })[] = [
    { name: 'secret in the form', fields: { grant_type, ...good }, status: 200, scope: 'read deploy' },
    { name: 'secret by Basic', fields: { grant_type }, headers: asHeader(good), status: 200, scope: 'read deploy' },
    {
      name: 'Basic in lower case',
      fields: { grant_type },
      headers: { authorization: asHeader(good).authorization.replace('Basic', 'basic') },
      status: 200,
      scope: 'read deploy',
    },
    {
      name: 'Basic, form-encoded in its halves',
      fields: { grant_type },
      headers: basic(`${client_id.replaceAll('-', '%2D')}:${client_secret.replace('_', '%5F')}`),
      status: 200,
      scope: 'read deploy',
    },
    {
      name: 'client_id also in the form',
      fields: { grant_type, client_id },
      headers: asHeader(good),
      status: 200,
      scope: 'read deploy',
    },
    { name: 'one scope', fields: { grant_type, ...good, scope: 'deploy' }, status: 200, scope: 'deploy' },
    { name: 'both scopes', fields: { grant_type, ...good, scope: 'deploy read' }, status: 200, scope: 'deploy read' },
    {
      name: 'an empty scope counts as none',
      fields: { grant_type, ...good, scope: '' },
      status: 200,
      scope: 'read deploy',
    },
    {
      name: 'unknown fields are ignored',
      fields: { grant_type, ...good, resource: 'x' },
      status: 200,
      scope: 'read deploy',
    },
    { name: 'no grant_type', fields: good, status: 400, code: 'invalid_request' },
    { name: 'an empty grant_type', fields: { grant_type: '', ...good }, status: 400, code: 'invalid_request' },
    { name: 'an empty body', fields: '', status: 400, code: 'invalid_request' },
    {
      name: 'grant_type twice',
      fields: `grant_type=${grant_type}&${encoded({ grant_type, ...good })}`,
      status: 400,
      code: 'invalid_request',
    },
    {
      name: 'client_secret twice',
      fields: `${encoded({ grant_type, ...good })}&client_secret=x`,
      status: 400,
      code: 'invalid_request',
    },
    {
      name: 'Basic and a secret in the form',
      fields: { grant_type, ...good },
      headers: asHeader(good),
      status: 400,
      code: 'invalid_request',
    },
    {
      name: 'Basic and another client_id',
      fields: { grant_type, client_id: 'other' },
      headers: asHeader(good),
      status: 400,
      code: 'invalid_request',
    },
    { name: 'a secret without client_id', fields: { grant_type, client_secret }, status: 400, code: 'invalid_request' },
    ...['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS'].map((other) => ({
      name: `grant_type ${other}`,
      fields: { grant_type: other, ...good },
      status: 400,
      code: 'unsupported_grant_type',
    })),
    { name: 'no client at all', fields: { grant_type }, status: 401, code: 'invalid_client' },
    { name: 'no secret', fields: { grant_type, client_id }, status: 401, code: 'invalid_client' },
    { name: 'a typo', fields: { grant_type, client_id, client_secret: typo }, status: 401, code: 'invalid_client' },
    {
      name: 'a secret that never was',
      fields: { grant_type, client_id, client_secret: issueSecret('service').secret },
      status: 401,
      code: 'invalid_client',
    },
    {
      name: 'a personal token as secret',
      fields: { grant_type, client_id, client_secret: issueSecret('personal').secret },
      status: 401,
      code: 'invalid_client',
    },
    {
      name: "another client's id",
      fields: { grant_type, client_id: revoked.client_id, client_secret },
      status: 401,
      code: 'invalid_client',
    },
    { name: 'a revoked secret', fields: { grant_type, ...revoked }, status: 401, code: 'invalid_client' },
    {
      name: 'a wrong secret by Basic',
      fields: { grant_type },
      headers: basic(`${client_id}:guess`),
      status: 401,
      code: 'invalid_client',
    },
    {
      name: 'Basic without a colon',
      fields: { grant_type },
      headers: basic(client_id),
      status: 401,
      code: 'invalid_client',
    },
    {
      name: 'Basic that is no Base64',
      fields: { grant_type },
      headers: { authorization: 'Basic ???' },
      status: 401,
      code: 'invalid_client',
    },
    {
      name: 'a bearer token',
      fields: { grant_type },
      headers: { authorization: 'Bearer abc' },
      status: 401,
      code: 'invalid_client',
    },
    { name: 'a suspended account', fields: { grant_type, ...suspended }, status: 400, code: 'invalid_grant' },
    ...['admin', 'read admin', 'everything', 'read  deploy', 'read,deploy', 'READ'].map((scope) => ({
      name: `scope "${scope}"`,
      fields: { grant_type, ...good, scope },
      status: 400,
      code: 'invalid_scope',
    })),
  ];
  return [
    ...cases.map(({ fields, headers, ...rest }) => ({
      ...rest,
      body: typeof fields === 'string' ? fields : encoded(fields),
      headers: { ...form, ...headers },
    })),
    {
      name: 'JSON',
      body: JSON.stringify({ grant_type, ...good }),
      headers: { 'content-type': 'application/json' },
      status: 415,
      code: 'unsupported_media_type',
    },
  ];
}

/** What was not as it must be; empty when all was. */
export async function faultsOf(base: string, wanted: TokenCase): Promise<readonly string[]> {
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: wanted.headers ?? {},
    ...(wanted.body === undefined ? {} : { body: wanted.body }),
  });
  const body = (await answer.json()) as Record<string, unknown> & { error?: Record<string, unknown> };
  const header = (name: string) => answer.headers.get(name);
  const claims: Record<string, boolean> = {
    [`status ${answer.status}`]: answer.status === wanted.status,
    'no-store': header('cache-control') === 'no-store' && header('pragma') === 'no-cache',
    JSON: header('content-type')?.startsWith('application/json') ?? false,
    'WWW-Authenticate: Basic with 401 and only there':
      (header('www-authenticate')?.startsWith('Basic realm=') ?? false) === (wanted.status === 401),
    [`code ${String(body.error?.['code'])}`]: body.error?.['code'] === wanted.code,
  };
  if (wanted.status === 200) {
    claims['exactly the four fields'] =
      Object.keys(body).toSorted().join(' ') === 'access_token expires_in scope token_type';
    claims[`scope ${String(body['scope'])}`] = body['scope'] === wanted.scope;
    claims['Bearer for 900 s'] = body['token_type'] === 'Bearer' && body['expires_in'] === 900;
  } else {
    claims['the request id'] = body.error?.['request_id'] === header('x-request-id');
    claims['no token'] = !('access_token' in body);
  }
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [`${wanted.name}: ${claim}`]));
}
