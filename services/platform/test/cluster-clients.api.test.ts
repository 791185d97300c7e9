import { randomBytes } from 'node:crypto';
import { type Database, makeLog, openDatabase, openKeyring } from '@wheelhouse/kit';
import { type Caller, caller, type Kube, openKube, testKeys } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClusterClients, withClusterClients } from '../src/cluster-clients/cluster-clients.ts';
import { ofMonitor } from './cloudspaces-house.ts';
import { clusters, type PlatformHouse, startPlatform } from './house.ts';

/** One connection to each cluster, for as long as its credentials are the same. */
let house: PlatformHouse;
let kube: Kube;
let database: Database;
let who: Caller;
let id = '';
const log = makeLog({ level: 'fatal' });
const settings = { CLUSTER_ALLOWED_PRIVATE_CIDRS: ['127.0.0.1/32'], CLUSTER_ALLOWED_PRIVATE_NAMES: [] };

beforeAll(async () => {
  house = await startPlatform();
  kube = openKube();
  database = openDatabase({ url: house.database.url, connections: 2, applicationName: 'test', log });
  who = await caller();
});
afterAll(async () => {
  await database.end();
  await house.stop();
  await kube.close();
});

const access = async () => {
  const { token } = await kube.serviceAccount(ofMonitor);
  const { server, certificateAuthority } = kube.access;
  return { server, certificate_authority: certificateAuthority, token };
};
const given = (keys = testKeys) => ({ database, secrets: openKeyring(keys), settings, log });
const registered = async (name: string) => {
  const { body } = await house.register(who, { name, ...(await access()) });
  id = body.id;
};

test('whoever asks gets the same, until other credentials come or the cluster is removed', async () => {
  await registered('same');
  await withClusterClients(given(), async (clients) => {
    const first = await clients.clientOf(who.tenantId, id);
    expect(first.cluster.id).toBe(id);
    expect((await first.client.version()).gitVersion).toMatch(/^v1\./);
    expect((await clients.clientOf(who.tenantId, id)).client).toBe(first.client);

    await house.call(who, 'PATCH', `${clusters}/${id}`, { body: { deploy_access: await access() } });
    const second = await clients.clientOf(who.tenantId, id);
    expect(second.client).not.toBe(first.client);
    await expect(first.client.version()).rejects.toMatchObject({ code: 'closed' });
    const [before, after] = [await kube.client.whoAmI(), await second.client.whoAmI()];
    expect(after.username).not.toBe(before.username);

    await house.call(who, 'DELETE', `${clusters}/${id}`);
    await expect(clients.clientOf(who.tenantId, id)).rejects.toMatchObject({ reason: 'cluster_removed' });
    await expect(second.client.version()).rejects.toMatchObject({ code: 'closed' });
  });
});

test('all are closed in the end, and none is opened afterwards', async () => {
  await registered('closed');
  const clients = new ClusterClients(given());
  const { client } = await clients.clientOf(who.tenantId, id);
  await clients.close();
  await expect(client.version()).rejects.toMatchObject({ code: 'closed' });
  await expect(clients.clientOf(who.tenantId, id)).rejects.toThrow('closed');
});

test('credentials that cannot be read, and clusters of others', async () => {
  await registered('unreadable');
  await withClusterClients(given(`other:${randomBytes(32).toString('base64')}`), async (clients) => {
    const asked = clients.clientOf(who.tenantId, id);
    await expect(asked).rejects.toMatchObject({ reason: 'credentials_unreadable' });
    const other = await caller();
    await expect(clients.clientOf(other.tenantId, id)).rejects.toMatchObject({ reason: 'cluster_removed' });
  });
});
