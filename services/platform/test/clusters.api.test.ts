import { randomBytes } from 'node:crypto';
import { accessSecrets, openKeyring, rewrapDatabase, signAccessToken, systemClock } from '@wheelhouse/kit';
import { asOwner, type Caller, caller, eventually, testSecret } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModule } from '../src/module.ts';
import { clusters, externalUrl, limitedTo, nobody, type PlatformHouse, startPlatform } from './house.ts';

/** What can be said of clusters that nobody reaches; those that answer are in phases.api.test.ts. */
let house: PlatformHouse;
let anna: Caller;
let berta: Caller;

beforeAll(async () => {
  house = await startPlatform({ environment: { CLUSTER_ALLOWED_PRIVATE_CIDRS: '' } });
  anna = await caller();
  berta = await caller();
});
afterAll(() => house.stop());

const registered = async (who: Caller, name: string) => {
  const { status, body } = await house.register(who, { name, ...nobody });
  expect(status).toBe(201);
  return body;
};
const kubeconfigWith = (server: string, user: object) =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster: { server } }],
    users: [{ name: 'u', user }],
  });

describe('registering', () => {
  test('writes the cluster down, Pending, and tells of it', async () => {
    const made = await house.register(anna, { name: 'first', description: 'of the shop', ...nobody });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get('location')).toBe(`${clusters}/${id}`);
    expect(made.body).toMatchObject({
      name: 'first',
      description: 'of the shop',
      server: nobody.server,
      phase: 'Pending',
      reason: 'not_contacted',
      last_seen_at: null,
      version: null,
      credential: { kind: 'token', expires_at: null },
    });
    expect(made.body.rights).toContainEqual(
      expect.objectContaining({
        group: 'apps',
        resource: 'deployments',
        verb: 'watch',
        needed_by: 'k8s-monitor',
        allowed: null,
      }),
    );
    expect(await house.events('cluster.phase_changed', id)).toMatchObject([
      { name: 'first', from: null, to: 'Pending', reason: 'not_contacted', url: `${externalUrl}/clusters/${id}` },
    ]);
    expect(await house.events('internal.cluster_registered', id)).toEqual([{ cluster_id: id }]);
  });

  test('takes a kubeconfig as well', async () => {
    const kubeconfig = kubeconfigWith('https://localhost:7443/', { token: 'of-a-kubeconfig' });
    const { status, body } = await house.register(anna, { name: 'by-kubeconfig', kubeconfig });
    expect([status, body.server, body.credential.kind]).toEqual([201, 'https://localhost:7443', 'token']);
  });

  test('says when a token ends that says it itself', async () => {
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${part({ alg: 'RS256' })}.${part({ exp: 1_893_456_000 })}.signature`;
    const { body } = await house.register(anna, { name: 'ends', ...nobody, token });
    expect(body.credential).toEqual({ kind: 'token', expires_at: '2030-01-01T00:00:00.000Z' });
  });

  test.each([
    ['nothing to come in with', {}, 'kubeconfig', 'required'],
    ['a server without a token', { server: nobody.server }, 'token', 'required'],
    ['a token without a server', { token: 'alone' }, 'server', 'required'],
    ['both forms at once', { ...nobody, kubeconfig: '{}' }, 'server', 'not_with_kubeconfig'],
    ['a context of no kubeconfig', { ...nobody, context: 'c' }, 'context', 'needs_kubeconfig'],
    ['a server without TLS', { ...nobody, server: 'http://localhost:6443' }, 'server', 'not_https'],
    ['a server with a password in it', { ...nobody, server: 'https://me:pw@localhost' }, 'server', 'userinfo'],
    ['an authority that is none', { ...nobody, certificate_authority: 'PEM' }, 'certificate_authority', 'malformed'],
    ['a token of two lines', { ...nobody, token: 'one\ntwo' }, 'token', 'malformed'],
    ['what is no kubeconfig', { kubeconfig: 'hello' }, 'kubeconfig', 'malformed'],
    [
      'a context that is not there',
      { kubeconfig: kubeconfigWith(nobody.server, {}), context: 'x' },
      'kubeconfig',
      'no_context',
    ],
    [
      'a program to run',
      { kubeconfig: kubeconfigWith(nobody.server, { exec: { command: 'id' } }) },
      'kubeconfig',
      'exec',
    ],
    [
      'a file to read',
      { kubeconfig: kubeconfigWith(nobody.server, { tokenFile: '/x' }) },
      'kubeconfig',
      'file_reference',
    ],
    ['a private address', { ...nobody, server: 'https://10.0.0.1:6443' }, 'server', 'address_refused'],
    [
      'a private address in a kubeconfig',
      { kubeconfig: kubeconfigWith('https://[::1]', { token: 't' }) },
      'kubeconfig',
      'address_refused',
    ],
    ['a name that is no DNS label', { ...nobody, name: 'Not a label' }, 'name', 'pattern'],
  ])('with %s is refused, naming the field', async (_what, given, field, code) => {
    const { status, body } = await house.register(anna, { name: 'refused', ...given });
    expect([status, body.error.code]).toEqual([422, 'validation_failed']);
    expect(body.error.details).toContainEqual(expect.objectContaining({ field, code }));
    expect(body.error.message).toContain(field);
  });

  test('at a private address says which setting allows it', async () => {
    const { body } = await house.register(anna, { name: 'private', ...nobody, server: 'https://192.168.7.1' });
    expect(body.error.message).toContain('192.168.7.1 is not a public address: it is private');
    expect(body.error.message).toContain('CLUSTER_ALLOWED_PRIVATE_CIDRS');
    expect(body.error.message).toContain('local-clusters');
  });

  test.each([
    ['exec', { exec: { command: 'aws', args: ['eks', 'get-token'] } }],
    ['auth-provider', { 'auth-provider': { name: 'gcp' } }],
  ])('with a kubeconfig of a cloud provider (%s) says which way needs no plugin', async (field, user) => {
    const { status, body } = await house.register(anna, {
      name: 'cloud',
      kubeconfig: kubeconfigWith('https://k8s.example.com', user),
    });
    expect(status).toBe(422);
    expect(body.error.message).toContain(`users[0].user.${field} is not accepted`);
    expect(body.error.message).toContain('`wheelhouse clusters connect`');
    expect(body.error.message).toContain('two kubectl commands');
  });

  test('under a name that is taken is 409, in this tenant only', async () => {
    await registered(anna, 'taken');
    expect(await house.register(anna, { name: 'taken', ...nobody })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_exists' } },
    });
    await registered(berta, 'taken');
  });

  test('a name that leads to a private address is found out when it is connected to', async () => {
    const { id } = await registered(anna, 'leads-inside');
    const { phase, message } = await house.becomes(anna, id, { reason: 'address_refused' });
    expect(phase).toBe('Pending');
    expect(message).toContain('CLUSTER_ALLOWED_PRIVATE_CIDRS');
  });
});

describe('credentials', () => {
  test('are in no answer, no event and no row that could be read', async () => {
    const token = `token-${randomBytes(12).toString('hex')}`;
    const { body } = await house.register(anna, { name: 'sealed', ...nobody, token });
    const patched = await house.call(anna, 'PATCH', `${clusters}/${body.id}`, { body: { ...nobody, token } });
    const list = await house.call(anna, 'GET', clusters);
    const told = JSON.stringify([body, patched.body, list.body]);
    expect(told).not.toContain(token);
    const dump = await asOwner(house.database.ownerUrl, async (client) => {
      const tables = ['clusters', 'cluster_owners', 'outbox', 'idempotency_keys'];
      const union = tables.map((table) => `SELECT t::text FROM platform.${table} AS t`).join(' UNION ALL ');
      return JSON.stringify((await client.query(union)).rows);
    });
    expect(dump).toContain(body.id);
    for (const needle of [token, Buffer.from(token).toString('base64'), Buffer.from(token).toString('hex')])
      expect(dump).not.toContain(needle);
  });

  test('are re-encrypted by `wheelhouse secrets rewrap`', async () => {
    const { id } = await registered(anna, 'rewrapped');
    const key = `next:${randomBytes(32).toString('base64')}`;
    const keyring = openKeyring(`${key},${house.environment['SECRETS_KEYS']}`);
    const [count] = await rewrapDatabase(house.database.ownerUrl, keyring, platformModule.sealed ?? []);
    expect(count).toMatchObject({ column: 'platform.clusters.credentials', failed: 0, left: 0 });
    // This process does not have the new key: it says so, and its state does not hang.
    await house.becomes(anna, id, { reason: 'credentials_unreadable' });
    const back = openKeyring(`${house.environment['SECRETS_KEYS']},${key}`);
    await rewrapDatabase(house.database.ownerUrl, back, platformModule.sealed ?? []);
    await house.becomes(anna, id, { reason: 'address_refused' });
  });

  test('are told to modules only, for the tenant of their token, and that is audited', async () => {
    const { id } = await registered(anna, 'told');
    const path = `/internal/v1/clusters/${id}/credentials`;
    expect((await house.call(anna, 'GET', path)).status).toBe(404);
    const monitor = (tenant?: string) =>
      caller({ kind: 'module', sub: 'k8s-monitor', audience: 'platform', scopes: [], ...(tenant && { tenant }) });
    const answer = await house.call(await monitor(anna.tenantId), 'GET', path);
    expect(answer).toMatchObject({ status: 200, body: nobody });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await house.call(await monitor(berta.tenantId), 'GET', path)).status).toBe(404);
    const foreign = await caller({ kind: 'module', sub: 'k8s-monitor', audience: 'auth', tenant: anna.tenantId });
    expect((await house.call(foreign, 'GET', path)).status).toBe(401);
    const { rows } = await asOwner(house.database.ownerUrl, (client) =>
      client.query(
        `SELECT body::jsonb->'data' AS data FROM platform.outbox
         WHERE type = 'internal.audit' AND body::jsonb->'data'->>'action' = 'cluster.credentials'`,
      ),
    );
    expect(rows.map(({ data }) => data)).toMatchObject([
      { object_id: id, actor: { kind: 'module', id: 'k8s-monitor' }, result: 'done' },
    ]);
  });
});

describe('changing', () => {
  test('name and description leave everything else alone', async () => {
    const { id } = await registered(anna, 'old-name');
    const { status, body } = await house.call(anna, 'PATCH', `${clusters}/${id}`, {
      body: { name: 'new-name', description: 'renamed' },
    });
    expect([status, body.name, body.description]).toEqual([200, 'new-name', 'renamed']);
    expect(await house.events('internal.cluster_changed', id)).toEqual([]);
    await registered(anna, 'old-name');
    expect((await house.call(anna, 'PATCH', `${clusters}/${id}`, { body: { name: 'old-name' } })).status).toBe(409);
  });

  test('the server or the credentials is told to those who use them, and tried at once', async () => {
    const { id } = await registered(anna, 'moves');
    await house.becomes(anna, id, { reason: 'address_refused' });
    const { status, body } = await house.call(anna, 'PATCH', `${clusters}/${id}`, {
      body: { server: 'https://localhost:7443', token: 'another' },
    });
    expect([status, body.server, body.phase]).toEqual([200, 'https://localhost:7443', 'Pending']);
    expect(await house.events('internal.cluster_changed', id)).toEqual([{ cluster_id: id }]);
    await eventually(async () => expect((await house.read(anna, id)).body.message).toContain('localhost:7443'));
  });

  test('half of a form is refused before the cluster is looked for', async () => {
    const { id } = await registered(anna, 'half');
    const { status, body } = await house.call(anna, 'PATCH', `${clusters}/${id}`, { body: { token: 'alone' } });
    expect([status, body.error.details[0].field]).toEqual([422, 'server']);
  });

  test('an older ETag is 412, and one since which only a probe has found something is not', async () => {
    const made = await house.register(anna, { name: 'guarded', ...nobody });
    const path = `${clusters}/${made.body.id}`;
    const first = made.headers.get('etag') ?? '';
    await house.becomes(anna, made.body.id, { reason: 'address_refused' });
    const read = await house.call(anna, 'GET', path, { headers: { 'if-none-match': first } });
    expect(read.status).toBe(200);
    const known = { headers: { 'if-none-match': read.headers.get('etag') ?? '' } };
    expect((await house.call(anna, 'GET', path, known)).status).toBe(304);
    const change = (description: string, etag: string) =>
      house.call(anna, 'PATCH', path, { body: { description }, headers: { 'if-match': etag } });
    expect((await change('mine', first)).status).toBe(200);
    expect(await change('too late', first)).toMatchObject({
      status: 412,
      body: { error: { code: 'precondition_failed' } },
    });
    expect((await change('anyhow', '*')).status).toBe(200);
    const remove = (etag: string) => house.call(anna, 'DELETE', path, { headers: { 'if-match': etag } });
    expect((await remove(first)).status).toBe(412);
    expect((await remove((await house.read(anna, made.body.id)).headers.get('etag') ?? '')).status).toBe(204);
  });
});

describe('forgetting', () => {
  test('takes the row, its credentials and its owner entry, and is told', async () => {
    const { id } = await registered(anna, 'forgotten');
    expect((await house.call(anna, 'DELETE', `${clusters}/${id}`)).status).toBe(204);
    expect((await house.read(anna, id)).status).toBe(404);
    expect((await house.call(anna, 'DELETE', `${clusters}/${id}`)).status).toBe(404);
    expect(await house.events('internal.cluster_removed', id)).toEqual([{ cluster_id: id }]);
    const module = await caller({ kind: 'module', sub: 'k8s-monitor', audience: 'platform', scopes: [] });
    const { body } = await house.call(module, 'GET', '/internal/v1/clusters');
    expect(body.map((one: { readonly cluster_id: string }) => one.cluster_id)).not.toContain(id);
    await registered(anna, 'forgotten');
  });
});

describe('lists', () => {
  test('are filtered by phase and by how names begin, with exact totals', async () => {
    const who = await caller();
    for (const name of ['eu-1', 'eu-2', 'us-1']) await registered(who, name);
    const list = async (query: string) => {
      const { body } = await house.call(who, 'GET', `${clusters}?${query}`);
      return [body.total, body.data.map(({ name }: { readonly name: string }) => name)];
    };
    expect(await list('')).toEqual([3, ['us-1', 'eu-2', 'eu-1']]);
    expect(await list('phase=Pending')).toEqual([3, ['us-1', 'eu-2', 'eu-1']]);
    expect(await list('phase=Ready,Unreachable')).toEqual([0, []]);
    expect(await list('q=eu&limit=1')).toEqual([2, ['eu-2']]);
    expect(await list('q=u')).toEqual([1, ['us-1']]);
    expect(await list('q=%25')).toEqual([0, []]);
    const first = await house.call(who, 'GET', `${clusters}?q=eu&limit=1`);
    const rest = await house.call(who, 'GET', `${clusters}?q=eu&limit=1&cursor=${first.body.next_cursor}`);
    expect(rest.body).toMatchObject({ data: [{ name: 'eu-1' }], next_cursor: null, total: 2 });
  });

  test('are sorted by name, page by page', async () => {
    const who = await caller();
    for (const name of ['b', 'a-1', 'a1', 'c']) await registered(who, name);
    const walk = async (query: string) => {
      const names: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await house.call(who, 'GET', `${clusters}?limit=1&${query}${cursor}`);
        names.push(...body.data.map(({ name }: { readonly name: string }) => name));
        if (body.next_cursor === null) return names;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    expect(await walk('sort=name')).toEqual(['a-1', 'a1', 'b', 'c']);
    expect(await walk('sort=-name&q=a')).toEqual(['a1', 'a-1']);
    const { body } = await house.call(who, 'GET', `${clusters}?sort=phase`);
    expect(body.error).toMatchObject({ code: 'invalid_request', message: 'sort must be one of name, -name.' });
  });
});

describe('what is not yours', () => {
  test('is as if it had never existed, for another tenant', async () => {
    const { id } = await registered(anna, 'mine');
    const never = await house.read(berta, '01890000-0000-7000-8000-000000000000');
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'stolen' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await house.call(berta, method, `${clusters}/${id}`, body && { body });
      expect(answer.status).toBe(404);
      expect({ ...answer.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    }
    const list = await house.call(berta, 'GET', clusters);
    expect(JSON.stringify(list.body)).not.toContain(id);
    expect((await house.read(anna, id)).body.name).toBe('mine');
  });

  test('is changed by no other scope than admin', async () => {
    const { id } = await registered(anna, 'kept');
    const reader = await caller({ tenant: anna.tenantId, scopes: ['read', 'deploy', 'actions', 'agents'] });
    expect((await house.read(reader, id)).status).toBe(200);
    for (const call of [
      house.register(reader, { name: 'another', ...nobody }),
      house.call(reader, 'PATCH', `${clusters}/${id}`, { body: { name: 'other' } }),
      house.call(reader, 'DELETE', `${clusters}/${id}`),
    ])
      expect(await call).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect((await house.read(anna, id)).body.name).toBe('kept');
  });

  test('nor is it there for a role limited to other clusters: not in reads, lists or totals', async () => {
    const who = await caller();
    const [one, other] = [await registered(who, 'one'), await registered(who, 'other')];
    const limited = await limitedTo(who, [one.id]);
    expect((await house.read(limited, one.id)).status).toBe(200);
    expect((await house.read(limited, other.id)).status).toBe(404);
    const patch = { body: { description: 'x' } };
    expect((await house.call(limited, 'PATCH', `${clusters}/${other.id}`, patch)).status).toBe(404);
    expect((await house.call(limited, 'PATCH', `${clusters}/${one.id}`, patch)).status).toBe(200);
    expect((await house.call(limited, 'DELETE', `${clusters}/${other.id}`)).status).toBe(404);
    expect((await house.call(limited, 'GET', clusters)).body).toMatchObject({ total: 1, data: [{ id: one.id }] });
    expect((await house.call(limited, 'GET', `${clusters}?q=o`)).body.total).toBe(1);
    expect((await house.call(limited, 'GET', `${clusters}?phase=Pending`)).body.total).toBe(1);
    const none = await limitedTo(who, []);
    expect((await house.call(none, 'GET', clusters)).body).toMatchObject({ total: 0, data: [] });
    expect(await house.register(limited, { name: 'third', ...nobody })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  });
});

describe('for modules', () => {
  test('all clusters are listed with their owners, without a tenant, and to no caller', async () => {
    const { id } = await registered(anna, 'listed');
    expect((await house.call(anna, 'GET', '/internal/v1/clusters')).status).toBe(404);
    const token = await signAccessToken(
      { sub: 'k8s-monitor', kind: 'module', cid: 'k8s-monitor', scopes: [] },
      { secrets: accessSecrets(testSecret), audience: 'platform', seconds: 60, clock: systemClock },
    );
    const { body } = await house.call({ token, tenantId: '' }, 'GET', '/internal/v1/clusters');
    expect(body).toContainEqual({ cluster_id: id, tenant_id: anna.tenantId, phase: 'Pending' });
    const credentials = await house.call({ token, tenantId: '' }, 'GET', `/internal/v1/clusters/${id}/credentials`);
    expect(credentials.status).toBe(403);
  });
});
