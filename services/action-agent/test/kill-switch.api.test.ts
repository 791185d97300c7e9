import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colleague, type Desk, startDesk, actions } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const url = '/api/v1/kill-switch';
const begun = new Date('2026-11-18T09:00:00Z');
const executing = { status: 'executing', step: 'waiting_for_target', started_at: begun, expires_at: null } as const;

describe('the kill switch', () => {
  test('is released at first, and says who engaged it, when and why', async () => {
    const { who, clusterId } = await desk.tenant();
    const released = { engaged: false, tenant: null, clusters: [], still_running: [] };
    expect(await desk.get(who, url)).toMatchObject({ status: 200, body: released });
    const engaged = await desk.post(who, `${url}/engage`, { reason: 'a bad night' });
    expect(engaged).toMatchObject({
      status: 200,
      body: { engaged: true, tenant: { reason: 'a bad night', engaged_by: { type: 'user' } }, stopped: [] },
    });
    const ofOne = await desk.post(who, `${url}/engage`, { cluster_id: clusterId });
    expect(ofOne.body).toMatchObject({ engaged: true, clusters: [{ cluster_id: clusterId, reason: null }] });
    expect((await desk.post(who, `${url}/release`)).body).toMatchObject({
      engaged: false,
      clusters: [{ cluster_id: clusterId }],
    });
    expect((await desk.post(who, `${url}/release`, { cluster_id: clusterId })).body).toMatchObject(released);
  });

  test('engaged twice stays as the first one engaged it', async () => {
    const { who } = await desk.tenant();
    const first = await desk.post(who, `${url}/engage`, { reason: 'first' });
    const again = await desk.post(await colleague(who), `${url}/engage`, { reason: 'second' });
    expect(again.body.tenant).toEqual(first.body.tenant);
  });

  test('is engaged by who acts, and released by administrators', async () => {
    const { who } = await desk.tenant();
    const acting = await colleague(who, { scopes: ['read', 'actions'] });
    expect(await desk.post(acting, `${url}/engage`)).toMatchObject({ status: 200 });
    expect(await desk.post(acting, `${url}/release`)).toMatchObject({ status: 403 });
    const ruling = await colleague(who, { scopes: ['admin'] });
    expect(await desk.post(ruling, `${url}/engage`)).toMatchObject({ status: 403 });
    expect(await desk.post(ruling, `${url}/release`)).toMatchObject({ status: 200 });
  });

  test('of a role limited to a cluster is that of the cluster', async () => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    const limited = await colleague(who, { cluster_ids: [clusterId] });
    expect(await desk.post(limited, `${url}/engage`)).toMatchObject({ status: 403 });
    expect(await desk.post(limited, `${url}/engage`, { cluster_id: other })).toMatchObject({ status: 404 });
    expect(await desk.post(limited, `${url}/engage`, { cluster_id: clusterId })).toMatchObject({ status: 200 });
    await desk.post(who, `${url}/engage`, { cluster_id: other });
    expect((await desk.get(limited, url)).body.clusters).toMatchObject([{ cluster_id: clusterId }]);
    expect(await desk.get(limited, `${url}?cluster_id=${other}`)).toMatchObject({ status: 404 });
    for (const word of ['engage', 'release'])
      expect(await desk.post(who, `${url}/${word}`, { cluster_id: randomUUID() })).toMatchObject({ status: 404 });
  });

  test('ends what was not sent, and names what still runs', async () => {
    const { who, clusterId } = await desk.tenant();
    const elsewhere = await desk.cluster(who);
    const unsent = await desk.row(who, { cluster_id: clusterId, ...executing });
    const sent = await desk.row(who, { cluster_id: clusterId, ...executing, effect: 'unknown' });
    const uncordon = await desk.row(who, { cluster_id: clusterId, ...executing, action: 'uncordon_node' });
    const other = await desk.row(who, { cluster_id: elsewhere, ...executing });
    const pending = await desk.pending(who, clusterId);
    const engaged = await desk.post(who, `${url}/engage`, { cluster_id: clusterId });
    expect(engaged.body.stopped.map(({ id }: { id: string }) => id)).toEqual([unsent]);
    expect(engaged.body.still_running.map(({ id }: { id: string }) => id)).toEqual([sent, uncordon, other]);
    expect((await desk.get(who, `${actions}/${unsent}`)).body).toMatchObject({
      status: 'failed',
      result: 'refused',
      error: { code: 'kill_switch' },
    });
    expect((await desk.get(who, `${actions}/${pending}`)).body).toMatchObject({ status: 'pending_approval' });
  });

  test('refuses what people ask for, except to uncordon', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    await desk.post(who, `${url}/engage`, { reason: 'a bad night' });
    const rollback = await desk.post(who, `${actions}/rollback`, { namespace: 'shop', deployment_name: 'web' });
    expect(rollback).toMatchObject({ status: 409, body: { error: { code: 'kill_switch' } } });
    expect(rollback.body.error.message).toContain('a bad night');
    expect(await desk.post(who, `${actions}/uncordon`, { node_name: 'node-1' })).toMatchObject({ status: 202 });
    await desk.post(who, `${url}/release`);
    const again = await desk.post(who, `${actions}/rollback`, { namespace: 'shop', deployment_name: 'web' });
    expect(again).toMatchObject({ status: 202 });
  });
});

test('a protected namespace is nobody’s to restart in, as long as it is protected', async () => {
  const { who, clusterId } = await desk.tenant();
  await desk.sign(who, clusterId);
  const body = { namespace: 'kube-system', deployment_name: 'coredns' };
  const refused = await desk.post(who, `${actions}/rollback`, body);
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
  expect(refused.body.error.message).toContain('protected_namespaces');
  await desk.call(who, 'PATCH', '/api/v1/settings', { body: { protected_namespaces: [] } });
  expect(await desk.post(who, `${actions}/rollback`, body)).toMatchObject({ status: 202 });
});
