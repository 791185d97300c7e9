import { randomUUID } from 'node:crypto';
import type { Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actions, colleague, type Desk, startDesk } from './desk.ts';
import { cordonPlan } from './stand-in.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const ids = (answer: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  answer.body.data.map(({ id }) => id);

/** Two clusters with an action of each state. */
async function many() {
  const { who, clusterId } = await desk.tenant();
  const other = await desk.cluster(who);
  const ended = { started_at: new Date(), finished_at: new Date(), expires_at: null };
  const made = [
    await desk.pending(who, clusterId),
    await desk.pending(who, other, { action: 'uncordon_node' }),
    await desk.row(who, { cluster_id: clusterId, status: 'executing', step: 'applying', expires_at: null }),
    await desk.row(who, { cluster_id: other, status: 'success', ...ended }),
    await desk.row(who, { cluster_id: clusterId, status: 'failed', result: 'refused', ...ended }),
  ];
  return { who, clusterId, other, newestFirst: made.toReversed() };
}

describe('the list of actions', () => {
  test('has all of them, newest first, page by page', async () => {
    const { who, newestFirst } = await many();
    const first = await desk.get(who, `${actions}?limit=3`);
    expect(first).toMatchObject({ status: 200, body: { total: 5, next_cursor: expect.any(String) } });
    const rest = await desk.get(who, `${actions}?limit=3&cursor=${first.body.next_cursor}`);
    expect([...ids(first), ...ids(rest)]).toEqual(newestFirst);
    expect(rest.body).toMatchObject({ total: 5, next_cursor: null });
  });

  test.each([
    ['status=executing,failed', 2],
    ['action=uncordon_node', 1],
    ['status=no_such_status', 0],
    ['action=cordon_node&status=pending_approval', 1],
  ])('is filtered and counted by %s', async (query, count) => {
    const { who } = await many();
    const found = await desk.get(who, `${actions}?${query}`);
    expect(found.body.data).toHaveLength(count);
    expect(found.body.total).toBe(count);
  });

  test('is filtered and counted by cluster, however its id is written', async () => {
    const { who, clusterId, other } = await many();
    const found = await desk.get(who, `${actions}?cluster_id=${clusterId.toUpperCase()}`);
    expect(found.body).toMatchObject({ total: 3 });
    expect((await desk.get(who, `${actions}?cluster_id=${clusterId},${other}`)).body).toMatchObject({ total: 5 });
    expect(await desk.get(who, `${actions}?cluster_id=production`)).toMatchObject({ status: 400 });
  });

  test('shows the clusters of a role and nothing of others, in rows and in total', async () => {
    const { who, clusterId, other } = await many();
    const limited = await colleague(who, { cluster_ids: [other] });
    const seen = await desk.get(limited, actions);
    expect(seen.body.total).toBe(2);
    expect(new Set(seen.body.data.map((one: { cluster_id: string }) => one.cluster_id))).toEqual(new Set([other]));
    const asked = await desk.get(limited, `${actions}?cluster_id=${clusterId}`);
    expect(asked.body).toMatchObject({ data: [], total: 0 });
  });

  test('of those that wait has no others', async () => {
    const { who, clusterId, newestFirst } = await many();
    const waiting = await desk.get(who, `${actions}/pending`);
    expect(waiting.body.total).toBe(2);
    expect(ids(waiting)).toEqual(newestFirst.slice(3));
    expect((await desk.get(who, `${actions}/pending?cluster_id=${clusterId}`)).body.total).toBe(1);
  });
});

describe('an action', () => {
  const read = (who: Caller, id: string, headers = {}) => desk.get(who, `${actions}/${id}`, headers);

  test('that waits has the ETag of its plan', async () => {
    const { who, clusterId } = await desk.tenant();
    const plan = cordonPlan(clusterId);
    const id = await desk.pending(who, clusterId, { plan, planned_at: new Date() });
    const answer = await read(who, id);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'pending_approval', plan } });
    expect(answer.headers.get('etag')).toBe(plan.etag);
    expect(await read(who, id, { 'if-none-match': plan.etag })).toMatchObject({ status: 304 });
  });

  test('that has no plan, or needs none any more, has an ETag of its own', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const etag = (await read(who, id)).headers.get('etag') ?? '';
    expect(await read(who, id, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    await desk.post(who, `${actions}/${id}/reject`);
    const after = await read(who, id, { 'if-none-match': etag });
    expect(after).toMatchObject({ status: 200, body: { status: 'rejected' } });
  });

  test('of another cluster than those of the role is not there', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const limited = await colleague(who, { cluster_ids: [randomUUID()] });
    const [hidden, never] = [await read(limited, id), await read(limited, randomUUID())];
    expect([hidden.status, never.status]).toEqual([404, 404]);
    for (const [path, body] of [
      ['approve', {}],
      ['reject', {}],
      ['cancel', {}],
    ] as const)
      expect(await desk.post(limited, `${actions}/${id}/${path}`, body)).toMatchObject({ status: 404 });
    expect(await desk.get(limited, `${actions}/${id}/stream`)).toMatchObject({ status: 404 });
    expect((await read(who, id)).body.status).toBe('pending_approval');
  });
});
