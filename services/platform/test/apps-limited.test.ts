import { type Database, makeIds, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { type Answer, type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { startSession } from '../../auth/src/sessions/service.ts';
import { tenantsIn, type TestTenant } from '../../auth/test/start.ts';
import { apps, type AppsHouse, cloudspaces, onNode, type Place, startApps } from './apps-house.ts';
import { Followed } from './logs/followed.ts';

/** Platform with auth beside it: two CloudSpaces in one cluster, and somebody whose role is limited to one of them. */
let house: AppsHouse;
let db: Database;
let tenant: TestTenant;
let place: Place;
let other: Answer['body'];

beforeAll(async () => {
  house = await startApps(
    async (kube) => {
      place = onNode(await kube.reservedNode());
      return place;
    },
    {},
    {
      beside: [authModule],
      owner: async ({ database, call }) => {
        db = openDatabase({
          url: database.url,
          connections: 2,
          applicationName: 'test',
          log: makeLog({ level: 'fatal' }),
        });
        tenant = await tenantsIn(db, systemClock)();
        const who = await tenant.callerOf((await tenant.user('owner')).id, 'owner');
        // Calls are refused until the revocations are read.
        await eventually(async () => {
          if ((await call(who, 'GET', cloudspaces)).status !== 200) throw new Error('calls are still refused');
        });
        return who;
      },
    },
  );
  const name = `other-${crypto.randomUUID().slice(0, 8)}`;
  const made = await house.ask('POST', cloudspaces, { name, cluster_id: house.clusterId, placement: place });
  other = await eventually(async () => {
    const { body } = await house.ask('GET', `${cloudspaces}/${made.body.id}`);
    if (body.phase !== 'Ready') throw new Error(`the other CloudSpace is ${body.phase}`);
    return body;
  });
});
afterAll(async () => {
  await db.end();
  const path = `/api/v1/namespaces/${other.namespace}`;
  const { metadata } = await house.kube.client.get<{ metadata: { uid: string } }>(path);
  await house.kube.client.delete(path, { uid: metadata.uid });
  await house.stop();
});

const auth = (method: string, path: string, body: object) =>
  house.call(house.who, method, path, { module: 'auth', body });

/** Somebody with a role of these CloudSpaces alone; `token` is what the gateway would get for their session now. */
async function limited(cloudspaceIds: readonly string[]) {
  const role = await auth('POST', '/api/v1/roles', {
    name: `only ${cloudspaceIds[0]}`,
    scopes: ['read'],
    cloudspace_ids: cloudspaceIds,
  });
  expect(role.status).toBe(201);
  const user = await tenant.user();
  const { secret } = await db.tenant(tenant.id, async (handle) => {
    await handle.query('UPDATE auth.users SET role_id = $1 WHERE tenant_id = kit.tenant() AND id = $2', [
      role.body.id,
      user.id,
    ]);
    const session = { userId: user.id, method: 'password', address: '192.0.2.7', userAgent: 'test' } as const;
    return startSession(handle, { makeId: makeIds(systemClock), clock: systemClock }, session);
  });
  const gateway = await caller({ kind: 'module', sub: 'test', audience: 'auth', tenant: tenant.id, scopes: [] });
  const token = async (): Promise<Caller> => {
    const body = { credential: secret, address: '192.0.2.7' };
    const answer = await house.call(gateway, 'POST', '/internal/v1/exchange', { module: 'auth', body });
    expect(answer.status).toBe(200);
    return { tenantId: tenant.id, token: answer.body.access_token };
  };
  return { roleId: String(role.body.id), token };
}

/** It never rolls out, since nothing has room for it: its stream stays open. */
async function endless(cloudspace: Answer['body'], name: string): Promise<Answer['body']> {
  const { status, body } = await house.create({
    name,
    cloudspace_id: cloudspace.id,
    source: { type: 'image', image: 'web:1' },
    resources: { cpu_request: '1000' },
  });
  expect(status).toBe(201);
  return house.appBecomes(body.id, { phase: 'RollingOut' });
}

test('a role limited to a CloudSpace hears of it alone, and nothing more once the limit is another', async () => {
  const [mine, theirs] = [await endless(house.cloudspace, 'mine'), await endless(other, 'theirs')];
  const { roleId, token } = await limited([house.cloudspace.id]);
  const who = await token();
  for (const list of [apps, '/api/v1/deployments', cloudspaces]) {
    const { status, body } = await house.call(who, 'GET', list);
    expect([list, status, body.total, body.data.length]).toEqual([list, 200, 1, 1]);
    expect(JSON.stringify(body)).not.toContain(other.id);
  }
  const base = house.addresses['platform'];
  const streams = (id: string) => [`${base}${apps}/${id}/logs`, `${base}${apps}/${id}/deployments/1/stream`];
  for (const url of streams(theirs.id)) {
    const refused = await Followed.open(url, who);
    expect([url, refused.status]).toEqual([url, 404]);
    await refused.ended;
  }

  const open = async (by: Caller, id: string) => Promise.all(streams(id).map((url) => Followed.open(url, by)));
  const [logs, stream] = await open(who, mine.id);
  const [ownerLogs, ownerStream] = await open(house.who, mine.id);
  if (!logs || !stream || !ownerLogs || !ownerStream) throw new Error('there are two streams');
  await logs.until(() => logs.of('snapshot').length === 1);
  await stream.until(() => stream.of('snapshot').length === 1);

  // Things happen in the other CloudSpace, one of them under the label of the app that is followed.
  await house.kube.client.create(`/api/v1/namespaces/${other.namespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'in-disguise', labels: { 'wheelhouse.dev/app': mine.id } },
    spec: { containers: [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '1m', memory: '1Mi' } } }] },
  });
  await house.ask('PATCH', `${apps}/${theirs.id}`, { env: { SECRET_PLAN: 'theirs' } });
  await house.appBecomes(theirs.id, { phase: 'RollingOut', revision: 2 });
  // And in their own, so that it is known that they hear at all.
  await house.ask('POST', `${apps}/${mine.id}/scale`, { replicas: 2 });
  await logs.until(() => logs.of('pod_joined').length > 0);
  // By the time its own second pod is seen, the other one has been.
  const { body: status } = await eventually(async () => {
    const answer = await house.call(who, 'GET', `${apps}/${mine.id}/deploy-status`);
    expect(answer.body.pods.filter(({ name }: { name: string }) => name.startsWith('mine-'))).toHaveLength(2);
    return answer;
  });
  const told = JSON.stringify([logs.events, stream.events, status]);
  for (const word of [other.id, other.namespace, theirs.id, 'theirs', 'in-disguise']) expect(told).not.toContain(word);

  const changed = await auth('PATCH', `/api/v1/roles/${roleId}`, { cloudspace_ids: [other.id] });
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
  // Cut, which is no end that the stream tells of.
  await Promise.all([logs.ended, stream.ended].map((ended) => ended.catch(() => undefined)));
  for (const one of [logs, stream]) expect(one.of('ended')).toEqual([]);
  expect((await house.call(who, 'GET', `${apps}/${mine.id}`)).body.error.code).toBe('token_revoked');
  const later = await token();
  expect((await house.call(later, 'GET', `${apps}/${mine.id}`)).status).toBe(404);
  for (const url of streams(mine.id)) {
    const refused = await Followed.open(url, later);
    expect([url, refused.status]).toEqual([url, 404]);
    await refused.ended;
  }
  expect((await house.call(later, 'GET', apps)).body.data).toMatchObject([{ id: theirs.id }]);

  // Whose role did not change goes on.
  const before = ownerStream.events.length;
  await house.ask('PATCH', `${apps}/${mine.id}`, { resources: { cpu_request: '100m' } });
  await ownerStream.until(() => ownerStream.events.length > before);
  await ownerLogs.close();
  await ownerStream.close();
});
