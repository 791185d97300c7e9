import { KubernetesError } from '@wheelhouse/kubernetes';
import { asOwner, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { apps, type AppsHouse, becomesLive, cloudspaces, onNode, startApps } from './apps-house.ts';

/** Auth beside platform, with the tenant in it whose cluster this is. */
let house: AppsHouse;

beforeAll(async () => {
  house = await startApps(
    async (kube) => onNode(await kube.reservedNode()),
    // With auth beside it, calls would be refused until its revocations are read.
    { FOLLOW_REVOCATIONS: 'false' },
    {
      beside: [authModule],
      // A tenant that auth does not know is forgotten.
      owner: async ({ database }) => {
        const who = await caller();
        await asOwner(database.ownerUrl, (client) =>
          client.query(
            `INSERT INTO auth.tenants (id, slug, name, state, created_at, updated_at) VALUES ($1, $2, 'Acme', 'active', now(), now())`,
            [who.tenantId, `acme-${crypto.randomUUID()}`],
          ),
        );
        return who;
      },
    },
  );
});
afterAll(() => house.stop());

/** As auth would have it; resolves when platform has heard of it. */
async function put(state: 'active' | 'suspended'): Promise<void> {
  const { tenantId } = house.who;
  await asOwner(house.database.ownerUrl, async (client) => {
    await client.query('UPDATE auth.tenants SET state = $2 WHERE id = $1', [tenantId, state]);
    await eventually(async () => {
      const noted = await client.query('SELECT FROM platform.suspended_tenants WHERE tenant_id = $1', [tenantId]);
      expect(noted.rows).toHaveLength(state === 'active' ? 0 : 1);
    });
  });
}

const isThere = (path: string) =>
  house.kube.client.get(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof KubernetesError && error.status === 404) return false;
      throw error;
    },
  );
const deploymentPath = (name: string) => `/apis/apps/v1/namespaces/${house.cloudspace.namespace}/deployments/${name}`;

async function made(name: string, more: object = {}): Promise<string> {
  const { status, body } = await house.create({ name, source: { type: 'image', image: 'web:1' }, ...more });
  expect(status).toBe(201);
  return body.id;
}

/** Long enough for every worker to have looked again and again. */
const looks = () => new Promise((resolve) => setTimeout(resolve, 3_000));

test('what is asked for waits while the tenant is suspended, for as long as that lasts, and is done afterwards', async () => {
  await put('suspended');
  const app = await made('waits');
  const name = `later-${crypto.randomUUID().slice(0, 8)}`;
  const space = await house.ask('POST', cloudspaces, { name, cluster_id: house.clusterId });
  await looks();
  // Longer than a deployment may be Queued, and a CloudSpace Pending or Deleting.
  house.advance(11 * 60_000);
  await looks();
  expect(await house.app(app)).toMatchObject({ phase: 'Queued', current_revision: null });
  expect((await house.ask('GET', `${cloudspaces}/${space.body.id}`)).body.phase).toBe('Pending');
  expect(await isThere(deploymentPath('waits'))).toBe(false);
  expect(await isThere(`/api/v1/namespaces/${name}`)).toBe(false);

  await put('active');
  await becomesLive(house, app);
  await eventually(async () =>
    expect((await house.ask('GET', `${cloudspaces}/${space.body.id}`)).body.phase).toBe('Ready'),
  );

  // What is deleted waits too, and is not told as stuck.
  await put('suspended');
  await house.ask('DELETE', `${apps}/${app}`);
  await house.ask('DELETE', `${cloudspaces}/${space.body.id}`);
  house.advance(11 * 60_000);
  await looks();
  expect(await house.app(app)).toMatchObject({ state: 'deleting' });
  expect(await isThere(deploymentPath('waits'))).toBe(true);
  expect((await house.ask('GET', `${cloudspaces}/${space.body.id}`)).body.phase).toBe('Deleting');
  expect(await isThere(`/api/v1/namespaces/${name}`)).toBe(true);
  await put('active');
  await eventually(async () => {
    expect((await house.ask('GET', `${apps}/${app}`)).status).toBe(404);
    expect((await house.ask('GET', `${cloudspaces}/${space.body.id}`)).status).toBe(404);
  });
});

test('a deployment that was begun comes to its end, and what it failed to change is put back', async () => {
  const app = await made('begun');
  await becomesLive(house, app);
  await house.ask('PATCH', `${apps}/${app}`, { resources: { cpu_request: '1000' } });
  await house.appBecomes(app, { phase: 'RollingOut', revision: 2 });
  await put('suspended');
  house.advance(11 * 60_000);
  await house.appBecomes(app, { revision: 3, phase: 'Verifying' });
  await becomesLive(house, app);
  const { body } = await house.ask('GET', `${apps}/${app}/deployments`);
  expect(body.data).toMatchObject([
    { revision: 3, trigger: 'rollback', of_revision: 1, phase: 'Live' },
    { revision: 2, phase: 'RolledBack', reason: 'unschedulable' },
    { revision: 1, phase: 'Live' },
  ]);
  // The next one is not begun.
  await house.ask('PATCH', `${apps}/${app}`, { env: { VERSION: '4' } });
  await looks();
  expect(await house.app(app)).toMatchObject({ revision: 4, phase: 'Queued' });
  await put('active');
  await becomesLive(house, app);
});
