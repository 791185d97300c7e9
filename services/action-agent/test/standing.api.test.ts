import { type Caller, caller, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionRow } from '../src/records/row.ts';
import { type Desk, startDesk } from './desk.ts';
import { cordonPlan } from './stand-in.ts';

/** What other modules are told before they propose something. */
let clock: MovableClock;
let desk: Desk;

beforeAll(async () => {
  clock = movableClock();
  desk = await startDesk({ clock });
});
afterAll(() => desk.stop());

const hour = 60 * 60_000;

const moduleOf = ({ tenantId }: Caller) =>
  caller(
    {
      tenant: tenantId,
      kind: 'module',
      sub: 'agent-analysis',
      cid: 'agent-analysis',
      scopes: [],
      audience: 'action-agent',
    },
    clock,
  );
const asked = async (who: Caller, path: string) => desk.get(await moduleOf(who), `/internal/v1/${path}`);
const setAutonomy = async (who: Caller, body: object) =>
  expect(await desk.call(who, 'PATCH', '/api/v1/autonomy', { body })).toMatchObject({ status: 200 });

describe('how an action stands', () => {
  const standing = async (who: Caller, clusterId: string) => {
    const { body } = await asked(who, `standing?cluster_id=${clusterId}&action=restart_pod`);
    return body;
  };

  test('follows autonomy, the stricter of cluster and tenant', async () => {
    const { who, clusterId } = await desk.tenant();
    expect(await standing(who, clusterId)).toEqual({ autonomy: null, kill_switch: false, worker: 'none' });
    await setAutonomy(who, { cluster_id: clusterId, autonomy: { restart_pod: 'auto', drain_node: 'never' } });
    expect(await standing(who, clusterId)).toMatchObject({ autonomy: 'auto' });
    await setAutonomy(who, { autonomy: { restart_pod: 'ask' } });
    expect(await standing(who, clusterId)).toMatchObject({ autonomy: 'ask' });
    expect((await asked(who, 'autonomy')).body).toMatchObject({
      tenant: { restart_pod: 'ask', drain_node: null },
      clusters: [{ cluster_id: clusterId, effective: { restart_pod: 'ask', drain_node: 'never' } }],
    });
  });

  test('says whether the kill switch is engaged, of this cluster or of all', async () => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    await desk.post(who, '/api/v1/kill-switch/engage', { cluster_id: other });
    expect(await standing(who, clusterId)).toMatchObject({ kill_switch: false });
    await desk.post(who, '/api/v1/kill-switch/engage');
    expect(await standing(who, clusterId)).toMatchObject({ kill_switch: true });
  });

  test('says whether a worker could carry it out', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    expect(await standing(who, clusterId)).toMatchObject({ worker: 'acting' });
    await desk.sign(who, clusterId, { trouble: 'it sees other nodes' });
    expect(await standing(who, clusterId)).toMatchObject({ worker: 'none' });
    await desk.sign(who, clusterId);
    clock.advance(31_000);
    expect(await standing(who, clusterId)).toMatchObject({ worker: 'none' });
  });

  test('is told to modules, of the one tenant that they work for', async () => {
    const [{ who, clusterId }, other] = [await desk.tenant(), await desk.tenant()];
    await setAutonomy(who, { autonomy: { restart_pod: 'auto' } });
    expect(await standing(other.who, clusterId)).toMatchObject({ autonomy: null });
    for (const path of [
      `standing?cluster_id=${clusterId}&action=restart_pod`,
      'autonomy',
      `actions?cluster_id=${clusterId}&kind=Node&name=a`,
    ])
      expect(await desk.get(who, `/internal/v1/${path}`)).toMatchObject({ status: 404 });
    expect(await asked(who, `standing?cluster_id=${clusterId}&action=make_coffee`)).toMatchObject({ status: 400 });
  });
});

describe('what was done to an object lately', () => {
  const on = async (who: Caller, clusterId: string, query: string) => {
    const { status, body } = await asked(who, `actions?cluster_id=${clusterId}&${query}`);
    expect(status).toBe(200);
    return body.actions.map(({ action_id }: { action_id: string }) => action_id);
  };
  const scaled = {
    action: 'scale_deployment',
    target: { namespace: 'shop', deployment_name: 'web', replicas: 3 },
  } as const;
  const restarted = (pod: string, namespace = 'shop') =>
    ({ action: 'restart_pod', target: { namespace, pod } }) as const satisfies Partial<ActionRow>;
  const ended = (more: Partial<ActionRow> = {}) =>
    ({ status: 'success', started_at: clock.now(), finished_at: clock.now(), expires_at: null, ...more }) as const;

  test('of a node are its cordons and drains, newest first, as they ended', async () => {
    const { who, clusterId } = await desk.tenant();
    const target = { node_name: 'node-1' };
    const failed = await desk.row(who, {
      cluster_id: clusterId,
      action: 'drain_node',
      target,
      ...ended({ status: 'failed', error: { code: 'eviction_blocked', message: 'It was refused.' } }),
    });
    const pending = await desk.pending(who, clusterId, { target });
    await desk.pending(who, clusterId, { target: { node_name: 'node-10' } });
    await desk.pending(who, await desk.cluster(who), { target });
    const { body } = await asked(who, `actions?cluster_id=${clusterId}&kind=Node&name=node-1`);
    expect(body.actions).toEqual([
      expect.objectContaining({
        action_id: pending,
        action: 'cordon_node',
        status: 'pending_approval',
        finished_at: null,
      }),
      expect.objectContaining({
        action_id: failed,
        action: 'drain_node',
        target,
        status: 'failed',
        result: null,
        error: 'eviction_blocked',
        finished_at: clock.now().toISOString(),
      }),
    ]);
  });

  test('of a Deployment are its own and those of its pods, and nobody else’s', async () => {
    const { who, clusterId } = await desk.tenant();
    const row = (more: Partial<ActionRow>) => desk.row(who, { cluster_id: clusterId, ...ended(), ...more });
    const own = await row(scaled);
    const ofPod = await row(restarted('web-5d4f8c7b9-x2k7q'));
    const byPlan = await row({
      ...restarted('strange-name'),
      plan: { ...cordonPlan(clusterId), touches: { pods: [{ owner: 'Deployment web', count: 1 }], replicas: 3 } },
    });
    const ofAnother = await row(restarted('web-api-5d4f8c7b9-x2k7q'));
    const ofSet = await row(restarted('web-0'));
    await row({ ...scaled, target: { ...scaled.target, namespace: 'other' } });
    await row(restarted('web-5d4f8c7b9-x2k7q', 'other'));
    expect(await on(who, clusterId, 'kind=Deployment&namespace=shop&name=web')).toEqual([byPlan, ofPod, own]);
    expect(await on(who, clusterId, 'kind=Deployment&namespace=shop&name=web-api')).toEqual([ofAnother]);
    expect(await on(who, clusterId, 'kind=StatefulSet&namespace=shop&name=web')).toEqual([ofSet]);
    expect(await on(who, clusterId, 'kind=Pod&namespace=shop&name=web-0')).toEqual([ofSet]);
    expect(await on(who, clusterId, 'kind=Deployment&name=web')).toEqual([]);
  });

  test('are those that ran within a day, also if they were proposed before, and twenty at most', async () => {
    const { who, clusterId } = await desk.tenant();
    const target = { node_name: 'node-1' };
    const long = await desk.row(who, { cluster_id: clusterId, target });
    const old = await desk.row(who, { cluster_id: clusterId, target, ...ended() });
    clock.advance(25 * hour);
    const fresh = await desk.row(who, { cluster_id: clusterId, target, ...ended() });
    expect(await on(who, clusterId, 'kind=Node&name=node-1')).toEqual([fresh, long]);
    expect(old).not.toBe(fresh);
    for (let count = 0; count < 20; count += 1) await desk.row(who, { cluster_id: clusterId, target, ...ended() });
    expect(await on(who, clusterId, 'kind=Node&name=node-1')).toHaveLength(20);
  });
});
