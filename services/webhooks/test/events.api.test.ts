import { randomUUID } from 'node:crypto';
import { eventTypes } from '@wheelhouse/contracts';
import { eventIdOf } from '@wheelhouse/kit';
import { caller, type Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
let who: Caller;

beforeAll(async () => {
  desk = await startDesk();
  who = await caller();
});
afterAll(() => desk.stop());

describe('the types of events', () => {
  test('are the fifteen, each with an example', async () => {
    const { status, body } = await desk.get(who, 'event-types');
    expect(status).toBe(200);
    expect(body.total).toBe(15);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(eventTypes);
    expect(body.data[8]).toMatchObject({
      type: 'action.pending',
      sent_when: expect.any(String),
      schema: { type: 'object', properties: { type: { const: 'action.pending' } } },
      example: { type: 'action.pending', data: { action: expect.any(String) } },
    });
  });

  test('come page by page', async () => {
    const first = await desk.get(who, 'event-types?limit=10');
    const second = await desk.get(who, `event-types?limit=10&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ next_cursor: null, total: 15 });
    const names = [...first.body.data, ...second.body.data].map(({ type }: { type: string }) => type);
    expect(names).toEqual(eventTypes);
  });
});

describe('the events of a tenant', () => {
  const cluster = randomUUID();
  let pending: string;
  let executed: string;

  beforeAll(async () => {
    pending = await desk.event(who, { type: 'action.pending', cluster_id: cluster });
    executed = await desk.event(who, { type: 'action.executed', cluster_id: randomUUID() });
    await desk.event(await caller(), { cluster_id: cluster });
  });

  test('are listed newest first, by type, cluster and time', async () => {
    const list = async (query = '') => {
      const { body } = await desk.get(who, `events${query}`);
      expect(body.data).toHaveLength(body.total);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await list()).toEqual([eventIdOf(executed), eventIdOf(pending)]);
    expect(await list('?type=action.pending')).toEqual([eventIdOf(pending)]);
    expect(await list('?type=action.pending,action.executed')).toHaveLength(2);
    expect(await list(`?cluster_id=${cluster.toUpperCase()}`)).toEqual([eventIdOf(pending)]);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await list(`?created_after=${soon}`)).toEqual([]);
    expect(await list(`?created_before=${soon}`)).toHaveLength(2);
    expect(await desk.get(who, 'events?cluster_id=x')).toMatchObject({ status: 400 });
  });

  test('come page by page', async () => {
    const { body } = await desk.get(who, 'events?limit=1');
    expect((await desk.get(who, `events?limit=1&cursor=${body.next_cursor}`)).body).toMatchObject({
      data: [{ id: eventIdOf(pending) }],
      next_cursor: null,
      total: 2,
    });
  });

  test('are read with the bytes that subscribers are sent', async () => {
    const { status, body } = await desk.get(who, `events/${eventIdOf(pending)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: eventIdOf(pending),
      type: 'action.pending',
      cluster_id: cluster,
      cloudspace_id: null,
    });
    expect(JSON.parse(body.body)).toMatchObject({ id: body.id, tenant_id: who.tenantId });
    expect(await desk.get(await caller(), `events/${eventIdOf(pending)}`)).toMatchObject({ status: 404 });
  });
});

test('the description of the module says what subscribers are sent', async () => {
  const { body } = await desk.get(who, '/openapi.json');
  expect(Object.keys(body.webhooks)).toEqual(eventTypes);
  const { schema, example } = body.webhooks['action.executed'].post.requestBody.content['application/json'];
  expect(schema.properties.type.const).toBe('action.executed');
  expect(Object.keys(example.data)).toEqual(expect.arrayContaining(schema.properties.data.required));
});
