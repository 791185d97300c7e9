import { caller, type Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colleague, type Desk, startDesk } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const url = '/api/v1/settings';
const patch = (who: Caller, body: object, headers = {}) => desk.call(who, 'PATCH', url, { body, headers });
const byDefault = {
  self_approval: false,
  plan_must_be_named: false,
  pending_seconds: 86_400,
  cooldown_seconds: 300,
  max_drains_per_cluster: 1,
  max_automated_per_hour: 20,
  max_cordoned_percent: 10,
  protected_namespaces: ['kube-system', 'wheelhouse'],
  protected_node_labels: ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'],
  automated_scale_to_zero: false,
  automated_unmanaged_pods: false,
  dry_mode: false,
};

describe('the settings of a tenant', () => {
  test('are the defaults until somebody sets them, one by one', async () => {
    const [who, other] = [await caller(), await caller()];
    expect(await desk.get(who, url)).toMatchObject({ status: 200, body: byDefault });
    expect(await patch(who, { pending_seconds: 60 })).toMatchObject({
      status: 200,
      body: { ...byDefault, pending_seconds: 60 },
    });
    await patch(who, { self_approval: true });
    expect((await desk.get(who, url)).body).toEqual({ ...byDefault, pending_seconds: 60, self_approval: true });
    expect((await desk.get(other, url)).body).toEqual(byDefault);
  });

  test('are changed by who saw them as they are', async () => {
    const who = await caller();
    const etag = (await desk.get(who, url)).headers.get('etag') ?? '';
    expect(await desk.get(who, url, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    const both = await Promise.all(
      [{ self_approval: true }, { plan_must_be_named: true }].map((body) => patch(who, body, { 'if-match': etag })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  test('lose nothing when two are changed at once', async () => {
    const who = await caller();
    await Promise.all([patch(who, { self_approval: true }), patch(who, { plan_must_be_named: true })]);
    expect((await desk.get(who, url)).body).toMatchObject({ self_approval: true, plan_must_be_named: true });
  });

  test.each([59, 604_801, 1.5, '60', null])('take no %j seconds of waiting', async (seconds) => {
    expect(await patch(await caller(), { pending_seconds: seconds })).toMatchObject({ status: 422 });
  });

  test.each([
    { cooldown_seconds: 0 },
    { max_drains_per_cluster: 3 },
    { max_automated_per_hour: 1 },
    { max_cordoned_percent: 50 },
    { protected_namespaces: ['shop'] },
    { protected_node_labels: ['pool=system', 'example.com/keep'] },
    { automated_scale_to_zero: true },
    { automated_unmanaged_pods: true },
    { dry_mode: true },
  ])('hold the guard %j', async (guard) => {
    const who = await caller();
    expect(await patch(who, guard)).toMatchObject({ status: 200, body: { ...byDefault, ...guard } });
    expect((await desk.get(who, url)).body).toEqual({ ...byDefault, ...guard });
  });

  test.each([
    { cooldown_seconds: -1 },
    { max_automated_per_hour: 1.5 },
    { max_cordoned_percent: 101 },
    { protected_namespaces: ['Not_A_Name'] },
    { protected_node_labels: [''] },
    { automated_unmanaged_pods: 'yes' },
    { dry_mode: 'yes' },
  ])('refuse %j', async (guard) => {
    expect(await patch(await caller(), guard)).toMatchObject({ status: 422 });
  });

  test('are for administrators to change', async () => {
    const who = await colleague(await caller(), { scopes: ['read', 'actions'] });
    expect(await patch(who, { self_approval: true })).toMatchObject({ status: 403 });
    expect(await desk.get(who, url)).toMatchObject({ status: 200 });
  });
});
