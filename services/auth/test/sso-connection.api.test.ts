import { randomUUID } from 'node:crypto';
import { asOwner, caller, freePort } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityOf } from '../src/sso/identity.ts';
import { providersFor } from '../src/sso/provider.ts';
import { Browser } from './sso/browser.ts';
import { redirectUri, type SsoHouse, startSsoHouse } from './sso/house.ts';
import { signInsAt } from './sso/sign-ins.ts';

let house: SsoHouse;
beforeAll(async () => {
  house = await startSsoHouse();
});
afterAll(() => house.stop());

const { person, userWith, connected } = signInsAt(() => house);

describe('the connection', () => {
  test('is shown without its secret, changed with If-Match, and removed', async () => {
    const tenant = await connected();
    const shown = await house.auth.call(tenant.owner, 'GET', '/api/v1/sso');
    expect(shown.body).toMatchObject({ issuer: house.honest.issuer, redirect_uri: redirectUri, group_claim: 'groups' });
    expect(JSON.stringify(shown.body)).not.toContain(house.honest.clientSecret);
    const seen = { 'if-none-match': shown.headers.get('etag') ?? '' };
    expect((await house.auth.call(tenant.owner, 'GET', '/api/v1/sso', { headers: seen })).status).toBe(304);
    const stale = { 'if-match': '"stale"' };
    const { issuer, clientId: client_id } = house.honest;
    const body = { issuer, client_id, enabled: false };
    expect((await house.auth.call(tenant.owner, 'PUT', '/api/v1/sso', { body, headers: stale })).status).toBe(412);
    expect((await house.auth.call(tenant.owner, 'DELETE', '/api/v1/sso', { headers: stale })).status).toBe(412);
    expect((await house.auth.call(tenant.owner, 'DELETE', '/api/v1/sso')).status).toBe(204);
    expect((await house.auth.call(tenant.owner, 'GET', '/api/v1/sso')).status).toBe(404);
  });

  test('whose provider is gone begins no sign-in, and says so', async () => {
    const tenant = await connected();
    const gone = `http://127.0.0.1:${await freePort()}`;
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.sso_connections SET issuer = $2 WHERE tenant_id = $1', [tenant.id, gone]),
    );
    expect(
      await house.auth.call(undefined, 'POST', '/api/v1/sso/start', { body: { tenant: tenant.slug } }),
    ).toMatchObject({ status: 502, body: { error: { code: 'upstream_error' } } });
  });

  test('keeps its secret while it goes to the same provider, and asks for it with another', async () => {
    const tenant = await connected();
    expect(await house.connect(tenant.owner, { client_secret: undefined })).toMatchObject({ status: 200 });
    for (const other of [{ issuer: house.hostile.issuer }, { client_id: 'other' }])
      expect(await house.connect(tenant.owner, { client_secret: undefined, ...other })).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: 'client_secret' }] } },
      });
  });

  test('its secret, and what a sign-in under way must keep, are sealed in the database', async () => {
    const tenant = await connected();
    const there = await house.begin(new Browser(), tenant);
    const dump = await asOwner(house.auth.database.ownerUrl, async (client) => {
      const tables = ['sso_connections', 'sso_flows'].map((name) =>
        client.query(`SELECT t::text FROM auth.${name} AS t`),
      );
      return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows));
    });
    expect(dump).not.toContain(house.honest.clientSecret);
    for (const name of ['state', 'nonce']) expect(dump).not.toContain(there.searchParams.get(name));
  });

  test('is changed by a person who is an admin and has signed in lately, and by no token', async () => {
    const tenant = await house.tenant();
    const { id } = await tenant.user('admin');
    const token = await tenant.callerOf(id, 'admin', 'user');
    expect(await house.connect(token)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    const service = await caller({ tenant: tenant.id, kind: 'service' }, house.clock);
    expect(await house.connect(service)).toMatchObject({ status: 403 });
    expect((await house.auth.call(token, 'DELETE', '/api/v1/sso')).status).toBe(403);
    const viewer = await house.sessionOf(tenant, (await tenant.user('viewer')).id, 'viewer');
    expect(await house.connect(viewer)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect((await house.auth.call(viewer, 'GET', '/api/v1/sso')).body.error.code).toBe('insufficient_scope');
    const admin = await house.sessionOf(tenant, id, 'admin');
    house.clock.advance(16 * 60_000);
    const stale = await house.connect(admin);
    expect(stale).toMatchObject({ status: 403, body: { error: { details: [{ code: 'reauthentication_required' }] } } });
    expect(await house.connect(await house.sessionOf(tenant, id, 'admin'))).toMatchObject({ status: 200 });
  });

  test('gives nobody what its author lacks, never makes owners, and knows only roles of its tenant', async () => {
    const tenant = await house.tenant();
    const roleId = randomUUID();
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query(
        `INSERT INTO auth.roles (tenant_id, id, name, scopes, created_at, updated_at) VALUES ($1, $2, 'people', $3, now(), now())`,
        [tenant.id, roleId, ['read', 'admin']],
      ),
    );
    const { id } = await tenant.user('viewer');
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET role_id = $2 WHERE tenant_id = kit.tenant() AND id = $1', [id, roleId]),
    );
    const limited = await house.sessionOf(tenant, id, 'admin');
    const { operator, viewer, owner } = tenant.roles;
    expect(await house.connect(limited, { default_role_id: operator })).toMatchObject({ status: 403 });
    expect(await house.connect(limited, { group_roles: { sre: operator } })).toMatchObject({ status: 403 });
    expect(await house.connect(limited, { group_roles: { all: viewer } })).toMatchObject({ status: 200 });
    const { subject, email } = person(tenant, { groups: ['all'] });
    await tenant.user('admin', email);
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toMatchObject({ role_id: viewer });
    expect(await house.connect(tenant.owner, { group_roles: { bosses: owner } })).toMatchObject({ status: 422 });
    const other = await house.tenant();
    expect(await house.connect(tenant.owner, { default_role_id: other.roles.viewer })).toMatchObject({ status: 422 });
  });

  test("another tenant's is neither seen nor touched", async () => {
    const [tenant, other] = [await connected(), await house.tenant()];
    expect((await house.auth.call(other.owner, 'GET', '/api/v1/sso')).status).toBe(404);
    expect((await house.auth.call(other.owner, 'DELETE', '/api/v1/sso')).status).toBe(404);
    await house.connect(other.owner, { issuer: house.hostile.issuer });
    expect((await house.auth.call(tenant.owner, 'GET', '/api/v1/sso')).body.issuer).toBe(house.honest.issuer);
  });
});

describe('an issuer that cannot be used is told with the cause', () => {
  test.for([
    ['http://10.0.0.1', 'must start with https://'],
    ['http://login.example.com', 'must start with https://'],
    ['https://10.0.0.1', 'not a public address'],
    ['https://169.254.169.254', 'link-local'],
    ['https://[::1]:1', 'loopback'],
    ['https://[::ffff:127.0.0.1]:1', 'IPv4-mapped'],
    ['https://127.0.0.2:1', 'loopback'],
    ['https://0x7f000002:1', 'loopback'],
    ['https://[fd00:ec2::254]', 'private'],
    ['https://100.100.100.200', 'CGNAT'],
    ['https://0.0.0.0:1', 'unspecified'],
    ['https://127.0.0.1:1', 'ECONNREFUSED'],
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
    ['https://user:password@login.example.com', 'must not contain a user'],
    ['https://login.example.com?x=1', 'a user, query'],
    ['https://login.example.com/.well-known/openid-configuration', '/.well-known'],
    ['login.example.com', 'is not a URL'],
    ['file:///etc/passwd', 'must start with https://'],
    ['$hostile/redirect', 'status 302'],
    ['$hostile/', 'use exactly that'],
  ])('%s: %s', async ([issuer = '', why = '']) => {
    const tenant = await house.tenant();
    house.hostile.next = {};
    const answer = await house.connect(tenant.owner, { issuer: issuer.replace('$hostile', house.hostile.issuer) });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0]).toMatchObject({ field: 'issuer', message: expect.stringContaining(why) });
  });

  test.for([
    ['another issuer', { issuer: 'https://login.example.com' }, 'does not match'],
    ['an end for tokens inside', { token_endpoint: 'http://10.0.0.1/token' }, 'token_endpoint'],
    ['a script for a page', { authorization_endpoint: 'javascript:alert(1)' }, 'authorization_endpoint'],
    ['no keys', { jwks_uri: undefined }, 'jwks_uri'],
    ['no signature worth the name', { id_token_signing_alg_values_supported: ['none', 'HS256'] }, 'none, HS256'],
    ['more than anybody reads', { padding: 'x'.repeat(300_000) }, 'longer than'],
  ] as const)('metadata with %s', async ([, metadata, why]) => {
    const tenant = await house.tenant();
    house.hostile.next = { metadata };
    const answer = await house.connect(tenant.owner, { issuer: house.hostile.issuer });
    house.hostile.next = {};
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain(why);
  });
});

describe('without a word of the operator', () => {
  const settings = { EXTERNAL_URL: 'http://127.0.0.1:8080', SSO_ALLOWED_PRIVATE_CIDRS: [] };
  const discover = (port: string, host: string) =>
    providersFor(settings, house.clock).discover({
      issuer: `http://${host}:${port}`,
      clientId: 'c',
      clientSecret: 's',
    });

  test.for(['127.0.0.1', 'localhost', '[::1]'])('a provider at %s is not asked', async (host) => {
    const { port } = new URL(house.honest.issuer);
    await expect(discover(port, host)).rejects.toThrow('is not a public address: it is loopback');
  });

  test('nor where an allowed one sends us for its keys', async () => {
    const allowed = { ...settings, SSO_ALLOWED_PRIVATE_CIDRS: ['127.0.0.1/32'] };
    const { issuer } = house.hostile;
    house.hostile.next = { metadata: { jwks_uri: 'http://[::1]:1/jwks' }, claims: { sub: 's', nonce: 'n' } };
    const provider = await providersFor(allowed, house.clock).discover({
      issuer,
      clientId: 'wheelhouse',
      clientSecret: 's',
    });
    const answer = identityOf(
      provider,
      new URL(`${redirectUri}?code=c&state=s`),
      { state: 's', nonce: 'n', verifier: 'v' },
      'groups',
    );
    await expect(answer).rejects.toThrow('::1 is not a public address');
  });
});
