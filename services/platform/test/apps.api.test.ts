import { type Answer, asOwner, type Caller, caller, eventually, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps, cloudspaces } from './apps-house.ts';
import { aheadClock, nobody, type PlatformHouse, startPlatform } from './house.ts';

/** What can be said of apps whose cluster nobody reaches; those that run are in the other files. */
let house: PlatformHouse;
let clock: MovableClock;
let anna: Caller;
let clusterId: string;
let space: Answer['body'];

beforeAll(async () => {
  clock = aheadClock();
  house = await startPlatform({ clock, environment: { CLUSTER_ALLOWED_PRIVATE_CIDRS: '', APPS_PER_TENANT: '20' } });
  anna = await caller();
  clusterId = (await house.register(anna, { name: 'apps', ...nobody })).body.id;
  space = (await ask('POST', cloudspaces, { name: 'shop', cluster_id: clusterId })).body;
});
afterAll(() => house.stop());

const ask = (method: string, path: string, body?: object, who: Caller = anna, headers: Record<string, string> = {}) =>
  house.call(who, method, path, { headers, ...(body && { body }) });
const image = { type: 'image', image: 'registry.example.com/shop/web:1.4' };
const created = async (name: string, more: object = {}) =>
  (await ask('POST', apps, { name, cloudspace_id: space.id, source: image, ...more })).body;

describe('creating', () => {
  test('writes the app down with its first revision, every default filled in', async () => {
    const made = await ask('POST', apps, { name: 'web', cloudspace_id: space.id, source: image, port: 8080 });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${apps}/${made.body.id}`);
    expect(made.body).toMatchObject({
      name: 'web',
      cloudspace_name: 'shop',
      namespace: 'shop',
      source: image,
      resources: { cpu_request: '100m', memory_request: '256Mi', memory_limit: '256Mi', cpu_limit: null },
      health_check: { path: null, startup_seconds: 60, period_seconds: 5, liveness: false },
      replicas: 1,
      tls: false,
      rollback_on_failure: true,
      pinned: null,
      phase: 'Queued',
      gitops: 'Syncing',
      revision: 1,
      current_revision: null,
      url: 'http://web.shop.svc.cluster.local:8080',
      deployment: { revision: 1, trigger: 'api', can_cancel: true, can_rollback: false },
    });
    expect(await house.events('internal.app_changed', clusterId)).toContainEqual(
      expect.objectContaining({ app_id: made.body.id, phase: 'Queued', revision: 1 }),
    );
  });

  test.each([
    ['a build, which does not exist yet', { source: { type: 'git', build_configuration_id: 'x' } }, 'source.type'],
    ['TLS without an address', { tls: true }, 'tls'],
    ['PORT, which is ours', { env: { PORT: '80' } }, 'env.PORT'],
    ['a health path without a port', { health_check: { path: '/healthz' } }, 'health_check.path'],
    ['a limit below the request', { resources: { memory_limit: '1Mi' } }, 'resources.memory_limit'],
    ['a CPU limit below the request', { resources: { cpu_limit: '50m' } }, 'resources.cpu_limit'],
    ['too much of an environment', { env: bigEnvironment() }, 'env'],
    ['more replicas than 200', { replicas: 201 }, 'replicas'],
    ['a quantity that is none', { resources: { cpu_request: 'much' } }, 'resources.cpu_request'],
  ])('refuses %s', async (_what, wrong, field) => {
    const body = { name: 'wrong', cloudspace_id: space.id, source: image, ...wrong };
    const { status, body: answer } = await ask('POST', apps, body);
    expect([status, answer.error.code]).toEqual([422, 'validation_failed']);
    expect(answer.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test('in a CloudSpace that is not there is refused as what is not there', async () => {
    const body = { name: 'nowhere', cloudspace_id: crypto.randomUUID(), source: image };
    expect((await ask('POST', apps, body)).status).toBe(404);
  });

  test('refuses a name that is taken in its CloudSpace, and takes it in another', async () => {
    await created('taken');
    const again = await ask('POST', apps, { name: 'taken', cloudspace_id: space.id, source: image });
    expect([again.status, again.body.error.code]).toEqual([409, 'already_exists']);
    const other = await ask('POST', cloudspaces, { name: 'other', cluster_id: clusterId });
    const elsewhere = await ask('POST', apps, { name: 'taken', cloudspace_id: other.body.id, source: image });
    expect(elsewhere.status).toBe(201);
  });

  test('refuses one too many, and one in a CloudSpace that goes', async () => {
    const berta = await caller();
    const cluster = await house.register(berta, { name: 'full', ...nobody });
    const made = await ask('POST', cloudspaces, { name: 'full', cluster_id: cluster.body.id }, berta);
    const one = { cloudspace_id: made.body.id, source: image };
    for (let count = 1; count <= 20; count += 1) await ask('POST', apps, { ...one, name: `a${count}` }, berta);
    const more = await ask('POST', apps, { ...one, name: 'more' }, berta);
    expect([more.status, more.body.error.code]).toEqual([409, 'conflict']);
    const going = await ask('POST', cloudspaces, { name: 'going', cluster_id: clusterId });
    await ask('DELETE', `${cloudspaces}/${going.body.id}`);
    const late = await ask('POST', apps, { name: 'late', cloudspace_id: going.body.id, source: image });
    expect([422, 409]).toContain(late.status);
  });
});

function bigEnvironment(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`V${index}`, 'x'.repeat(30_000)]));
}

describe('changing', () => {
  test('merges the environment by name, and is a new revision that takes the place of the last', async () => {
    const { id } = await created('merged', { env: { A: '1', B: '2' } });
    const changed = await ask('PATCH', `${apps}/${id}`, { env: { A: null, C: '3' }, note: 'for the sale' });
    expect(changed.status).toBe(202);
    expect(changed.headers.get('location')).toBe(`${apps}/${id}/deployments/2`);
    expect(changed.body).toMatchObject({ env: { B: '2', C: '3' }, revision: 2, deployment: { note: 'for the sale' } });
    const { body } = await ask('GET', `${apps}/${id}/deployments`);
    expect(body).toMatchObject({ total: 2, data: [{ revision: 2 }, { revision: 1, phase: 'Superseded' }] });
  });

  test('to what it is already deploys nothing', async () => {
    const { id } = await created('same', { env: { A: '1' } });
    const { body } = await ask('PATCH', `${apps}/${id}`, { env: { A: '1' }, source: image });
    expect(body.revision).toBe(1);
    const policy = await ask('PATCH', `${apps}/${id}`, { rollback_on_failure: false });
    expect(policy.body).toMatchObject({ revision: 1, rollback_on_failure: false });
  });

  test('of what was changed meanwhile is refused to who says what they saw', async () => {
    const { id } = await created('seen');
    const { headers } = await ask('GET', `${apps}/${id}`);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expect((await ask('PATCH', `${apps}/${id}`, { env: { A: '1' } }, anna, ifMatch)).status).toBe(202);
    const late = await ask('PATCH', `${apps}/${id}`, { env: { A: '2' } }, anna, ifMatch);
    expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await ask('DELETE', `${apps}/${id}`, undefined, anna, ifMatch)).status).toBe(412);
    // A worker may write what it waits for between the two.
    const known = await eventually(async () => {
      const read = await ask('GET', `${apps}/${id}`);
      const etag = { 'if-none-match': read.headers.get('etag') ?? '' };
      expect((await ask('GET', `${apps}/${id}`, undefined, anna, etag)).status).toBe(304);
      return etag;
    });
    await ask('POST', `${apps}/${id}/cancel`);
    expect((await ask('GET', `${apps}/${id}`, undefined, anna, known)).status).toBe(200);
  });

  test('a limit follows its request while nobody says otherwise', async () => {
    const { id } = await created('limited');
    const { body } = await ask('PATCH', `${apps}/${id}`, { resources: { memory_request: '512Mi' } });
    expect(body.resources).toMatchObject({ memory_request: '512Mi', memory_limit: '512Mi' });
  });
});

describe('deployments', () => {
  test('that cannot begin end with the reason, and nothing was changed', async () => {
    const { id } = await created('waiting');
    clock.advance(6 * 60_000);
    const failed = await eventually(async () => {
      const { body } = await ask('GET', `${apps}/${id}`);
      expect(body).toMatchObject({ phase: 'Failed', reason: 'cloudspace_not_ready', gitops: 'NotManaged' });
      return body;
    });
    expect(failed.message).toContain('CloudSpace shop is');
    expect(await house.events('app.deploy_failed', clusterId)).toContainEqual(
      expect.objectContaining({ app_id: id, phase: 'Queued', rolled_back_to: null }),
    );
    expect((await ask('POST', `${apps}/${id}/cancel`)).body.error.code).toBe('invalid_state');
    expect((await ask('POST', `${apps}/${id}/redeploy`, { note: 'again' })).body).toMatchObject({ revision: 2 });
    const canceled = await ask('POST', `${apps}/${id}/cancel`);
    expect(canceled).toMatchObject({ status: 202, body: { phase: 'Canceled', gitops: 'NotManaged' } });
    // One that has ended is told once more, and to who has seen the end nothing.
    const url = `${house.addresses['platform']}${apps}/${id}/deployments/2/stream`;
    const authorization = `Bearer ${anna.token}`;
    const told = await (await fetch(url, { headers: { authorization } })).text();
    const [last = ''] = [...told.matchAll(/^id: (.*)$/gm)].map(([, seen]) => seen).slice(-1);
    expect(told).toContain('event: ended');
    expect((await fetch(url, { headers: { authorization, 'last-event-id': last } })).status).toBe(204);
  });

  test('are listed by what somebody has to do about them', async () => {
    const [stuck, held] = [await created('stuck'), await created('held')];
    await created('neither');
    const pin = { revision: 1, by: { type: 'user', id: held.id }, reason: null, at: '2026-11-12T09:00:00.000Z' };
    await asOwner(house.database.ownerUrl, async (client) => {
      await client.query(`UPDATE platform.apps SET state = 'delete_failed' WHERE id = $1`, [stuck.id]);
      await client.query('UPDATE platform.apps SET pinned = $2 WHERE id = $1', [held.id, JSON.stringify(pin)]);
    });
    const names = async (query: string) => {
      const { body } = await ask('GET', `${apps}?${query}&cloudspace_id=${space.id}`);
      expect(body.total).toBe(body.data.length);
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names('state=delete_failed')).toEqual(['stuck']);
    expect(await names('pinned=true')).toEqual(['held']);
    expect(await names('pinned=true&state=delete_failed,deleting')).toEqual([]);
    const rest = await names('pinned=false&state=active');
    expect(rest).toContain('neither');
    expect(rest).not.toContain('stuck');
    expect(rest).not.toContain('held');
    expect((await ask('GET', `${apps}?pinned=perhaps`)).status).toBe(400);
    expect((await ask('GET', `/api/v1/deployments?app_id=${held.id}&trigger=rollback`)).body.total).toBe(0);
    expect((await ask('GET', `/api/v1/deployments?app_id=${held.id}&trigger=api,rollback`)).body.total).toBe(1);
  });

  test('are read one by one, and across apps', async () => {
    const { id } = await created('read', { port: 80 });
    const { body } = await ask('GET', `${apps}/${id}/deployments/1`);
    expect(body).toMatchObject({ revision: 1, content: { port: 80 }, diff: expect.arrayContaining([]) });
    expect((await ask('GET', `${apps}/${id}/deployments/7`)).status).toBe(404);
    const all = await ask('GET', `/api/v1/deployments?app_id=${id}`);
    expect(all.body).toMatchObject({ total: 1, data: [{ app_name: 'read' }] });
  });

  test('are rolled back only to what was Live', async () => {
    const { id } = await created('never');
    const rollback = (revision: number) => ask('POST', `${apps}/${id}/rollback`, { revision });
    expect((await rollback(1)).body.error.code).toBe('invalid_state');
    expect((await rollback(9)).status).toBe(422);
    const old = await created('old');
    await ask('PATCH', `${apps}/${old.id}`, { env: { A: '1' } });
    await asOwner(house.database.ownerUrl, (client) =>
      client.query('DELETE FROM platform.deployments WHERE app_id = $1 AND revision = 1', [old.id]),
    );
    expect((await ask('POST', `${apps}/${old.id}/rollback`, { revision: 1 })).status).toBe(410);
  });
});

describe('scaling', () => {
  test('before anything was sent only writes the count down', async () => {
    const { id } = await created('early');
    const { status, body } = await ask('POST', `${apps}/${id}/scale`, { replicas: 5 });
    expect([status, body.replicas]).toEqual([200, 5]);
    expect((await ask('GET', `${apps}/${id}/pods`)).body).toMatchObject({ pods: [], total: 0, stale: true });
  });

  test('where the cluster does not respond changes nothing', async () => {
    const { id } = await created('away');
    await asOwner(house.database.ownerUrl, (client) =>
      client.query(`UPDATE platform.deployments SET sent = 'everything' WHERE app_id = $1`, [id]),
    );
    const { status, body } = await ask('POST', `${apps}/${id}/scale`, { replicas: 5 });
    expect([status, body.error.code]).toEqual([502, 'cluster_unreachable']);
    expect((await ask('GET', `${apps}/${id}`)).body.replicas).toBe(1);
  });
});

describe('who sees what', () => {
  test('of another tenant, or outside a role, is not there', async () => {
    const { id } = await created('mine');
    const berta = await caller();
    const limited = await caller({ tenant: anna.tenantId, cloudspace_ids: [crypto.randomUUID()] });
    for (const who of [berta, limited]) {
      expect((await ask('GET', `${apps}/${id}`, undefined, who)).status).toBe(404);
      expect((await ask('GET', apps, undefined, who)).body).toMatchObject({ data: [], total: 0 });
      expect((await ask('GET', '/api/v1/deployments', undefined, who)).body).toMatchObject({ data: [], total: 0 });
      expect((await ask('GET', `${apps}/${id}/deploy-status`, undefined, who)).status).toBe(404);
    }
    const within = await caller({ tenant: anna.tenantId, cloudspace_ids: [space.id] });
    expect((await ask('GET', `${apps}/${id}`, undefined, within)).status).toBe(200);
  });

  test('an app is deleted with nothing to remove while nothing was sent', async () => {
    const { id } = await created('gone');
    expect((await ask('DELETE', `${apps}/${id}?force=true`)).body.error.code).toBe('invalid_state');
    expect((await ask('DELETE', `${apps}/${id}`)).status).toBe(202);
    await eventually(async () => expect((await ask('GET', `${apps}/${id}`)).status).toBe(404));
  });
});
