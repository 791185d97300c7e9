import { randomUUID } from 'node:crypto';
import { type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { autonomyOf, stricter } from '../src/guards/autonomy-store.ts';
import { colleague, type Desk, startDesk } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const url = '/api/v1/autonomy';
const patch = (who: Caller, body: object, headers = {}) => desk.call(who, 'PATCH', url, { body, headers });
const unset = {
  scale_deployment: null,
  restart_pod: null,
  cordon_node: null,
  uncordon_node: null,
  drain_node: null,
  rollback_deployment: null,
};

describe('autonomy', () => {
  test('is unset until somebody sets it, kind by kind, and can be unset again', async () => {
    const who = await caller();
    expect(await desk.get(who, url)).toMatchObject({ status: 200, body: { tenant: unset, clusters: [] } });
    await patch(who, { autonomy: { restart_pod: 'auto', drain_node: 'never' } });
    await patch(who, { autonomy: { drain_node: 'ask' } });
    expect((await desk.get(who, url)).body.tenant).toEqual({ ...unset, restart_pod: 'auto', drain_node: 'ask' });
    expect((await patch(who, { autonomy: { drain_node: null } })).body.tenant).toEqual({
      ...unset,
      restart_pod: 'auto',
    });
  });

  test('of a cluster is the stricter of both', async () => {
    const { who, clusterId } = await desk.tenant();
    await patch(who, { autonomy: { restart_pod: 'ask', scale_deployment: 'auto' } });
    const { body } = await patch(who, {
      cluster_id: clusterId,
      autonomy: { restart_pod: 'auto', scale_deployment: 'never', cordon_node: 'ask' },
    });
    expect(body.clusters).toMatchObject([
      { cluster_id: clusterId, effective: { restart_pod: 'ask', scale_deployment: 'never', cordon_node: 'ask' } },
    ]);
    const effective = await desk.db.tenant(who.tenantId, (db) => autonomyOf(db, clusterId, 'scale_deployment'));
    expect(effective).toBe('never');
  });

  test.each([
    [null, null, null],
    ['auto', null, 'auto'],
    [null, 'ask', 'ask'],
    ['ask', 'auto', 'ask'],
    ['never', 'ask', 'never'],
  ] as const)('the stricter of %s and %s is %s', (one, other, both) => {
    expect(stricter(one, other)).toBe(both);
  });

  test('is changed by administrators who saw it as it is, for clusters there are', async () => {
    const { who, clusterId } = await desk.tenant();
    const etag = (await desk.get(who, url)).headers.get('etag') ?? '';
    expect(await desk.get(who, url, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    await patch(who, { autonomy: { restart_pod: 'ask' } });
    const late = await patch(who, { autonomy: { restart_pod: 'auto' } }, { 'if-match': etag });
    expect(late).toMatchObject({ status: 412 });
    expect(await patch(who, { cluster_id: randomUUID(), autonomy: {} })).toMatchObject({ status: 404 });
    expect(await patch(who, { autonomy: { restart_pod: 'always' } })).toMatchObject({ status: 422 });
    const limited = await colleague(who, { cluster_ids: [clusterId] });
    expect(await patch(limited, { autonomy: {} })).toMatchObject({ status: 403 });
    const other = await desk.cluster(who);
    await patch(who, { cluster_id: other, autonomy: { restart_pod: 'never' } });
    expect((await desk.get(limited, url)).body.clusters).toEqual([]);
    expect(await desk.get(limited, `${url}?cluster_id=${other}`)).toMatchObject({ status: 404 });
    expect((await desk.get(who, `${url}?cluster_id=${clusterId}`)).body.clusters).toEqual([]);
  });
});
