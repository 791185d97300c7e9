import { randomUUID } from 'node:crypto';
import { type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const url = '/api/v1/service-accounts';
let auth: AuthProcess;
let tenant: TestTenant;
let admin: Caller;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  tenant = await auth.tenant();
  admin = await caller({ tenant: tenant.id });
});

const post = (path: string, body?: object, who = admin) =>
  auth.call(who, 'POST', path, body === undefined ? {} : { body });
const created = async (more: object = {}) =>
  (await post(url, { name: `a${randomUUID().slice(0, 8)}`, scopes: ['read', 'deploy'], ...more })).body as {
    id: string;
    name: string;
  };
const secretOf = async (id: string) =>
  (await post(`${url}/${id}/secrets`, {})).body as { id: string; client_id: string; client_secret: string };
const tokenFor = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
  auth.call(undefined, 'POST', '/oauth/token', {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const revocationsOf = (subjectId: string) =>
  auth.db.system((db) => db.query('SELECT 1 FROM auth.revocations WHERE subject_id = $1', [subjectId]));

describe('a service account', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const made = await post(url, { name: 'deployer', description: 'of the shop', scopes: ['deploy'] });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${url}/${made.body.id}`);
    expect(made.body).toMatchObject({ state: 'active', cluster_ids: null, cloudspace_ids: null });
    const path = `${url}/${made.body.id}`;
    expect((await auth.call(admin, 'GET', path)).body).toEqual(made.body);
    await created();
    const list = await auth.call(admin, 'GET', `${url}?limit=1`);
    expect(list.body).toMatchObject({ total: 2 });
    expect(list.body.next_cursor).not.toBeNull();
    const changed = await auth.call(admin, 'PATCH', path, { body: { name: 'shop' } });
    expect(changed.body).toMatchObject({ name: 'shop', description: 'of the shop', scopes: ['deploy'] });
    expect((await auth.call(admin, 'DELETE', path)).status).toBe(204);
    expect((await auth.call(admin, 'GET', path)).status).toBe(404);
    expect((await auth.call(admin, 'GET', url)).body.total).toBe(1);
  });

  test('has a name of its own', async () => {
    const { name } = await created();
    const other = await created();
    for (const answer of [
      await post(url, { name: name.toUpperCase(), scopes: ['read'] }),
      await auth.call(admin, 'PATCH', `${url}/${other.id}`, { body: { name } }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'already_exists']);
    const elsewhere = await caller({ tenant: (await auth.tenant()).id });
    expect((await post(url, { name, scopes: ['read'] }, elsewhere)).status).toBe(201);
  });

  test('is changed only as its caller saw it', async () => {
    const { id } = await created();
    const { headers } = await auth.call(admin, 'GET', `${url}/${id}`);
    const seen = { 'if-match': headers.get('etag') ?? '' };
    const change = (description: string) =>
      auth.call(admin, 'PATCH', `${url}/${id}`, { body: { description }, headers: seen });
    expect((await change('first')).status).toBe(200);
    expect((await change('second')).status).toBe(412);
    expect((await auth.call(admin, 'DELETE', `${url}/${id}`, { headers: seen })).status).toBe(412);
  });

  test('is for admins of its tenant', async () => {
    const { id } = await created();
    const { id: secret } = await secretOf(id);
    const reader = await caller({ tenant: tenant.id, scopes: ['read', 'deploy', 'actions', 'agents'] });
    const stranger = await caller({ tenant: (await auth.tenant()).id });
    const calls = [
      ['GET', `${url}/${id}`],
      ['PATCH', `${url}/${id}`, { name: 'x' }],
      ['DELETE', `${url}/${id}`],
      ['POST', `${url}/${id}/suspend`],
      ['POST', `${url}/${id}/activate`],
      ['GET', `${url}/${id}/secrets`],
      ['POST', `${url}/${id}/secrets`, {}],
      ['DELETE', `${url}/${id}/secrets/${secret}`],
    ] as const;
    for (const [method, path, body] of calls) {
      const given = body === undefined ? {} : { body };
      const refused = await auth.call(reader, method, path, given);
      expect([path, refused.body.error.code]).toEqual([path, 'insufficient_scope']);
      expect([path, (await auth.call(stranger, method, path, given)).status]).toEqual([path, 404]);
    }
    expect((await auth.call(stranger, 'GET', url)).body).toMatchObject({ total: 0, data: [] });
    expect((await tokenFor(await secretOf(id))).status).toBe(200);
  });
});

describe('nobody grants what they lack', () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];

  test('neither scopes nor clusters', async () => {
    const limited = await caller({ tenant: tenant.id, scopes: ['read', 'admin'], cluster_ids: [mine] });
    const wanted = [
      [{ scopes: ['read', 'deploy'], cluster_ids: [mine] }, 'the scope deploy'],
      [{ scopes: ['read'] }, 'every cluster'],
      [{ scopes: ['read'], cluster_ids: [mine, theirs] }, `the cluster ${theirs}`],
    ] as const;
    for (const [body, lacking] of wanted) {
      const refused = await post(url, { name: 'x', ...body }, limited);
      expect(refused.status).toBe(403);
      expect(refused.body.error.message).toContain(lacking);
    }
    expect((await post(url, { name: 'x', scopes: ['read'], cluster_ids: [mine] }, limited)).status).toBe(201);
  });

  test('nor by a change, a secret or an activation of what has more', async () => {
    const { id } = await created({ scopes: ['read', 'deploy'] });
    const limited = await caller({ tenant: tenant.id, scopes: ['read', 'admin'] });
    const patch = (body: object) => auth.call(limited, 'PATCH', `${url}/${id}`, { body });
    expect((await post(`${url}/${id}/secrets`, {}, limited)).status).toBe(403);
    expect((await patch({ scopes: ['read', 'deploy', 'agents'] })).status).toBe(403);
    expect((await patch({ description: 'still theirs' })).status).toBe(200);
    expect((await post(`${url}/${id}/suspend`, undefined, limited)).status).toBe(200);
    expect((await post(`${url}/${id}/activate`, undefined, limited)).status).toBe(403);
    expect((await patch({ scopes: ['read'] })).status).toBe(200);
    expect((await post(`${url}/${id}/activate`, undefined, limited)).status).toBe(200);
  });
});

describe('what lessens its power', () => {
  test('is told to every process: other scopes, other limits, a suspension, a deletion', async () => {
    const { id } = await created();
    const path = `${url}/${id}`;
    const steps = [
      () => auth.call(admin, 'PATCH', path, { body: { scopes: ['read'] } }),
      () => auth.call(admin, 'PATCH', path, { body: { cluster_ids: [randomUUID()] } }),
      () => post(`${path}/suspend`),
      () => auth.call(admin, 'DELETE', path),
    ];
    for (const [index, step] of steps.entries()) {
      expect((await step()).status).toBeLessThan(300);
      expect(await revocationsOf(id)).toHaveLength(index + 1);
    }
  });

  test('a new name is no such thing, nor is a second suspension', async () => {
    const { id } = await created();
    await auth.call(admin, 'PATCH', `${url}/${id}`, { body: { name: `n${id}`, description: 'x' } });
    expect(await revocationsOf(id)).toHaveLength(0);
    await post(`${url}/${id}/suspend`);
    await post(`${url}/${id}/suspend`);
    expect(await revocationsOf(id)).toHaveLength(1);
  });
});

describe('secrets', () => {
  test('are shown once, and five may live', async () => {
    const { id } = await created();
    const made = await post(`${url}/${id}/secrets`, { name: 'first', expires_in_days: 30 });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ client_id: id, name: 'first' });
    expect(made.body.client_secret).toMatch(/^whs_/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    for (let more = 0; more < 4; more += 1) await secretOf(id);
    const sixth = await post(`${url}/${id}/secrets`, {});
    expect([sixth.status, sixth.body.error.code]).toEqual([409, 'conflict']);
    expect((await auth.call(admin, 'DELETE', `${url}/${id}/secrets/${made.body.id}`)).status).toBe(204);
    expect((await post(`${url}/${id}/secrets`, {})).status).toBe(201);
    const list = await auth.call(admin, 'GET', `${url}/${id}/secrets`);
    expect(list.body.total).toBe(6);
    expect(JSON.stringify(list.body)).not.toContain(made.body.client_secret);
  });

  test('of one account are not those of another', async () => {
    const [one, other] = [await created(), await created()];
    const { id } = await secretOf(one.id);
    expect((await auth.call(admin, 'DELETE', `${url}/${other.id}/secrets/${id}`)).status).toBe(404);
  });

  test('go with their account', async () => {
    const { id } = await created();
    const secret = await secretOf(id);
    expect((await tokenFor(secret)).status).toBe(200);
    await auth.call(admin, 'DELETE', `${url}/${id}`);
    expect((await tokenFor(secret)).body.error.code).toBe('invalid_client');
    const rows = await auth.db.system((db) => db.query('SELECT 1 FROM auth.secret_hashes WHERE id = $1', [secret.id]));
    expect(rows).toHaveLength(0);
  });
});
