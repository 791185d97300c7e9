import { randomUUID } from 'node:crypto';
import { eventIdOf } from '@wheelhouse/kit';
import { caller, type Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colleague, type Desk, startDesk, target } from './desk.ts';

/** Somebody whose role is limited to a cluster, and what of the tenant's they see. */
let desk: Desk;
let all: Caller;
let limited: Caller;
const [near, far, space] = [randomUUID(), randomUUID(), randomUUID()];

beforeAll(async () => {
  desk = await startDesk();
  all = await caller();
  limited = await colleague(all, { cluster_ids: [near] });
});
afterAll(() => desk.stop());

const ask = (body: object) => desk.post(limited, '', { url: target, events: ['*'], ...body });

describe('whoever is limited to a cluster', () => {
  test('creates webhooks of that cluster only', async () => {
    expect(await ask({ cluster_ids: [near.toUpperCase()] })).toMatchObject({ status: 201 });
    for (const wrong of [{}, { cluster_ids: null }, { cluster_ids: [near, far] }, { cloudspace_ids: [space] }])
      expect(await ask(wrong)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });

  test('widens none', async () => {
    const { id } = (await ask({ cluster_ids: [near] })).body;
    for (const wider of [{ cluster_ids: null }, { cluster_ids: [far] }, { cloudspace_ids: [space] }])
      expect(await desk.patch(limited, id, wider)).toMatchObject({ status: 403 });
    expect(await desk.patch(limited, id, { description: 'mine' })).toMatchObject({ status: 200 });
  });

  test('neither sees nor touches those of others, which are as if they were not', async () => {
    const seen = (await desk.create(all, { cluster_ids: [near] })).id;
    const hidden = [{}, { cluster_ids: [near, far] }, { cluster_ids: [near], cloudspace_ids: [space] }];
    const ids = await Promise.all(hidden.map(async (more) => (await desk.create(all, more)).id));
    const { body } = await desk.get(limited);
    const listed = body.data.map(({ id }: { id: string }) => id);
    expect(listed).toContain(seen);
    expect(body.total).toBe(listed.length);
    for (const id of ids) {
      expect(listed).not.toContain(id);
      expect(await desk.get(limited, id)).toMatchObject({ status: 404 });
      expect(await desk.get(limited, `${id}/deliveries`)).toMatchObject({ status: 404 });
      expect(await desk.get(limited, `${id}/stats`)).toMatchObject({ status: 404 });
      expect(await desk.patch(limited, id, {})).toMatchObject({ status: 404 });
      expect(await desk.remove(limited, id)).toMatchObject({ status: 404 });
      for (const word of ['pause', 'enable', 'rotate-secret', 'test'])
        expect(await desk.post(limited, `${id}/${word}`)).toMatchObject({ status: 404 });
    }
  });

  test('sees the events of that cluster only, also among old deliveries of what is theirs now', async () => {
    const { id } = await desk.create(all, { cluster_ids: [near] });
    const [mine, other] = [await desk.event(all, { cluster_id: near }), await desk.event(all, { cluster_id: far })];
    const shownOne = await desk.delivery(all, id, { event_id: mine });
    const hiddenOne = await desk.delivery(all, id, { event_id: other });
    const { body } = await desk.get(limited, 'events');
    expect(body).toMatchObject({ data: [{ id: eventIdOf(mine) }], total: 1 });
    expect((await desk.get(limited, `events?cluster_id=${far}`)).body.total).toBe(0);
    expect(await desk.get(limited, `events/${eventIdOf(other)}`)).toMatchObject({ status: 404 });
    expect((await desk.get(limited, `${id}/deliveries`)).body).toMatchObject({ data: [{ id: shownOne }], total: 1 });
    expect(await desk.get(limited, `${id}/deliveries/${hiddenOne}`)).toMatchObject({ status: 404 });
    expect(await desk.post(limited, `${id}/deliveries/${hiddenOne}/redeliver`)).toMatchObject({ status: 404 });
    expect((await desk.get(all, `${id}/deliveries`)).body.total).toBe(2);
  });
});

test('whoever is limited to a CloudSpace has webhooks and events of it', async () => {
  const tenant = await caller();
  const guest = await colleague(tenant, { cloudspace_ids: [space] });
  expect(await desk.post(guest, '', { url: target, events: ['*'], cluster_ids: [near] })).toMatchObject({
    status: 403,
  });
  const own = await desk.post(guest, '', { url: target, events: ['*'], cloudspace_ids: [space] });
  expect(own).toMatchObject({ status: 201 });
  expect((await desk.get(guest)).body.total).toBe(1);
  await desk.event(tenant, { cluster_id: near });
  await desk.event(tenant, { cluster_id: near, cloudspace_id: space });
  expect((await desk.get(guest, 'events')).body).toMatchObject({ data: [{ cloudspace_id: space }], total: 1 });
});
