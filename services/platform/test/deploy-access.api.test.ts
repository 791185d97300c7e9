import { randomBytes } from 'node:crypto';
import { openKeyring, rewrapDatabase, SealedSecretError } from '@wheelhouse/kit';
import {
  asOwner,
  type Caller,
  caller,
  deployAccess,
  type DeployAccess,
  type Kube,
  type MovableClock,
  openKube,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deployAccessOf, isDeployable } from '../src/clusters/deploy-access.ts';
import { neededRights, platformRights } from '../src/clusters/needed-rights.ts';
import type { ClusterRow } from '../src/clusters/store.ts';
import { platformModule } from '../src/module.ts';
import { aheadClock, clusters, nobody, type PlatformHouse, startPlatform } from './house.ts';

/** Clusters that can be deployed to, and what is in the way of others: on a real one. */
let house: PlatformHouse;
let clock: MovableClock;
let kube: Kube;
let deploy: DeployAccess;
let anna: Caller;
/** Of the monitor: it cannot be deployed with. */
let watching: { readonly server: string; readonly certificate_authority: string; readonly token: string };

beforeAll(async () => {
  clock = aheadClock();
  house = await startPlatform({ clock });
  kube = openKube();
  deploy = await deployAccess();
  const monitor = neededRights.filter(({ needed_by }) => needed_by === 'k8s-monitor');
  watching = {
    server: kube.access.server,
    certificate_authority: kube.access.certificateAuthority ?? '',
    token: (await kube.serviceAccount(monitor)).token,
  };
});
afterAll(async () => {
  await house.stop();
  await kube.close();
});
beforeEach(async () => {
  anna = await caller({}, clock);
});

const registered = async (body: object): Promise<string> => {
  const { status, body: made } = await house.register(anna, { name: 'shop', ...body });
  expect([status, made.error?.message]).toEqual([201, undefined]);
  return made.id;
};
const patch = (id: string, body: object) => house.call(anna, 'PATCH', `${clusters}/${id}`, { body });
const rowOf = (id: string): Promise<ClusterRow> =>
  asOwner(house.database.ownerUrl, async (client) => {
    const { rows } = await client.query<ClusterRow>('SELECT * FROM platform.clusters WHERE id = $1', [id]);
    return rows[0] as ClusterRow;
  });
interface Shown {
  readonly needed_by: string;
  readonly allowed: boolean | null;
}
const missing = (rights: readonly Shown[]) =>
  rights.filter(({ needed_by, allowed }) => needed_by === 'platform' && allowed !== true).length;

describe('a cluster', () => {
  test('whose registered credentials have every right is deployable with them', async () => {
    const id = await registered({ kubeconfig: kube.kubeconfig });
    const found = await house.becomes(anna, id, { deployable: true, deploy_reason: 'ready', deploy_credential: null });
    expect(found.deploy_message).toContain('can deploy to this cluster');
    expect([missing(found.rights), isDeployable(await rowOf(id))]).toEqual([0, true]);
  });

  test('that is only watched is Ready all the same, and says what to do', async () => {
    const id = await registered(watching);
    const found = await house.becomes(anna, id, { deployable: false, deploy_reason: 'rights_missing' });
    expect(found).toMatchObject({ phase: 'Ready', reason: 'ready' });
    expect(found.deploy_message).toContain('`wheelhouse clusters connect --deploy`');
    expect(missing(found.rights)).toBeGreaterThan(8);
    expect(found.rights).toContainEqual(
      expect.objectContaining({
        resource: 'clusterroles',
        verb: 'bind',
        name: 'wheelhouse-cloudspace',
        needed_by: 'platform',
        allowed: false,
      }),
    );
  });

  test('is deployable with deploy_access from the first, with exactly the rights of the manifest', async () => {
    const id = await registered({ ...watching, deploy_access: { kubeconfig: deploy.kubeconfig } });
    const found = await house.becomes(anna, id, { deployable: true, phase: 'Ready' });
    expect(found.deploy_credential).toEqual({ kind: 'token', expires_at: null });
    expect(found.credential.expires_at).not.toBeNull();
    expect(missing(found.rights)).toBe(0);
    // What the registered ones may not is still said of them.
    expect(found.rights).toContainEqual(expect.objectContaining({ needed_by: 'action-agent', allowed: false }));
  });

  test('gets and loses it by PATCH, which is tried at once and told to no other module', async () => {
    const id = await registered(watching);
    await house.becomes(anna, id, { deploy_reason: 'rights_missing' });
    const { certificate_authority, server } = watching;
    const token = String(deploy.access.token);
    const given = await patch(id, { deploy_access: { server, certificate_authority, token } });
    expect(given).toMatchObject({ status: 200, body: { deployable: false, deploy_reason: 'not_checked' } });
    expect(
      given.body.rights.some(({ needed_by, allowed }: Shown) => needed_by === 'platform' && allowed !== null),
    ).toBe(false);
    await house.becomes(anna, id, { deployable: true, phase: 'Ready' }, 5_000);
    await patch(id, { description: 'the shop' });
    expect((await house.read(anna, id)).body).toMatchObject({ deployable: true, deploy_credential: { kind: 'token' } });
    await patch(id, { deploy_access: null });
    await house.becomes(anna, id, { deploy_reason: 'rights_missing', deploy_credential: null }, 5_000);
    expect(await house.events('internal.cluster_changed', id)).toEqual([]);
    const { rows } = await asOwner(house.database.ownerUrl, (client) =>
      client.query(
        `SELECT body::jsonb->'data'->'details' AS details FROM platform.outbox
         WHERE type = 'internal.audit' AND body::jsonb->'data'->>'action' = 'cluster.change'
           AND body::jsonb->'data'->>'object_id' = $1 ORDER BY id`,
        [id],
      ),
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { name: 'shop', server, new_credentials: false, deploy_credentials: 'new' },
      { name: 'shop', server, new_credentials: false },
      { name: 'shop', server, new_credentials: false, deploy_credentials: 'removed' },
    ]);
  });

  test('an older ETag is 412 once the credentials for deploying are others', async () => {
    const id = await registered(watching);
    const etag = (await house.read(anna, id)).headers.get('etag') ?? '';
    await patch(id, { deploy_access: { kubeconfig: deploy.kubeconfig } });
    const late = { body: { deploy_access: null }, headers: { 'if-match': etag } };
    expect((await house.call(anna, 'PATCH', `${clusters}/${id}`, late)).status).toBe(412);
  });

  test('shows a right that was granted meanwhile after a minute', async () => {
    const partly = await kube.serviceAccount(platformRights.filter(({ verb }) => verb !== 'create' && verb !== 'bind'));
    const { server, certificate_authority } = watching;
    const id = await registered({ ...watching, deploy_access: { server, certificate_authority, token: partly.token } });
    const { deploy_message } = await house.becomes(anna, id, { deploy_reason: 'rights_missing' });
    expect(deploy_message).toContain('create namespaces; create rolebindings');
    await partly.setRights(platformRights);
    clock.advance(61_000);
    await house.becomes(anna, id, { deployable: true });
  });

  test('whose credentials for deploying are refused says so, and is watched as before', async () => {
    const { server, certificate_authority } = watching;
    const id = await registered({ ...watching, deploy_access: { server, certificate_authority, token: 'revoked' } });
    const found = await house.becomes(anna, id, { deploy_reason: 'unauthorized', deployable: false, phase: 'Ready' });
    expect(found.deploy_message).toContain('does not accept the credentials for deploying');
  });

  test('that is not reached is not deployable, with the same reason', async () => {
    const id = await registered({ server: 'https://127.0.0.1:9', token: 'x' });
    const found = await house.becomes(anna, id, { reason: 'connection_refused', deployable: false });
    expect([found.deploy_reason, found.deploy_message]).toEqual([found.reason, found.message]);
  });
});

describe('the credentials for deploying', () => {
  const ending = (user: object) =>
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [{ name: 'k', cluster: { server: 'https://k8s.example.com' } }],
      users: [{ name: 'u', user }],
    });
  test.each([
    ['nothing', {}, 'kubeconfig', 'required'],
    ['a token alone', { token: 'alone' }, 'server', 'required'],
    ['both forms', { ...nobody, kubeconfig: '{}' }, 'server', 'not_with_kubeconfig'],
    ['a context of nothing', { ...nobody, context: 'c' }, 'context', 'needs_kubeconfig'],
    ['what is no kubeconfig', { kubeconfig: 'hello' }, 'kubeconfig', 'malformed'],
    ['a program to run', { kubeconfig: ending({ exec: { command: 'id' } }) }, 'kubeconfig', 'exec'],
    ['a private address', { ...nobody, server: 'https://10.0.0.1' }, 'server', 'address_refused'],
    ['an authority that is none', { ...nobody, certificate_authority: 'x' }, 'certificate_authority', 'malformed'],
  ])('given as %s are refused, naming the field within', async (_what, form, field, code) => {
    const id = await registered(nobody);
    for (const answer of [
      await patch(id, { deploy_access: form }),
      await house.register(anna, { name: 'another', ...nobody, deploy_access: form }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
      expect(answer.body.error.details).toContainEqual(
        expect.objectContaining({ field: `deploy_access.${field}`, code }),
      );
      expect(answer.body.error.message).toContain(`deploy_access.${field} `);
    }
  });

  test('are in no answer and no event, not told to modules, and not to be read in the row', async () => {
    const token = `token-${randomBytes(12).toString('hex')}`;
    const deploy_access = { server: 'https://localhost:7443', token };
    const id = await registered({ ...nobody, deploy_access });
    const patched = await patch(id, { deploy_access });
    const list = await house.call(anna, 'GET', clusters);
    const monitor = await caller(
      { kind: 'module', sub: 'k8s-monitor', audience: 'platform', tenant: anna.tenantId },
      clock,
    );
    const told = await house.call(monitor, 'GET', `/internal/v1/clusters/${id}/credentials`);
    expect(told.body).toEqual(nobody);
    expect(JSON.stringify([patched.body, list.body])).not.toMatch(new RegExp(`${token}|localhost:7443`));
    const dump = await asOwner(house.database.ownerUrl, async (client) => {
      const tables = ['clusters', 'cluster_owners', 'outbox', 'idempotency_keys'];
      const union = tables.map((table) => `SELECT t::text FROM platform.${table} AS t`).join(' UNION ALL ');
      return JSON.stringify((await client.query(union)).rows);
    });
    for (const needle of [token, Buffer.from(token).toString('base64'), Buffer.from(token).toString('hex')])
      expect(dump).not.toContain(needle);
  });

  test('are sealed to their column, and re-encrypted by `wheelhouse secrets rewrap`', async () => {
    const secrets = openKeyring(house.environment['SECRETS_KEYS'] ?? '');
    const id = await registered({ ...nobody, deploy_access: { server: nobody.server, token: 'for-deploying' } });
    const row = await rowOf(id);
    const { tenantId } = anna;
    expect(deployAccessOf(secrets, tenantId, row)).toMatchObject({ token: 'for-deploying' });
    expect(deployAccessOf(secrets, tenantId, { ...row, deploy_credentials: null })).toMatchObject({
      token: nobody.token,
    });
    expect(() => deployAccessOf(secrets, tenantId, { ...row, deploy_credentials: row.credentials })).toThrow(
      SealedSecretError,
    );
    const swapped = { ...row, deploy_credentials: null, credentials: row.deploy_credentials ?? '' };
    expect(() => deployAccessOf(secrets, tenantId, swapped)).toThrow(SealedSecretError);

    const key = `next:${randomBytes(32).toString('base64')}`;
    const keyring = openKeyring(`${key},${house.environment['SECRETS_KEYS']}`);
    const counts = await rewrapDatabase(house.database.ownerUrl, keyring, platformModule.sealed ?? []);
    expect(counts).toMatchObject([
      { column: 'platform.clusters.credentials', failed: 0, left: 0 },
      { column: 'platform.clusters.deploy_credentials', failed: 0, left: 0 },
      { column: 'platform.cloudspaces.registry_passwords', failed: 0, left: 0 },
    ]);
    expect(counts[1]?.rewrapped).toBeGreaterThan(0);
    expect(deployAccessOf(keyring, tenantId, await rowOf(id))).toMatchObject({ token: 'for-deploying' });
    const back = openKeyring(`${house.environment['SECRETS_KEYS']},${key}`);
    await rewrapDatabase(house.database.ownerUrl, back, platformModule.sealed ?? []);
  });
});
