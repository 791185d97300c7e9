import { randomUUID } from 'node:crypto';
import { eventIdOf, makeIds, systemClock } from '@wheelhouse/kit';
import { caller, type Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, startDesk } from './desk.ts';
import { attempt } from './write-delivery.ts';

let desk: Desk;
let who: Caller;
let webhook: string;

beforeAll(async () => {
  desk = await startDesk();
  who = await caller();
  webhook = (await desk.create(who)).id;
});
afterAll(() => desk.stop());

const list = (query = '', id = webhook) => desk.get(who, `${id}/deliveries${query}`);
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data.map(({ id }: { id: string }) => id);
const failed = () => attempt({ failure: 'server_error', status: 503 }, 30);

describe('the deliveries of a webhook', () => {
  const made: Record<string, string> = {};
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  let event: string;

  beforeAll(async () => {
    event = await desk.event(who, { type: 'action.executed' });
    made['succeeded'] = await desk.delivery(who, webhook, { created_at: hoursAgo(5) });
    made['held'] = await desk.delivery(who, webhook, { state: 'held', reason: 'paused', created_at: hoursAgo(4) });
    made['exhausted'] = await desk.delivery(who, webhook, {
      state: 'exhausted',
      attempts: [failed()],
      created_at: hoursAgo(3),
      event_type: 'action.executed',
      event_id: event,
    });
    made['pending'] = await desk.delivery(who, webhook, {
      state: 'pending',
      attempts: [failed()],
      created_at: hoursAgo(2),
    });
    made['canceled'] = await desk.delivery(who, webhook, {
      state: 'canceled',
      reason: 'deleted',
      created_at: hoursAgo(1),
    });
    await desk.delivery(who, (await desk.create(who)).id);
  });

  test('are one list, newest first, wherever they lie', async () => {
    const { body } = await list();
    expect(body).toMatchObject({ total: 5, next_cursor: null });
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual([
      'canceled',
      'pending',
      'exhausted',
      'held',
      'succeeded',
    ]);
    expect(body.data[2]).toMatchObject({
      id: made['exhausted'],
      webhook_id: webhook,
      event_id: eventIdOf(event),
      event_type: 'action.executed',
      generation: 1,
      attempt_count: 1,
      last_status: 503,
      last_failure: 'server_error',
      next_attempt_at: null,
      finished_at: expect.any(String),
    });
    expect(body.data[1]).toMatchObject({ next_attempt_at: expect.any(String), finished_at: null, reason: null });
    expect(body.data[0]).toMatchObject({ reason: 'deleted', last_status: null, last_failure: null });
  });

  test('come page by page, each once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.body.total).toBe(5);
      seen.push(...idsOf(page));
      cursor = page.body.next_cursor;
    }
    expect(seen).toEqual(idsOf(await list()));
  });

  test.each(['pending', 'held', 'succeeded', 'exhausted', 'canceled'])('are found by the state %s', async (state) => {
    const answer = await list(`?state=${state}`);
    expect(idsOf(answer)).toEqual([made[state]]);
    expect(answer.body.total).toBe(1);
  });

  test('are found by several states, by event, type and time', async () => {
    expect(idsOf(await list('?state=succeeded,pending,exhausted'))).toEqual([
      made['pending'],
      made['exhausted'],
      made['succeeded'],
    ]);
    expect(await list('?state=nonsense')).toMatchObject({ status: 200, body: { data: [], total: 0 } });
    expect(idsOf(await list('?event_type=action.executed'))).toEqual([made['exhausted']]);
    expect(idsOf(await list(`?event_id=${eventIdOf(event)}`))).toEqual([made['exhausted']]);
    expect(await list('?event_id=evt_x')).toMatchObject({ status: 400 });
    const since = hoursAgo(3.5).toISOString();
    const until = hoursAgo(1.5).toISOString();
    expect(idsOf(await list(`?created_after=${since}&created_before=${until}`))).toEqual([
      made['pending'],
      made['exhausted'],
    ]);
  });

  test('keep their cursor to themselves', async () => {
    const { next_cursor } = (await list('?limit=1')).body;
    const other = (await desk.create(who)).id;
    expect(await list(`?limit=1&cursor=${next_cursor}`, other)).toMatchObject({ status: 400 });
    expect(await list(`?limit=1&state=held&cursor=${next_cursor}`)).toMatchObject({ status: 400 });
  });

  test('are nobody else’s', async () => {
    const stranger = await caller();
    expect(await desk.get(stranger, `${webhook}/deliveries`)).toMatchObject({ status: 404 });
    expect(await desk.get(stranger, `${webhook}/deliveries/${made['pending']}`)).toMatchObject({ status: 404 });
    const another = (await desk.create(who)).id;
    expect(await desk.get(who, `${another}/deliveries/${made['pending']}`)).toMatchObject({ status: 404 });
  });

  test('show how the webhook does', async () => {
    expect((await desk.get(who, webhook)).body.health).toMatchObject({
      succeeded: 1,
      failed: 2,
      success_share: 1 / 3,
      p95_ms: 30,
      pending: 1,
      held: 1,
      oldest_pending_at: expect.any(String),
    });
  });

  test('show how it did, hour by hour', async () => {
    const { status, body } = await desk.get(who, `${webhook}/stats`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ succeeded: 1, failed: 2, success_share: 1 / 3, p95_ms: 30 });
    expect(body.hours).toHaveLength(24);
    expect(body.hours.at(-1)).toMatchObject({
      succeeded: 0,
      failed: 0,
      success_share: null,
      p95_ms: null,
      is_sample: false,
    });
    const busy = body.hours.filter(
      ({ success_share: share }: { share: number | null; success_share: number | null }) => share !== null,
    );
    expect(busy).toHaveLength(3);
    expect(busy[0]).toMatchObject({ succeeded: 1, failed: 0, success_share: 1, p95_ms: 20 });
    expect(Date.parse(body.hours[0].starts_at)).toBe(Date.parse(body.from));
  });
});

describe('one delivery', () => {
  test('shows the event’s bytes and each attempt with what to do about it', async () => {
    const event_id = await desk.event(who);
    const first = failed();
    const second = attempt({ number: 2, started_at: '2026-11-16T00:00:10.000Z', signature: 't=1794787210,v1=0a' });
    const id = await desk.delivery(who, webhook, { event_id, attempts: [first, second] });
    const { status, body } = await desk.get(who, `${webhook}/deliveries/${id}`);
    expect(status).toBe(200);
    expect(JSON.parse(body.body)).toMatchObject({ id: eventIdOf(event_id), type: 'action.pending' });
    expect(body).toMatchObject({ id, state: 'succeeded', attempt_count: 2, last_status: 204, last_failure: null });
    expect(body.attempts[0]).toMatchObject({
      number: 1,
      request: {
        url: 'https://hooks.example.com/wheelhouse',
        headers: {
          'Service-Signature': 't=1794787200,v1=00ff',
          'Service-Event-Id': eventIdOf(event_id),
          'Service-Event-Type': 'action.pending',
          'Service-Delivery-Id': id,
          'Service-Attempt': '1',
        },
        signed: `1794787200.${body.body}`,
      },
      failure: { class: 'server_error', message: expect.stringContaining('503'), remedy: expect.any(String) },
      status: 503,
      timings: { answered_ms: 30 },
    });
    expect(body.attempts[1]).toMatchObject({
      number: 2,
      failure: null,
      request: { signed: `1794787210.${body.body}` },
    });
  });

  test('says so when its event is past its keeping', async () => {
    const id = await desk.delivery(who, webhook, { event_id: makeIds(systemClock)() });
    const { body } = await desk.get(who, `${webhook}/deliveries/${id}`);
    expect(body).toMatchObject({ body: null, attempts: [{ request: { signed: null } }] });
    const refused = await desk.post(who, `${webhook}/deliveries/${id}/redeliver`);
    expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('35 days') } } });
  });
});

test('an event that would be gone before its day is over is not sent again', async () => {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [days, status] of [
    [34, 409],
    [32, 202],
  ] as const) {
    const id = await desk.delivery(who, webhook, { created_at: before(days) });
    expect(await desk.post(who, `${webhook}/deliveries/${id}/redeliver`)).toMatchObject({ status });
  }
});

describe('to redeliver', () => {
  const redeliver = (id: string, of = webhook, headers = {}) =>
    desk.post(who, `${of}/deliveries/${id}/redeliver`, undefined, headers);

  test('makes a delivery of its own, of the same event', async () => {
    const id = await desk.delivery(who, webhook, { state: 'exhausted', attempts: [failed()] });
    const before = (await desk.get(who, `${webhook}/deliveries/${id}`)).body;
    const made = await redeliver(id);
    expect(made).toMatchObject({
      status: 202,
      body: { event_id: before.event_id, generation: 2, state: 'pending', attempt_count: 0, finished_at: null },
    });
    expect(made.body.id).not.toBe(id);
    expect(Date.parse(made.body.deadline_at) - Date.parse(made.body.created_at)).toBe(86_400_000);
    const { body: now } = await desk.get(who, made.headers.get('location') ?? '');
    expect(now).toMatchObject({ id: made.body.id, body: before.body, attempts: [] });
    expect((await desk.get(who, `${webhook}/deliveries/${id}`)).body).toEqual(before);
    const [lane] = await desk.db.look<{ due: boolean }>(
      'SELECT next_due_at IS NOT NULL AS due FROM webhooks.lanes WHERE subscription_id = $1',
      [webhook],
    );
    expect(lane).toEqual({ due: true });
  });

  test('is refused while the event is still pending', async () => {
    const pending = await desk.delivery(who, webhook, { state: 'pending' });
    const refused = await redeliver(pending);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    const ended = await desk.delivery(who, webhook);
    const { body: again } = await redeliver(ended);
    expect((await redeliver(ended)).body.error.message).toContain(again.id);
  });

  test('counts on, however often it is asked', async () => {
    const id = await desk.delivery(who, webhook, { state: 'exhausted' });
    for (const generation of [2, 3, 4]) {
      const made = await redeliver(id);
      expect(made.body.generation).toBe(generation);
      await desk.db.tenant(who.tenantId, (db) =>
        db.query('DELETE FROM webhooks.live_deliveries WHERE id = $1', [made.body.id]),
      );
    }
  });

  test('cancels the held one in whose place it comes', async () => {
    const id = await desk.delivery(who, webhook, { state: 'held', reason: 'endpoint_failing' });
    const made = await redeliver(id);
    expect(made).toMatchObject({ status: 202, body: { state: 'pending' } });
    expect((await desk.get(who, `${webhook}/deliveries/${id}`)).body).toMatchObject({
      state: 'canceled',
      reason: 'redelivered',
      finished_at: expect.any(String),
    });
  });

  test('waits until a paused webhook is enabled', async () => {
    const paused = (await desk.create(who)).id;
    const id = await desk.delivery(who, paused, { state: 'held', reason: 'paused' });
    await desk.post(who, `${paused}/pause`);
    const refused = await redeliver(id, paused);
    expect(refused.body.error).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('Enable it first'),
    });
    await desk.post(who, `${paused}/enable`);
    expect(await redeliver(id, paused)).toMatchObject({ status: 202 });
  });

  test('is done once for one Idempotency-Key', async () => {
    const id = await desk.delivery(who, webhook);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await redeliver(id, webhook, headers), await redeliver(id, webhook, headers)];
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
