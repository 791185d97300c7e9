import { type Answer, asOwner, type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudspaces, someName } from './cloudspaces-house.ts';
import { clusters, limitedTo, nobody, type PlatformHouse, startPlatform } from './house.ts';

/** What the API says of CloudSpaces, whether or not their cluster responds: this one never does. */
let house: PlatformHouse;
let anna: Caller;
let clusterId = '';

beforeAll(async () => {
  house = await startPlatform();
});
afterAll(() => house.stop());

const call = (who: Caller, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  house.call(who, method, path, { ...(body !== undefined && { body }), ...(headers && { headers }) });
const newTenant = async () => {
  anna = await caller();
  clusterId = (await house.register(anna, { name: 'nobody', ...nobody })).body.id;
};
const create = (more: object = {}, who = anna) =>
  call(who, 'POST', cloudspaces, { name: someName(), cluster_id: clusterId, ...more });
const made = async (more: object = {}): Promise<Answer['body']> => {
  const { status, body } = await create(more);
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body;
};
const one = (id: string) => `${cloudspaces}/${id}`;
const asking = (...scopes: ('read' | 'deploy' | 'admin')[]) => caller({ tenant: anna.tenantId, scopes });
/** As if it had been deleted, and its cluster had something of it and were slow. */
const beingDeleted = (id: string) =>
  asOwner(house.database.ownerUrl, async (client) => {
    await client.query(
      `UPDATE platform.cloudspaces SET phase = 'Deleting', reason = 'deleting', deleted_by = created_by, sent = true WHERE id = $1`,
      [id],
    );
    await client.query('UPDATE platform.namespaces SET due_at = NULL WHERE cloudspace_id = $1', [id]);
  });
const fieldsOf = ({ body }: Answer) => body.error?.details?.map(({ field }: { field: string }) => field);
const login = { host: 'registry.example.test:5000', username: 'ci', password: 'never-to-be-shown' };

describe('creating', () => {
  test('writes it down, Pending, with its defaults; it is found by list, name, cluster and phase', async () => {
    await newTenant();
    const answer = await create({ name: 'shop' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(one(answer.body.id));
    expect(answer.body).toMatchObject({
      name: 'shop',
      namespace: 'shop',
      cluster_id: clusterId,
      quota: null,
      pod_security: 'baseline',
      placement: null,
      registries: [],
      phase: 'Pending',
      reason: 'waiting_for_cluster',
      apps_total: 0,
      created_by: { type: 'user' },
    });
    const { created_at: at, deadline_at: deadline } = answer.body;
    expect(Date.parse(deadline) - Date.parse(at)).toBe(5 * 60_000);
    await made();
    for (const query of ['q=sho', `cluster_id=${clusterId}&q=shop`, 'phase=Pending&q=shop&sort=name'])
      expect((await call(anna, 'GET', `${cloudspaces}?${query}`)).body).toMatchObject({
        total: 1,
        data: [{ id: answer.body.id }],
      });
    expect((await call(anna, 'GET', `${cloudspaces}?phase=Ready`)).body.total).toBe(0);
    expect((await call(anna, 'GET', cloudspaces)).body.total).toBe(2);
  });

  test.each([
    ['kube-mine'],
    ['default'],
    ['wheelhouse'],
    ['wheelhouse-x'],
    ['shop-builds'],
    ['Shop'],
    ['-shop'],
    ['shop-'],
    ['sh.op'],
    ['a'.repeat(41)],
  ])('refuses the name %s', async (name) => {
    await newTenant();
    const answer = await create({ name });
    expect([answer.status, fieldsOf(answer)[0]]).toEqual([422, 'name']);
  });

  test.each([
    ['quota', { quota: { cpu: 'much' } }, 'quota.cpu'],
    ['quota', { quota: { memory: '1 GB' } }, 'quota.memory'],
    ['quota', { quota: { pods: 0 } }, 'quota.pods'],
    ['pod security', { pod_security: 'privileged' }, 'pod_security'],
    ['a field', { replicas: 3 }, 'replicas'],
    ['the same registry twice', { registries: [login, login] }, 'registries'],
    ['a registry by URL', { registries: [{ ...login, host: 'https://registry.example.test' }] }, 'registries.0.host'],
  ])('refuses %s that there cannot be (%#)', async (_what, more, field) => {
    await newTenant();
    const answer = await create(more);
    expect([answer.status, fieldsOf(answer)[0]]).toEqual([422, field]);
  });

  test('refuses a cluster that there is not or that is of others, both alike, and one that the role does not reach', async () => {
    await newTenant();
    const ofOthers = clusterId;
    await newTenant();
    const other = (await house.register(anna, { name: 'other', ...nobody })).body.id;
    const limited = await limitedTo(anna, [other]);
    const answers = [
      await create({ cluster_id: '00000000-0000-7000-8000-000000000000' }),
      await create({ cluster_id: ofOthers }),
    ];
    for (const answer of answers) {
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['cluster_id']]);
      expect(answer.body.error.message).toBe(answers[0]?.body.error.message);
    }
    expect((await create({}, limited)).status).toBe(404);
    expect((await create({ cluster_id: other }, limited)).status).toBe(201);
  });

  test('refuses a name that is taken in the tenant, and only there', async () => {
    await newTenant();
    await made({ name: 'shop' });
    const again = await create({ name: 'shop' });
    expect([again.status, again.body.error.code]).toEqual([409, 'already_exists']);
    await newTenant();
    expect((await create({ name: 'shop' })).status).toBe(201);
  });

  test('needs deploy, and admin for placement', async () => {
    await newTenant();
    expect((await create({}, await asking('read'))).status).toBe(403);
    const deployer = await asking('read', 'deploy');
    const placement = { node_selector: { pool: 'shop' }, tolerations: [{ key: 'pool', operator: 'Exists' }] };
    const refused = await create({ placement }, deployer);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('placement')]);
    const { body } = await create({}, deployer);
    expect((await call(deployer, 'PATCH', one(body.id), { placement: null })).status).toBe(403);
    expect((await call(anna, 'PATCH', one(body.id), { placement })).body).toMatchObject({ placement });
  });
});

describe('reading', () => {
  test('of another tenant, or of none: 404', async () => {
    await newTenant();
    const { id } = await made();
    const other = await caller();
    for (const [method, path, body] of [
      ['GET', one(id)],
      ['PATCH', one(id), {}],
      ['DELETE', one(id)],
      ['POST', `${one(id)}/retry`],
      ['PUT', `${one(id)}/registries/docker.io`, { username: 'u', password: 'p' }],
      ['DELETE', `${one(id)}/registries/docker.io`],
    ] as const)
      expect((await call(other, method, path, body)).status).toBe(404);
  });

  test('with a role limited to one: the others are not there, nor counted', async () => {
    await newTenant();
    const [mine, others] = [await made({ name: 'mine' }), await made({ name: 'others' })];
    const limited = await caller({ tenant: anna.tenantId, cloudspace_ids: [mine.id] });
    expect((await call(limited, 'GET', cloudspaces)).body).toMatchObject({ total: 1, data: [{ id: mine.id }] });
    expect((await call(limited, 'GET', `${cloudspaces}?q=others`)).body).toMatchObject({ total: 0, data: [] });
    expect((await call(limited, 'GET', one(mine.id))).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', one(others.id)],
      ['PATCH', one(others.id), {}],
      ['DELETE', one(others.id)],
      ['POST', `${one(others.id)}/retry`],
      ['PUT', `${one(others.id)}/registries/docker.io`, { username: 'u', password: 'p' }],
      ['DELETE', `${one(others.id)}/registries/docker.io`],
    ] as const)
      expect((await call(limited, method, path, body)).status).toBe(404);
    expect((await create({}, limited)).status).toBe(403);
    const byCluster = await limitedTo(anna, []);
    expect((await call(byCluster, 'GET', cloudspaces)).body.total).toBe(0);
  });
});

describe('changing', () => {
  test('keeps what is not sent, unless somebody else has changed it meanwhile', async () => {
    await newTenant();
    const { id } = await made({ quota: { pods: 5 } });
    // Its phase may move on between the two.
    const etag = await eventually(async () => {
      const tag = (await call(anna, 'GET', one(id))).headers.get('etag') ?? '';
      expect((await call(anna, 'GET', one(id), undefined, { 'if-none-match': tag })).status).toBe(304);
      return tag;
    });
    const changed = await call(anna, 'PATCH', one(id), { pod_security: 'restricted' }, { 'if-match': etag });
    expect([changed.status, changed.body]).toMatchObject([202, { quota: { pods: 5 }, pod_security: 'restricted' }]);
    const late = await call(anna, 'PATCH', one(id), { quota: null }, { 'if-match': etag });
    expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed']);
    const lateDelete = await call(anna, 'DELETE', one(id), undefined, { 'if-match': etag });
    expect(lateDelete.status).toBe(412);
    // That its phase moves on is no reason to refuse a change.
    const now = changed.headers.get('etag') ?? '';
    await asOwner(house.database.ownerUrl, (client) =>
      client.query(`UPDATE platform.cloudspaces SET phase = 'Failed' WHERE id = $1`, [id]),
    );
    expect((await call(anna, 'GET', one(id), undefined, { 'if-none-match': now })).body.phase).toBe('Failed');
    const next = await call(anna, 'PATCH', one(id), { quota: null }, { 'if-match': now });
    expect([next.status, next.body.phase]).toEqual([202, 'Updating']);
  });

  test('is refused while it is being deleted, and so is a retry of what has not failed', async () => {
    await newTenant();
    const { id } = await made({ registries: [login] });
    const early = await call(anna, 'POST', `${one(id)}/retry`);
    expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state']);
    await beingDeleted(id);
    for (const [method, path, body] of [
      ['PATCH', one(id), { quota: null }],
      ['POST', `${one(id)}/retry`],
      ['PUT', `${one(id)}/registries/docker.io`, { username: 'u', password: 'p' }],
      ['DELETE', `${one(id)}/registries/${login.host}`],
    ] as const) {
      const { status, body: answer } = await call(anna, method, path, body);
      expect([method, status, answer.error.code]).toEqual([method, 409, 'invalid_state']);
    }
  });

  test('a Failed one is tried again by retry', async () => {
    await newTenant();
    const { id } = await made();
    await asOwner(house.database.ownerUrl, (client) =>
      client.query(`UPDATE platform.cloudspaces SET phase = 'Failed' WHERE id = $1`, [id]),
    );
    const { status, body } = await call(anna, 'POST', `${one(id)}/retry`, {});
    expect([status, body.phase, body.reason]).toEqual([202, 'Updating', 'applying']);
  });
});

describe('registries', () => {
  test('show whose they are and since when, and never a password', async () => {
    await newTenant();
    const { id } = await made({ registries: [login] });
    const put = await call(anna, 'PUT', `${one(id)}/registries/docker.io`, {
      username: 'hub',
      password: 'other-secret',
    });
    expect(put.status).toBe(202);
    const again = await call(anna, 'PUT', `${one(id)}/registries/${login.host}`, {
      username: 'ci2',
      password: 'third-secret',
    });
    expect(again.body.registries).toEqual([
      { host: 'docker.io', username: 'hub', set_at: expect.any(String) },
      { host: login.host, username: 'ci2', set_at: expect.any(String) },
    ]);
    const { body } = await call(anna, 'GET', cloudspaces);
    const removed = await call(anna, 'DELETE', `${one(id)}/registries/docker.io`);
    expect(removed.body.registries).toMatchObject([{ host: login.host }]);
    for (const answer of [put.body, again.body, body, removed.body])
      expect(JSON.stringify(answer)).not.toMatch(/secret|never-to-be-shown/);
    const stored = await asOwner(house.database.ownerUrl, async (client) => {
      const { rows } = await client.query('SELECT * FROM platform.cloudspaces WHERE id = $1', [id]);
      return JSON.stringify(rows);
    });
    expect(stored).not.toMatch(/secret|never-to-be-shown/);
    expect((await call(anna, 'DELETE', `${one(id)}/registries/docker.io`)).status).toBe(404);
  });

  test('are twenty at most', async () => {
    await newTenant();
    const registries = Array.from({ length: 20 }, (_, index) => ({ ...login, host: `r${index}.example.test` }));
    const { id } = await made({ registries });
    const more = await call(anna, 'PUT', `${one(id)}/registries/one-more.example.test`, {
      username: 'u',
      password: 'p',
    });
    expect([more.status, more.body.error.code]).toEqual([409, 'conflict']);
    const same = await call(anna, 'PUT', `${one(id)}/registries/r7.example.test`, { username: 'u', password: 'p' });
    expect(same.status).toBe(202);
  });
});

describe('deleting', () => {
  test('one that nothing was sent of is gone at once, and its cluster can be removed then', async () => {
    await newTenant();
    const { id, name } = await made();
    const kept = await call(anna, 'DELETE', `${clusters}/${clusterId}`);
    expect([kept.status, kept.body.error.code]).toEqual([409, 'conflict']);
    expect(kept.body.error.message).toContain(name);
    const { status, body } = await call(anna, 'DELETE', one(id));
    expect([status, body.phase]).toEqual([202, 'Deleting']);
    await eventually(async () => expect((await call(anna, 'GET', one(id))).status).toBe(404));
    expect((await call(anna, 'DELETE', `${clusters}/${clusterId}`)).status).toBe(204);
  });

  test('with apps: refused naming them, unless cascade is true; the apps go first', async () => {
    await newTenant();
    const { id } = await made();
    const app = { name: 'web', cloudspace_id: id, source: { type: 'image', image: 'example.test/web:1' } };
    expect((await call(anna, 'POST', '/api/v1/apps', app)).status).toBe(201);
    expect((await call(anna, 'GET', one(id))).body.apps_total).toBe(1);
    for (const query of ['', '?cascade=false']) {
      const { status, body } = await call(anna, 'DELETE', `${one(id)}${query}`);
      expect([status, body.error.code]).toEqual([409, 'conflict']);
      expect(body.error.message).toContain('web');
    }
    expect((await call(anna, 'DELETE', `${one(id)}?cascade=maybe`)).status).toBe(400);
    const { status, body } = await call(anna, 'DELETE', `${one(id)}?cascade=true`);
    expect([status, body.phase]).toEqual([202, 'Deleting']);
    await eventually(async () => {
      expect((await call(anna, 'GET', `/api/v1/apps?cloudspace_id=${id}`)).body.data).toMatchObject([]);
      expect((await call(anna, 'GET', one(id))).status).toBe(404);
    });
  });
});

test('other modules are told whose each namespace is', async () => {
  await newTenant();
  const { id, namespace } = await made();
  const module = await caller({ kind: 'module', sub: 'k8s-monitor', audience: 'platform', scopes: [] });
  const { status, body } = await call(module, 'GET', '/internal/v1/namespaces');
  expect(status).toBe(200);
  expect(body).toContainEqual({
    cloudspace_id: id,
    tenant_id: anna.tenantId,
    cluster_id: clusterId,
    namespace,
    phase: 'Pending',
  });
});
