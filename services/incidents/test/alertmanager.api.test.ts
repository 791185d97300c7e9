import { randomUUID } from 'node:crypto';
import { authModule } from '@wheelhouse/auth';
import { type Module, routesOnPaper } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TestTenant } from '../../auth/test/start.ts';
import { type GatewayHouse, startGatewayHouse } from '../../gateway/test/house.ts';
import { nobody } from '../../k8s-monitor/test/house.ts';
import { platformModule } from '../../platform/src/module.ts';
import { incidentsModule } from '../src/module.ts';
import { type Alert, type OwnAlertmanager, ownAlertmanager } from './own-alertmanager.ts';

/** A real Alertmanager before a real gateway: what it sends, as it sends it. */
let house: GatewayHouse;
beforeAll(async () => {
  const environment = { CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' };
  house = await startGatewayHouse(environment, [platformModule, incidentsModule]);
});
afterAll(() => house?.stop());

const signals = '/api/incidents/api/v1/signals';
const tokens = '/api/auth/api/v1/signal-tokens';
const every = ['read', 'deploy', 'actions', 'agents', 'admin'];

/** Somebody's tenant with clusters, an administrator and a token for the sender of their alerts. */
interface Place {
  readonly tenant: TestTenant;
  readonly admin: string;
  readonly clusters: readonly string[];
  readonly sender: (clusterId?: string) => Promise<{ readonly id: string; readonly token: string }>;
  readonly incidents: () => Promise<readonly Incident[]>;
}

interface Incident {
  readonly cluster_id: string;
  readonly title: string;
  readonly severity: string;
  readonly source: string;
  readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string } | null;
  readonly signal_count: number;
  readonly firing: number;
  readonly quiet_since: string | null;
}

async function place(clusterCount = 1): Promise<Place> {
  const tenant = await house.tenant();
  const admin = await house.token(tenant, every);
  const made = async (path: string, body: object) => {
    const answer = await house.through(admin, 'POST', path, { body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const clusters: string[] = [];
  for (let count = 0; count < clusterCount; count += 1)
    clusters.push(String((await made('/api/platform/api/v1/clusters', { name: `c-${randomUUID()}`, ...nobody })).id));
  return {
    tenant,
    admin,
    clusters,
    sender: (clusterId) => made(tokens, { name: 'alertmanager', cluster_id: clusterId ?? null }),
    incidents: async () => {
      const { status, body } = await house.through(admin, 'GET', '/api/incidents/api/v1/incidents');
      expect(status).toBe(200);
      return body.data;
    },
  };
}

async function alertmanager(token: string, clusterId?: string): Promise<OwnAlertmanager> {
  const own = await ownAlertmanager(house.base.replace(/\/api$/, ''), token, clusterId);
  onTestFinished(() => own.stop());
  return own;
}

const crash: Alert = {
  labels: { alertname: 'PodCrashLooping', namespace: 'shop', deployment: 'checkout', severity: 'warning' },
  annotations: { summary: 'checkout crash loops' },
};
const shortfall: Alert = {
  labels: { alertname: 'ReplicasMismatch', namespace: 'shop', deployment: 'checkout', severity: 'critical' },
  annotations: { summary: 'checkout has 1 of 3 replicas' },
};
const cart: Alert = {
  labels: { alertname: 'PodCrashLooping', namespace: 'shop', deployment: 'cart', severity: 'warning' },
};
const ended = (alert: Alert): Alert => ({ ...alert, endsAt: new Date().toISOString() });
const of = (incidents: readonly Incident[], name: string) => incidents.filter(({ object }) => object?.name === name);

describe('alerts', () => {
  test('of one object are one incident, however often they are sent; those that end make it quiet', async () => {
    const { sender, incidents, clusters } = await place();
    const { token } = await sender();
    const own = await alertmanager(token);
    await own.tell(crash, shortfall, cart);
    await eventually(async () => {
      const found = await incidents();
      expect(found).toHaveLength(2);
      expect(of(found, 'checkout')).toMatchObject([
        {
          cluster_id: clusters[0],
          source: 'alertmanager',
          severity: 'critical',
          object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
          signal_count: 2,
          firing: 2,
        },
      ]);
      expect(of(found, 'cart')).toMatchObject([{ severity: 'medium', signal_count: 1, firing: 1 }]);
    });

    const { all } = await own.sent();
    await eventually(async () => expect((await own.sent()).all).toBeGreaterThan(all + 5));
    const after = await incidents();
    expect([of(after, 'checkout'), of(after, 'cart')]).toMatchObject([[{ signal_count: 2 }], [{ signal_count: 1 }]]);

    await own.tell(ended(crash), ended(shortfall));
    await eventually(async () => {
      const found = await incidents();
      expect(of(found, 'checkout')).toMatchObject([{ firing: 0, signal_count: 2 }]);
      expect(of(found, 'checkout')[0]?.quiet_since).not.toBeNull();
      expect(of(found, 'cart')).toMatchObject([{ firing: 1, quiet_since: null }]);
    });
    expect((await own.sent()).faults).toEqual([]);
  });

  test('that begin again are counted again, in the incident that has not resolved', async () => {
    const { sender, incidents } = await place();
    const own = await alertmanager((await sender()).token);
    await own.tell(cart);
    await eventually(async () => expect(await incidents()).toMatchObject([{ signal_count: 1, firing: 1 }]));
    await own.tell(ended(cart));
    await eventually(async () => expect(await incidents()).toMatchObject([{ signal_count: 1, firing: 0 }]));
    await own.tell(cart);
    await eventually(async () =>
      expect(await incidents()).toMatchObject([{ signal_count: 2, firing: 1, quiet_since: null }]),
    );
  });

  test('are of the cluster that the token is for, or that the receiver names', async () => {
    const { sender, incidents, clusters } = await place(2);
    const [first = '', second = ''] = clusters;
    const bound = await alertmanager((await sender(first)).token);
    const free = await alertmanager((await sender()).token, second);
    await bound.tell(crash);
    await free.tell(crash);
    await eventually(async () => {
      const found = await incidents();
      expect(found.map(({ cluster_id }) => cluster_id).toSorted()).toEqual([first, second].toSorted());
    });
  });
});

/** As Alertmanager sends it, for what is refused. */
const body = {
  version: '4',
  status: 'firing',
  alerts: [{ status: 'firing', ...cart, startsAt: new Date().toISOString(), fingerprint: 'a1b2c3d4e5f60718' }],
};
const send = (token: string, query = '') => house.through(token, 'POST', `${signals}/alertmanager${query}`, { body });

describe('a signal token', () => {
  test('sends, by both ways in; another credential needs the scope actions', async () => {
    const { tenant, sender, admin } = await place();
    const { token } = await sender();
    expect(await send(token)).toMatchObject({ status: 202, body: { accepted: 1, suppressed: 0 } });
    const own = { key: 'k', rule: 'latency', severity: 'high', message: 'p95 above 2 s' };
    const sent = await house.through(token, 'POST', signals, { body: { signals: [own] } });
    expect(sent).toMatchObject({ status: 202, body: { accepted: 1 } });
    expect(await send(admin)).toMatchObject({ status: 202 });
    const other = await house.token(
      tenant,
      every.filter((scope) => scope !== 'actions'),
    );
    expect(await send(other)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  });

  test('opens no other route of any module', async () => {
    const { sender } = await place();
    const { token } = await sender();
    const open = (module: Module) =>
      routesOnPaper(module)
        .filter(({ access }) => access !== 'public' && access !== 'internal' && access !== 'signals')
        .map(({ method, url }) => [method, `/api${module.prefix}${url.replaceAll(/:\w+/g, randomUUID())}`] as const);
    const asked = [authModule, platformModule, incidentsModule].flatMap(open);
    expect(asked.length).toBeGreaterThan(80);
    for (const [method, path] of asked)
      expect([method, path, (await house.through(token, method, path)).status]).toEqual([method, path, 403]);
    expect((await send(token)).status).toBe(202);
  });

  test('of one cluster sends for no other, and that of another tenant for none of ours', async () => {
    const [ours, theirs] = [await place(2), await place()];
    const [first = '', second = ''] = ours.clusters;
    const { token } = await ours.sender(first);
    expect((await send(token, `?cluster_id=${first}`)).status).toBe(202);
    expect((await send(token, `?cluster_id=${second}`)).status).toBe(404);
    const { token: foreign } = await theirs.sender();
    for (const id of [first, randomUUID()])
      expect(await send(foreign, `?cluster_id=${id}`)).toMatchObject({
        status: 422,
        body: { error: { code: 'validation_failed' } },
      });
    expect(await theirs.incidents()).toEqual([]);
    expect((await ours.incidents()).map(({ cluster_id }) => cluster_id)).toEqual([first]);
  });

  test('that was revoked sends nothing any more, and Alertmanager is told why', async () => {
    const { sender, incidents, admin } = await place();
    const { id, token } = await sender();
    const own = await alertmanager(token);
    await own.tell(crash);
    await eventually(async () => expect(await incidents()).toHaveLength(1));
    expect((await house.through(admin, 'DELETE', `${tokens}/${id}`)).status).toBe(204);
    await eventually(async () => expect((await own.sent()).failed).toBeGreaterThan(0));
    await own.tell(cart);
    const { failed } = await own.sent();
    await eventually(async () => expect((await own.sent()).failed).toBeGreaterThan(failed + 2));
    expect(await incidents()).toHaveLength(1);
    expect((await send(token)).body.error.code).toBe('token_revoked');
  });
});
